import { type CaseFile, caseSchema } from './case-schema.ts'
import { checkShape } from './issues.ts'
import { parse } from './parse.ts'
import type { Problem } from './problem.ts'
import type { Source } from './source.ts'

/** Reads a case file; null if there are problems. */
export function readCase(source: Source): { test: CaseFile | null; problems: Problem[] } {
  const { tree, problems } = parse(source)
  if (!tree) return { test: null, problems }
  const shape = checkShape(caseSchema, tree)
  return { test: shape.value, problems: shape.problems }
}
