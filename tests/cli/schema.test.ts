import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { builtinDocuments, schemaCommand } from '../../src/cli/schema.ts'
import { jsonSchemas } from '../../src/policy/json-schema.ts'
import { memoryIo } from '../support/memory-io.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the schema command', () => {
  test('the files in schema/ are what the source says', () => {
    const io = memoryIo(root)
    expect([schemaCommand({ check: true }, io), io.errors()]).toEqual([0, ''])
  })

  test('writes files and notices when they differ', () => {
    const io = memoryIo(mkdtempSync(join(tmpdir(), 'schema-')))
    expect(schemaCommand({ check: true }, io)).toBe(1)
    expect(schemaCommand({}, io)).toBe(0)
    expect(schemaCommand({ check: true }, io)).toBe(0)
    writeFileSync(join(io.cwd, 'schema/case.schema.json'), '{}')
    expect(schemaCommand({ check: true }, io)).toBe(1)
    expect(io.errors()).toContain('schema/case.schema.json is out of date')
  })
})

describe('the schemas in an editor', () => {
  const ajv = new Ajv({ strict: false })
  const validate = ajv.compile(jsonSchemas(builtinDocuments({ cwd: root }))['policy.schema.json'] ?? {})

  test.each(readdirSync(join(root, 'policies')))('accept the built-in policy %s', (file) => {
    expect([validate(parse(readFileSync(join(root, 'policies', file), 'utf8'))), validate.errors]).toEqual([true, null])
  })

  test.each([
    ['an unknown operator', { id: 'a', events: ['turn.ended'], when: { '==': [1, 1] }, then: ['pass'] }],
    ['two operators', { id: 'a', events: ['turn.ended'], when: { '===': [1, 1], '!': 1 }, then: ['pass'] }],
    ['an unknown step', { id: 'a', events: ['turn.ended'], then: [{ promt: 'x' }] }],
    ['an unknown event', { id: 'a', events: ['turn.end'], then: ['pass'] }],
    ['an unknown key', { id: 'a', on: 'x', events: ['turn.ended'], then: ['pass'] }],
  ])('refuse %s', (_, rule) => {
    expect(validate({ version: 1, name: 't', rules: [rule] })).toBe(false)
    expect(validate({ version: 1, name: 't', rules: [] })).toBe(true)
  })
})

describe('a hover says what a key is for', () => {
  const schemas = jsonSchemas(builtinDocuments({ cwd: root }))

  test.each([
    ['policy', 'Workflow'],
    ['policy', 'State'],
    ['policy', 'RecordKind'],
    ['policy', 'RecordField'],
    ['policy', 'Command'],
    ['policy', 'Slot'],
    ['case', 'Case'],
  ])('in a %s, every key of %s', (file, name) => {
    const { definitions } = z
      .object({ definitions: z.record(z.string(), z.unknown()) })
      .parse(schemas[`${file}.schema.json`])
    expect(definitions[name]).toBeDefined()
    expect(undescribed(definitions[name], name)).toEqual([])
  })
})

const node = z.looseObject({ description: z.string().optional(), $ref: z.string().optional() })
const parts = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown(),
  additionalProperties: z.unknown(),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
})

/** Paths of keys without a description, where no other definition has it. */
function undescribed(schema: unknown, path: string): string[] {
  const read = parts.safeParse(schema)
  if (!read.success) return []
  const { properties, items, additionalProperties, anyOf, oneOf } = read.data
  return [
    ...Object.entries(properties).flatMap(([key, value]) => {
      const { description, $ref } = node.parse(value)
      const own = description === undefined && $ref === undefined ? [`${path}.${key}`] : []
      return [...own, ...undescribed(value, `${path}.${key}`)]
    }),
    ...[items, additionalProperties, ...anyOf, ...oneOf].flatMap((below) => undescribed(below, path)),
  ]
}
