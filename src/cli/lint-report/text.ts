import { codeFrameColumns } from '@babel/code-frame'
import picocolors from 'picocolors'
import type { Problem } from '../../policy/problems/problem.ts'
import { oneLine, visible } from '../../runtime/text/visible.ts'

export interface TextReport {
  color: boolean
  /** The text of a source by its name, null if there is none to show. */
  text: (file: string) => string | null
}

/** A file with more problems than these is not shown around each of them. */
const mostFrames = 100
/** No terminal shows it, and a file of one line would be shown whole for each problem. */
const longestFrame = 4_000

/** All problems, each with the lines around it. */
export function problemsText(problems: readonly Problem[], look: TextReport): string {
  return problems.map((one, at) => problemText(one, at < mostFrames ? look : { ...look, text: () => null })).join('')
}

/** One problem: place, severity, message and code on a line, and the lines of the file around it. */
export function problemText(problem: Problem, { color, text }: TextReport): string {
  const colors = picocolors.createColors(color)
  const paint = { error: colors.red, warning: colors.yellow, note: colors.cyan }[problem.severity]
  const place = [oneLine(problem.file), problem.line, problem.column].filter((part) => part !== 0).join(':')
  const line = `${colors.bold(place)}  ${paint(problem.severity)}  ${oneLine(problem.message)}  ${colors.dim(problem.code)}\n`
  const source = problem.line === 0 ? null : text(problem.file)
  if (source === null) return line
  const start = problem.column === 0 ? { line: problem.line } : { line: problem.line, column: problem.column }
  const frame = codeFrameColumns(source, { start }, { linesAbove: 1, linesBelow: 1, forceColor: false })
  return frame.length > longestFrame ? line : `${line}${colors.dim(visible(frame))}\n\n`
}

/** Where the page of each check stands that found something, a line each. */
export function pagesText(problems: readonly Problem[], page: (code: Problem['code']) => string): string {
  const codes = [...new Set(problems.map(({ code }) => code))].sort()
  return codes.map((code) => `What ${code} means: ${page(code)}\n`).join('')
}

/** What was checked and found, in one line. */
export function summaryText(problems: readonly Problem[], files: number, rules: number): string {
  const checked = `${amount(files, 'file')}, ${amount(rules, 'rule')}`
  const found = (['error', 'warning', 'note'] as const)
    .map((severity) => [severity, problems.filter((problem) => problem.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => amount(count, severity))
  return `${checked}: ${found.length === 0 ? 'no problems' : found.join(', ')}\n`
}

function amount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
