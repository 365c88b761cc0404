import * as z from 'zod'
import { caseSchema } from './case-schema.ts'
import { fileSchema } from './schema.ts'

/** The JSON Schemas (draft-07) that editors use, by file name. */
export function jsonSchemas(): Record<string, object> {
  return {
    'policy.schema.json': titled('Policy of opencode-diverter, format version 1', fileSchema),
    'case.schema.json': titled('Case of opencode-diverter, format version 1', caseSchema),
  }
}

function titled(title: string, schema: z.ZodType): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
  return { $schema, title, ...rest }
}
