import jsonLogic from 'json-logic-js'
import type { Json } from '../event.ts'
import { compute, type Scope } from '../expression.ts'
import { type Explanation, explanationWords } from './words.ts'
import { textsOf } from '../operators/arguments.ts'
import { uncoveredWords } from '../operators/shell/uncovered.ts'
import type { Expression } from '../policy.ts'

export { type Explanation, explanationLine, valueWords } from './words.ts'

/** Computes a condition and every part of it that was needed. Never throws. */
export function explainCondition(expression: Expression, scope: Scope): Explanation {
  const call = callOf(expression)
  const values = call === null ? itemsOf(expression, scope) : argumentsOf(call.operator, call.given, scope)
  const operator = call?.operator ?? null
  const result = computed(expression, scope)
  return {
    words: explanationWords(expression),
    operator,
    ...result,
    note: noteOn(operator, result.value, values),
    values,
  }
}

/** Why a line is not covered, where the operator says no more than that. */
function noteOn(operator: string | null, value: Json, [line, patterns]: readonly Explanation[]): string | null {
  if (operator !== 'runsOnly' || value !== false || typeof line?.value !== 'string' || patterns === undefined)
    return null
  return uncoveredWords(line.value, textsOf(patterns.value, operator))
}

function computed(expression: Expression, scope: Scope): Pick<Explanation, 'value' | 'error'> {
  try {
    return { value: compute(expression, scope), error: null }
  } catch (error) {
    return { value: null, error: error instanceof Error ? error.message : String(error) }
  }
}

/** The operator of an expression with its arguments; null for a literal or a list. */
function callOf(expression: Expression): { operator: string; given: Json[] } | null {
  if (typeof expression !== 'object' || expression === null || Array.isArray(expression)) return null
  const [call, ...more] = Object.entries(expression)
  if (call === undefined || more.length > 0) return null
  const [operator, value] = call
  return { operator, given: Array.isArray(value) ? value : [value] }
}

const itemsOf = (expression: Expression, scope: Scope): Explanation[] =>
  Array.isArray(expression) ? expression.map((item) => explainCondition(item, scope)) : []

function argumentsOf(operator: string, given: readonly Json[], scope: Scope): Explanation[] {
  if (operator === 'var') return []
  if (operator === 'if') return branchOf(given, scope)
  const values: Explanation[] = []
  for (const each of given) {
    const explained = explainCondition(each, scope)
    values.push(explained)
    if (explained.error !== null) break
    if (operator === 'and' && !jsonLogic.truthy(explained.value)) break
    if (operator === 'or' && jsonLogic.truthy(explained.value)) break
  }
  return values
}

/** The conditions that were asked, and the value that was taken. */
function branchOf(given: readonly Json[], scope: Scope): Explanation[] {
  const values: Explanation[] = []
  for (let at = 0; at + 1 < given.length; at += 2) {
    const condition = explainCondition(given[at] ?? null, scope)
    values.push(condition)
    if (condition.error !== null) return values
    if (jsonLogic.truthy(condition.value)) return [...values, explainCondition(given[at + 1] ?? null, scope)]
  }
  return [...values, explainCondition(given.at(-1) ?? null, scope)]
}

/** The smallest parts that make the whole what it is: false, true, or impossible to evaluate. */
export function decisiveParts(whole: Explanation): Explanation[] {
  const failed = whole.values.find(({ error }) => error !== null)
  if (failed !== undefined) return decisiveParts(failed)
  const last = whole.values.at(-1)
  if (last === undefined || whole.error !== null) return [whole]
  switch (whole.operator) {
    case 'and':
    case 'or': {
      const settled = jsonLogic.truthy(whole.value) === (whole.operator === 'or')
      return settled ? decisiveParts(last) : whole.values.flatMap(decisiveParts)
    }
    case 'if':
      return last.operator === null ? whole.values.slice(0, -1).flatMap(decisiveParts) : decisiveParts(last)
    case '!':
    case '!!':
      // What would make a part true that must be false is nobody's aim.
      return !isJoined(last)
        ? [whole]
        : decisiveParts(last).map((part) => (whole.operator === '!' ? { ...part, note: null } : part))
    default:
      return [whole]
  }
}

const isJoined = ({ operator }: Explanation): boolean =>
  operator === 'and' || operator === 'or' || operator === 'if' || operator === '!' || operator === '!!'
