import { oneLine, visible } from './visible.ts'

/**
 * A text as it stands within one line of Markdown: shown as written, never read as structure. Pairs of
 * single backticks stay, since nothing inside a code span can be structure.
 */
export function inlineMarkdown(text: string): string {
  return oneLine(text)
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 1 ? part : literal(part)))
    .join('')
}

/** The same where it stands first in an item of a list, in which a heading, a rule or another list may begin. */
export const itemMarkdown = (text: string): string =>
  inlineMarkdown(text)
    .replace(/^(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|-{2})/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')

function literal(text: string): string {
  return text
    .replace(/[\\*[\]<>`]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?!\/)/g, '\\~')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/\((?=[a-z]\d+\))/g, '\\(')
}

/** Several lines as a fenced block that nothing inside can close, each line behind `indent`. */
export function fencedBlock(text: string, indent: string): string[] {
  const lines = text.split(/\r\n|\r|\n|\u2028|\u2029|\u0085/)
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1))
  return [`${fence}text`, ...lines.map(visibleLine), fence].map((line) => `${indent}${line}`)
}

/** The length of the longest run of backticks. */
export const longestTicks = (text: string): number =>
  [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0)

const visibleLine = (line: string): string => visible(line.replace(/\t/g, '    ')).trimEnd()
