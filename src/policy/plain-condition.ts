import type { Json } from '../core/event.ts'

/** Whose arguments are conditions too. */
const joining: readonly string[] = ['and', 'or', '!', '!!']

/**
 * A condition in its plain form: a bare name stands for `{ cond: name }` and a list for `and`, where a whole condition
 * is wanted and inside `and`, `or`, `!` and `!!` there. Everywhere else a text is a text and a list is a list.
 */
export function plainCondition(given: Json): Json {
  if (typeof given === 'string') return { cond: given }
  if (Array.isArray(given)) return { and: given.map(plainCondition) }
  if (typeof given !== 'object' || given === null) return given
  const [call, ...more] = Object.entries(given)
  if (call === undefined || more.length > 0) return given
  const [operator, value] = call
  if (!joining.includes(operator)) return given
  return { [operator]: Array.isArray(value) ? value.map(plainCondition) : plainCondition(value) }
}
