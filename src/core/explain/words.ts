import type { Json } from '../event.ts'
import { cut, oneLine } from '../text.ts'

/** What one part of a condition came to. Parts that were not needed are left out, as they were not computed. */
export interface Explanation {
  /** The part as a person reads it, such as `memory.still >= params.stillTurns`. */
  words: string
  /** Null for a literal or a list. */
  operator: string | null
  /** Null too where there is an error. */
  value: Json
  /** Why the part cannot be evaluated. */
  error: string | null
  /** What would make the part true; null where there is nothing to say. */
  note: string | null
  values: Explanation[]
}

const longestValue = 80
const infix = new Set(['===', '!==', '<', '<=', '>', '>=', 'in', '+', '-', '*', 'and', 'or'])

/** An expression as a person reads it: `memory.still >= params.stillTurns`. */
export function explanationWords(expression: Json): string {
  if (typeof expression !== 'object' || expression === null) return valueWords(expression)
  if (Array.isArray(expression)) return `[${expression.map(explanationWords).join(', ')}]`
  const [call, ...more] = Object.entries(expression)
  if (call === undefined || more.length > 0) return valueWords(expression)
  const [operator, value] = call
  const given = Array.isArray(value) ? value : [value]
  if (operator === 'var' && typeof given[0] === 'string') return given[0]
  return callWords(
    operator,
    given.map((each) => (isInfix(each) ? `(${explanationWords(each)})` : explanationWords(each))),
  )
}

/**
 * What a part came to, in one line: `memory.still >= params.stillTurns: 2 >= 6 is false`.
 * Long values are cut.
 */
export function explanationLine({ words, operator, value, error, note, values }: Explanation): string {
  if (error !== null) return `${words} cannot be evaluated: ${error}`
  const computed =
    operator === null
      ? words
      : callWords(
          operator,
          values.map(({ value: each }) => valueWords(each)),
        )
  const between = values.length === 0 || computed === words ? '' : `: ${computed}`
  return `${words}${between} is ${valueWords(value)}${note === null ? '' : `: ${note}`}`
}

/** A value on one line, cut where it is long. */
export function valueWords(value: Json): string {
  const text = oneLine(JSON.stringify(value))
  const short = cut(text, longestValue)
  return short.length < text.length ? `${short}…` : text
}

function callWords(operator: string, given: readonly string[]): string {
  if (operator === '!') return `not ${given.join(', ')}`
  return infix.has(operator) && given.length > 1 ? given.join(` ${operator} `) : `${operator}(${given.join(', ')})`
}

function isInfix(expression: Json): boolean {
  if (typeof expression !== 'object' || expression === null || Array.isArray(expression)) return false
  const [operator = '', value] = Object.entries(expression)[0] ?? []
  return infix.has(operator) && Array.isArray(value) && value.length > 1
}
