import jsonLogic from 'json-logic-js'
import type { Json } from './event.ts'
import { describe, EvaluationError } from './operators/error.ts'
import { glob, globOnly, pick } from './operators/glob.ts'
import { reach } from './operators/reach.ts'
import { count, first, get, includes, merge, numbers, valueAt, without } from './operators/list.ts'
import { marker, mentions } from './operators/marker.ts'
import { paths } from './operators/paths.ts'
import { runs, runsOnly } from './operators/shell/runs.ts'
import { type OperatorName, type OperatorSpec, operators } from './operators/table.ts'
import { matches } from './operators/text.ts'
import { type Clocked, hours, past, resetTime, weekday, within } from './operators/time/time.ts'
import type { Expression } from './policy.ts'

export { EvaluationError } from './operators/error.ts'
export {
  type ArgumentKind,
  type OperatorName,
  type OperatorSpec,
  operators,
  type ResultKind,
} from './operators/table.ts'

/** What an expression may read. Members of `facts` may be getters, read when an expression first asks. */
export interface Scope extends Clocked {
  event?: unknown
  memory?: unknown
  params?: unknown
  facts?: unknown
  session?: unknown
  run?: unknown
  item?: unknown
  record?: unknown
}

export const operatorNames: ReadonlySet<string> = new Set(Object.keys(operators))

const deepest = 32
const mostNodes = 500

type Operation = (this: Scope, ...values: unknown[]) => unknown

/** All but `and`, `or` and `if`, which JSON-Logic computes lazily by itself. */
const operations: Readonly<Record<Exclude<OperatorName, 'and' | 'or' | 'if'>, Operation>> = {
  var(path) {
    return typeof path === 'string' ? valueAt(this, path) : null
  },
  cond(name) {
    throw new EvaluationError(`Cannot compute the condition ${describe(name)}: it was not written out`)
  },
  '!': (value) => !jsonLogic.truthy(value),
  '!!': (value) => jsonLogic.truthy(value),
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  ...numbers,
  in: includes,
  merge,
  without,
  count,
  get,
  first,
  matches,
  marker,
  mentions,
  glob,
  globOnly,
  pick,
  reach,
  runs,
  runsOnly,
  paths,
  within,
  past,
  hours,
  weekday,
  resetTime,
}

for (const [name, operation] of Object.entries(operations)) jsonLogic.add_operation(name, operation)

/** Computes an expression that `checkExpression` has passed. Throws `EvaluationError`. */
export function compute(expression: Expression, scope: Scope): Json {
  if (typeof expression !== 'object' || expression === null) return expression
  try {
    return jsonLogic.apply(expression as Parameters<typeof jsonLogic.apply>[0], scope) ?? null
  } catch (error) {
    if (error instanceof EvaluationError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new EvaluationError(`Cannot compute the condition: ${reason}`, { cause: error })
  }
}

/** Computes a condition. Throws `EvaluationError` too if the result is neither true nor false. */
export function holds(expression: Expression, scope: Scope): boolean {
  const result = compute(expression, scope)
  if (typeof result === 'boolean') return result
  throw new EvaluationError(`A condition must be true or false, got ${describe(result)}; "!!" makes it so`)
}

function checkCall(name: string, given: readonly Json[]): string[] {
  if (!Object.hasOwn(operators, name))
    return [`Cannot use the operator "${name}": allowed are ${Object.keys(operators).join(' ')}`]
  const { min, max, takes }: OperatorSpec = operators[name as OperatorName]
  if (given.length < min || (max !== null && given.length > max)) {
    const allowed = max === null ? `${min} or more` : min === max ? String(min) : `${min} to ${max}`
    return [`Cannot use "${name}" with ${given.length} values: allowed are ${allowed}`]
  }
  if (name === 'if' && given.length % 2 === 0)
    return ['Cannot use "if" without a last value: it takes condition, value, … and a value for all else']
  if ((takes[0] === 'path' || takes[0] === 'name') && (typeof given[0] !== 'string' || given[0] === ''))
    return [`Cannot use "${name}" with ${describe(given[0])}: it takes a name written out as text`]
  return []
}

/** What is wrong with the shape of an expression, in sentences: operators, argument counts, depth, size. */
export function checkExpression(expression: Expression): string[] {
  const problems = new Set<string>()
  let nodes = 0
  const visit = (node: Json, depth: number): void => {
    nodes += 1
    if (typeof node !== 'object' || node === null || nodes > mostNodes) return
    if (depth > deepest) {
      problems.add(`Cannot use the condition: it is more than ${deepest} levels deep; name a part of it`)
      return
    }
    if (Array.isArray(node)) {
      for (const item of node) visit(item, depth + 1)
      return
    }
    const [call, ...more] = Object.entries(node)
    if (call === undefined || more.length > 0) {
      const names = Object.keys(node).join(', ') || 'none'
      problems.add(`Cannot use a map with the operators ${names}: exactly one is allowed; join conditions by and / or`)
      return
    }
    const [name, value] = call
    const given = Array.isArray(value) ? value : [value]
    for (const problem of checkCall(name, given)) problems.add(problem)
    for (const each of given) visit(each, depth + 1)
  }
  visit(expression, 0)
  if (nodes > mostNodes)
    problems.add(`Cannot use the condition: it has more than ${mostNodes} parts; name some of them`)
  return [...problems]
}
