import { jsonText } from '../io/json-text.ts'
import { type Coverage, untouched } from './coverage.ts'
import type { CaseResult } from './one-case.ts'

/** The results as one object for programs; `faults` are what is wrong beside the cases. */
export function caseJson(
  clean: boolean,
  results: readonly CaseResult[],
  faults: readonly string[],
  coverage: Coverage | null,
): string {
  const cases = results.map(({ name, file, result, failures }) => ({ name, file, result, failures }))
  const covered = coverage === null ? null : { percent: coverage.percent, missing: untouched(coverage) }
  return jsonText({ clean, cases, faults, coverage: covered })
}
