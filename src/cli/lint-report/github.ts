import type { Problem } from '../../policy/problems/problem.ts'
import { type Report, slashed } from './report.ts'

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const

/** Workflow commands that GitHub shows as annotations at the lines of a pull request. */
export function githubReport({ problems }: Report): string {
  return problems.map(annotation).join('')
}

function annotation({ code, severity, message, file, line, column }: Problem): string {
  const properties = [
    `file=${property(slashed(file))}`,
    ...(line > 0 ? [`line=${line}`] : []),
    ...(column > 0 ? [`col=${column}`] : []),
    `title=${property(code)}`,
  ]
  return `::${commands[severity]} ${properties.join(',')}::${data(message)}\n`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
