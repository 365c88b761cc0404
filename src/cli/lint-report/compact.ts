import { placeText, type Report } from './report.ts'

/** One line a problem and nothing else, for other programs and for grep. */
export function compactReport({ problems }: Report): string {
  return problems
    .map((problem) => `${placeText(problem)}: ${problem.severity}: ${oneLine(problem.message)} [${problem.code}]\n`)
    .join('')
}

const oneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
