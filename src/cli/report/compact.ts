import { placeText, type Report } from './report.ts'

/** One line a problem and nothing else, for other programs and for grep. */
export function compactReport({ problems }: Report): string {
  return problems
    .map((problem) => `${placeText(problem)}: ${problem.severity}: ${oneLine(problem.message)} [${problem.code}]\n`)
    .join('')
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ')
}
