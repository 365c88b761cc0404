import type { Problem } from '../../policy/problems/problem.ts'

/** What a check of files found. */
export interface Report {
  problems: readonly Problem[]
  /** The files that were asked for; problems may also stand in files that these refer to. */
  files: readonly string[]
  /** How many rules were looked at. */
  rules: number
  /** The version of this program. */
  version: string
}

/** The name of a file with slashes on every system. */
export function slashed(file: string): string {
  return file.replaceAll('\\', '/')
}

/** `file:line:column`, as far as they are known. */
export function placeText({ file, line, column }: Problem): string {
  return [slashed(file), line, column].filter((part) => part !== 0).join(':')
}

export function countOf(problems: readonly Problem[], severity: Problem['severity']): number {
  return problems.filter((problem) => problem.severity === severity).length
}
