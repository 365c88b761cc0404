import { unbashPackage } from '../../packages.ts'
import { allowsLine } from './allow.ts'
import { readLine } from './line.ts'
import { compilePattern } from './pattern.ts'

/**
 * The patterns of which a command must have ended well if the whole line did. Behind a pipe, `||`, `;` or `!`, or left
 * behind by `&`, the line ends well whatever became of the command, so it proves nothing.
 */
export function provenBy(line: string, patterns: readonly string[]): string[] {
  const pieces = chainOf(line)
  const all = patterns.map(compilePattern)
  if (!pieces.every((piece) => allowsLine(piece, all))) return []
  return patterns.filter((pattern) => pieces.some((piece) => allowsLine(piece, [compilePattern(pattern)])))
}

/** The commands of a line that ends well only if each of them does: one alone, or several behind `&&`. */
function chainOf(line: string): string[] {
  if (!readLine(line).complete) return []
  const { commands, errors = [] } = unbashPackage().parse(line)
  const [statement, ...more] = commands
  if (statement === undefined || more.length > 0 || errors.length > 0 || statement.background === true) return []
  const { command } = statement
  const isChain = command.type === 'AndOr' && command.operators.every((operator) => operator === '&&')
  const parts = isChain ? command.commands : [command]
  return parts.every(({ type }) => type === 'Command') ? parts.map(({ pos, end }) => line.slice(pos, end)) : []
}
