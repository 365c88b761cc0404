/**
 * A condition, value or text that cannot be computed with what the event brought; the message is for people. With a
 * cause it was no fault of the condition: something inside failed.
 */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
}

/** Names a value in a message: what it is, and the value itself where that is short. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing (null)'
  if (typeof value === 'string')
    return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? 'a list' : 'a map'
}
