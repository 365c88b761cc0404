import * as z from 'zod'
import { operators } from '../core/operators/table.ts'
import { clearings, events } from '../core/vocabulary.ts'
import { caseSchema } from './cases/schema.ts'
import { checks } from './problems/checks.ts'
import { builtinPolicies } from './config.ts'
import { editorHelp } from './editor-help.ts'
import type { ResolvedDocument } from './layers/resolve.ts'
import { actingKeys, configSchema, fileSchema, userConfigSchema } from './schema.ts'

/** The JSON Schemas (draft-07) that editors use, by file name; they know the names in these built-in policies. */
export function jsonSchemas(builtins: readonly ResolvedDocument[]): Record<string, object> {
  return {
    'policy.schema.json': helpful(titled('Policy of opencode-diverter, format version 1', fileSchema), builtins),
    'case.schema.json': titled('Case of opencode-diverter, format version 1', caseSchema),
    'project.schema.json': titled('Config of a project for opencode-diverter, format version 1', configSchema),
    'user.schema.json': titled('Your own config for opencode-diverter, format version 1', userConfigSchema),
  }
}

function helpful(schema: JsonSchema, builtins: readonly ResolvedDocument[]): object {
  const help = editorHelp(builtins)
  const { definitions = {} } = schema
  const more: Readonly<Record<string, object[]>> = {
    Rule: help.rule,
    RuleSection: help.rule,
    Policy: help.policy,
    Layer: help.layer,
  }
  const known = Object.entries(definitions).map(([name, one]) => {
    const allOf = more[name]
    return [name, allOf === undefined ? one : { ...one, allOf }]
  })
  return { ...schema, definitions: { ...Object.fromEntries(known), ...help.definitions } }
}

interface JsonSchema {
  $schema?: string | undefined
  title: string
  definitions?: Record<string, object> | undefined
}

function titled(title: string, schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const { id, examples } = z.globalRegistry.get(zodSchema) ?? {}
      // Zod drops them where something below is brought into another form; ours are what a person writes.
      if (Array.isArray(examples)) jsonSchema.examples ??= examples
      if (id === 'Value') jsonSchema.anyOf?.forEach(limitToOperators)
      // The check says so better; an editor that knows it offers the keys of a file that extends as well.
      if (id === 'Policy') jsonSchema.anyOf = actingKeys.map((key) => ({ required: [key] }))
      // The names that there are: lint says so better, the editor says it sooner and completes them.
      if (id === 'BuiltinName') jsonSchema.enum = [...builtinPolicies]
      if (id === 'Clearing') jsonSchema.enum = [...clearings, 'otherwise', ...Object.keys(events)]
      if (id === 'LintSettings') jsonSchema.propertyNames = { enum: settableChecks }
    },
  })
  return { $schema, title, ...rest }
}

/** What lint finds without an error, so that a setting may change it. */
const settableChecks = Object.entries(checks).flatMap(([code, { severity }]) => (severity === 'error' ? [] : [code]))

/** A map in an expression has exactly one operator; the check says so better, the editor says it sooner. */
function limitToOperators(branch: z.core.JSONSchema._JSONSchema): void {
  if (typeof branch !== 'object' || branch.type !== 'object') return
  branch.propertyNames = { enum: Object.keys(operators) }
  branch.minProperties = 1
  branch.maxProperties = 1
}
