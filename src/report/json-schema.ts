import * as z from 'zod'
import { reportSchema } from './schema.ts'

/** The JSON Schema (draft-07) of what `report --json` writes. */
export function reportJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(reportSchema, { target: 'draft-7' })
  return { $schema, title: 'Report of opencode-diverter, version 1', ...rest }
}
