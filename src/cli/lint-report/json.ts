import { countOf, type Report } from './report.ts'
import { jsonText } from '../io/json-text.ts'

/** The problems as they are, and what was checked. */
export function jsonReport({ problems, files, rules, version }: Report): string {
  const summary = {
    files: files.length,
    rules,
    errors: countOf(problems, 'error'),
    warnings: countOf(problems, 'warning'),
    notes: countOf(problems, 'note'),
  }
  return jsonText({ version, problems, summary })
}
