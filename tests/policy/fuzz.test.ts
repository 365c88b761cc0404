import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lintCommand } from '../../src/cli/lint.ts'
import { formatNames } from '../../src/cli/lint-report/formats.ts'
import { createSources } from '../../src/cli/policies/sources.ts'
import { loadPolicies } from '../../src/policy/load.ts'
import { expressionOver } from '../fuzz/inputs.ts'
import { memoryIo } from '../support/memory-io.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const texts = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('.golden.yaml'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))

const isPolicy = (text: string): boolean =>
  /^(rules|extends):/m.test(text) && !/^(steps|policies|builtin|lint):/m.test(text)
const small = [...texts('tests/lint-corpus'), ...texts('tests/policies/fixtures')].filter(
  (text) => isPolicy(text) && !text.includes('builtin:'),
)
const builtin = texts('policies')
const pieces = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    ' ',
    '\n',
    '\t',
    '"',
    "'",
    '#',
    '|',
    '>',
    '&a ',
    '*a',
    '!',
    '!!set ',
    '-',
    '%',
    '---\n',
    '{{',
    '}}',
  ],
  ...[
    '\\',
    '\u0000',
    '\u202e',
    '\ufeff',
    '\ud800',
    '🙂',
    '<<: *a',
    '? ',
    '__proto__',
    'constructor',
    '.inf',
    '0x1',
    '1e999',
  ],
  ...[
    ' # lint-ignore unused-name: because',
    '# lint-ignore',
    'null',
    '~',
    'true',
    'rules',
    'event.text',
    '{ var: "" }',
    '{ cond: a }',
  ],
]

/** One change of a text: characters, lines or a key are taken away, doubled, moved or replaced. */
const change = fc.record({
  kind: fc.constantFrom(
    'cut',
    'double',
    'replace',
    'insert',
    'drop-line',
    'double-line',
    'swap-lines',
    'indent',
    'key',
  ),
  // Below 1, so that it always points at a line that exists.
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.integer({ min: 1, max: 12 }),
  piece: fc.constantFrom(...pieces),
})

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

function changed(text: string, { kind, at, length, piece }: Change): string {
  const start = Math.floor(at * text.length)
  const lines = text.split('\n')
  const line = Math.floor(at * lines.length)
  const here = lines[line] ?? ''
  const withLines = (...given: string[]): string => lines.toSpliced(line, 1, ...given).join('\n')
  switch (kind) {
    case 'cut':
      return text.slice(0, start) + text.slice(start + length)
    case 'double':
      return text.slice(0, start + length) + text.slice(start)
    case 'replace':
      return text.slice(0, start) + piece + text.slice(start + length)
    case 'insert':
      return text.slice(0, start) + piece + text.slice(start)
    case 'drop-line':
      return withLines()
    case 'double-line':
      return withLines(here, here)
    case 'swap-lines':
      return lines
        .with(line, lines.at(-1) ?? '')
        .with(-1, here)
        .join('\n')
    case 'indent':
      return withLines(' '.repeat(length % 4) + here)
    default:
      return withLines(here.replace(/[\w-]+:/, `${piece}:`))
  }
}

/** Lints a text as an editor would, and says whether it could be loaded. */
function lint(text: string, format = formatNames[0]): { code: number; loads: boolean } {
  const unsaved = { name: 'policies/fuzz.yaml', text }
  const io = { ...memoryIo(root), readInput: () => text }
  const options = { stdin: true, stdinFilename: unsaved.name, maxWarnings: 1000, version: '0.1.0' }
  const code = lintCommand([], io, format === undefined ? options : { ...options, format })
  const { policies } = loadPolicies([unsaved.name], createSources(root, root, unsaved).find)
  return { code, loads: policies.length > 0 }
}

function holds(text: string, format = formatNames[0]): void {
  const { code, loads } = lint(text, format)
  expect([0, 1]).toContain(code)
  if ((isPolicy(text) || text.startsWith('{')) && !loads) expect([text, code]).toEqual([text, 1])
}

describe('lint never throws, and never calls clean what cannot be loaded', () => {
  test('the corpus is there, and a text that is right is clean', () => {
    expect([small.length > 40, builtin.length]).toEqual([true, 3])
    expect(lint('version: 1\nname: a\nrules: []\n')).toEqual({ code: 0, loads: true })
    expect(lint('version: 1\nname: a\nrules: [{}]\n')).toEqual({ code: 1, loads: false })
  })

  test('for changed texts', () => {
    const input = fc.tuple(
      fc.constantFrom(...small),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...formatNames),
    )
    fc.assert(
      fc.property(input, ([text, changes, format]) => holds(changes.reduce(changed, text), format)),
      { numRuns: 250 },
    )
  })

  test('for changed built-in policies', () => {
    const input = fc.tuple(fc.constantFrom(...builtin), fc.array(change, { minLength: 1, maxLength: 2 }))
    fc.assert(
      fc.property(input, ([text, changes]) => holds(changes.reduce(changed, text))),
      { numRuns: 12 },
    )
  })

  const paths = [
    'event.text',
    'event.empty',
    'event.calls',
    'memory.n',
    'params.p',
    'run.turns',
    'item',
    '',
    'constructor',
    'now',
  ]
  const expression = expressionOver(paths)

  test('for any condition and value', () => {
    fc.assert(
      fc.property(expression, expression, (when, value) => {
        const document = {
          version: 1,
          name: 'a',
          params: { p: { type: 'list', default: ['x'] } },
          memory: { n: { kind: 'counter' } },
          conditions: { c: value },
          rules: [{ id: 'a', events: ['turn.ended'], when, then: [{ set: { n: value } }, { show: when }] }],
        }
        holds(JSON.stringify(document, null, 1))
      }),
      { numRuns: 200 },
    )
  })

  const braces = [
    '{{',
    '}}',
    '{{{',
    '{{#if ',
    '{{/if}}',
    '{{#each ',
    '{{/each}}',
    '{{else}}',
    '{{> p}}',
    '{{*inline "x"}}',
    '{{!-- ',
    '--}}',
    '{{~',
  ]
  const words = [
    'event.text',
    'this',
    '../x',
    '@index',
    '@root.event.text',
    'cut ',
    'join ',
    ' 5',
    '(eq 1 2)',
    ' as |x|',
    'a=1',
    '\\',
    '\n',
    ' ',
    'text',
  ]

  test('for any text', () => {
    const text = fc.array(fc.constantFrom(...braces, ...words), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (source) => {
        const document = {
          version: 1,
          name: 'a',
          templates: { t: source },
          rules: [{ id: 'a', events: ['command.run'], then: [{ reply: source }, { notify: { template: 't' } }] }],
        }
        holds(JSON.stringify(document))
      }),
      { numRuns: 200 },
    )
  })

  test('for any text at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (text) => holds(text)),
      { numRuns: 200 },
    )
  })
})
