import { textOf, textsOf } from '../arguments.ts'
import { allowsLine } from './allow.ts'
import { compilePattern } from './pattern.ts'
import { someCommand } from './search.ts'

export { checkCommand } from './pattern.ts'

/** True if some part of a shell line matches some pattern; where a part cannot be told, if the words occur. */
export function runs(line: unknown, patterns: unknown): boolean {
  const text = textOf(line, 'runs')
  const compiled = textsOf(patterns, 'runs').map(compilePattern)
  return text !== null && compiled.length > 0 && someCommand(text, compiled)
}

/** True if a shell line is fully understood and every command in it matches some pattern. */
export function runsOnly(line: unknown, patterns: unknown): boolean {
  const text = textOf(line, 'runsOnly')
  const compiled = textsOf(patterns, 'runsOnly').map(compilePattern)
  return text !== null && compiled.length > 0 && allowsLine(text, compiled)
}
