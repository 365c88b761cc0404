import type { CheckCode } from './checks.ts'
import type { Problem } from './problem.ts'
import type { Place } from '../yaml/tree.ts'

export function problemAt(
  place: Place,
  code: CheckCode,
  message: string,
  severity: Problem['severity'] = 'error',
): Problem {
  return { code, severity, message, ...place }
}

/** For what is wrong with a source as a whole. */
export function problemOfFile(file: string, code: CheckCode, message: string): Problem {
  return { code, severity: 'error', message, file, line: 0, column: 0 }
}

export function isError(problem: Problem): boolean {
  return problem.severity === 'error'
}

/** In reading order, each once. */
export function orderProblems(problems: readonly Problem[]): Problem[] {
  const seen = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return [...seen.values()].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.code, b.code),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
