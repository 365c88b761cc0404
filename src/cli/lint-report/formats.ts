import type { Problem } from '../../policy/problems/problem.ts'
import { compactReport } from './compact.ts'
import { githubReport } from './github.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import type { Report } from './report.ts'
import { sarifReport } from './sarif.ts'
import { pagesText, problemsText, summaryText, type TextReport } from './text.ts'

/** How the text looks, and where the page of a check stands. */
type Look = TextReport & { page: (code: Problem['code']) => string }

type Writer = (report: Report, look: Look) => string

const formats = {
  text: ({ problems, files, rules }, look) =>
    problemsText(problems, look) + pagesText(problems, look.page) + summaryText(problems, files.length, rules),
  compact: compactReport,
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
  junit: junitReport,
} as const satisfies Record<string, Writer>

export type Format = keyof typeof formats

export const formatNames = Object.keys(formats) as readonly Format[]

/** A report in one of the formats. */
export function reportText(format: Format, report: Report, look: Look): string {
  const write: Writer = formats[format]
  return write(report, look)
}
