import { re2Package } from '../packages.ts'
import { textOf } from './arguments.ts'
import { EvaluationError } from './error.ts'
import { memo } from './memo.ts'

/** How much of a text's end is searched. */
export const searched = 16_384

/** Longer ones are written by nobody, and take long to be read. */
const longestPattern = 4096

const compile = memo(500, (pattern) => re2Package().compile(pattern))

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What is wrong with an RE2 pattern, or null. */
export function checkPattern(pattern: string): string | null {
  if (pattern.length > longestPattern)
    return `Cannot use a pattern of ${pattern.length} characters: allowed are ${longestPattern}`
  if (pattern === '') return 'Cannot use the pattern: it is empty and would match every text'
  if (/\p{Cc}/u.test(pattern))
    return 'Cannot use the pattern: it holds a control character; write it in single quotes so that \\s stays \\s'
  try {
    compile(pattern)
    return null
  } catch (error) {
    return `Cannot use the pattern as RE2: ${reasonOf(error)}; look-around and back references do not exist there`
  }
}

/** True if the pattern is found in the last 16,384 characters of the text. */
export function matches(text: unknown, pattern: unknown): boolean {
  const subject = textOf(text, 'matches')
  const source = textOf(pattern, 'matches')
  if (subject === null || source === null) return false
  const problem = checkPattern(source)
  if (problem !== null) throw new EvaluationError(problem)
  return compile(source).test(subject.slice(-searched))
}
