import type { Json } from '../../core/event.ts'
import type { Path } from '../yaml/tree.ts'
import { conditionName, isMap } from '../write-out.ts'
import { type Certain, certainIfFalse, certainIfTrue, nothingCertain, union } from './certain.ts'
import type { Scope } from './scope.ts'

/** One operator with its arguments, where it stands. */
export interface Call {
  operator: string
  given: readonly Json[]
  /** Path of the map that holds the operator. */
  path: Path
  /** Path of one argument. */
  at: (index: number) => Path
  scope: Scope
  certain: Certain
  /** True under an odd number of "!". */
  negated: boolean
}

/** A place where true or false is wanted. */
export interface ConditionPlace {
  value: Json
  path: Path
  scope: Scope
  certain: Certain
  /** True where a person wrote a whole condition: `when`, or one with a name. */
  whole: boolean
  /** True under an odd number of "!". */
  negated: boolean
}

/** A map with no operator, or more than one. */
export interface OddMap {
  value: { [key: string]: Json }
  path: Path
}

export interface Visited {
  calls: Call[]
  conditions: ConditionPlace[]
  odd: OddMap[]
}

/** Named conditions may use each other many times over; what is longer than this is refused elsewhere. */
const mostCalls = 1000

/** Walks through an expression and the named conditions that it uses, and notes what stands where. */
export function visitExpression(
  start: { value: Json; path: Path; scope: Scope; certain: Certain },
  conditions: Record<string, Json>,
  into: Visited,
): void {
  const limit = into.calls.length + mostCalls
  const walk = (value: Json, path: Path, certain: Certain, negated: boolean, open: readonly string[]): void => {
    const { scope } = start
    if (into.calls.length > limit) return
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, [...path, index], certain, negated, open)
      return
    }
    if (!isMap(value)) return
    const [entry, ...more] = Object.entries(value)
    if (!entry || more.length > 0) {
      into.odd.push({ value, path })
      return
    }
    const [operator, argument] = entry
    const given = Array.isArray(argument) ? argument : [argument]
    const at = (index: number): Path => (Array.isArray(argument) ? [...path, operator, index] : [...path, operator])
    into.calls.push({ operator, given, path, at, scope, certain, negated })
    if (operator === 'var') return
    if (operator === 'cond') {
      const name = conditionName(value)
      const found = name === null || open.includes(name) ? undefined : conditions[name]
      if (name !== null && found !== undefined) {
        into.conditions.push({ value: found, path: ['conditions', name], scope, certain, whole: true, negated })
        walk(found, ['conditions', name], certain, negated, [...open, name])
      }
      return
    }
    const isLogic = operator === 'and' || operator === 'or' || operator === 'if'
    given.forEach((each, index) => {
      const before = isLogic ? certainBefore(operator, given.slice(0, index), conditions) : nothingCertain
      const known = before.size > 0 ? union([certain, before]) : certain
      const isTest =
        operator === 'and' || operator === 'or' || (operator === 'if' && index % 2 === 0 && index < given.length - 1)
      if (isTest) into.conditions.push({ value: each, path: at(index), scope, certain: known, whole: false, negated })
      walk(each, at(index), known, operator === '!' ? !negated : negated, open)
    })
  }
  walk(start.value, start.path, start.certain, false, [])
}

/** What the arguments before one settle for it. */
function certainBefore(operator: string, before: readonly Json[], conditions: Record<string, Json>): Certain {
  if (operator === 'and') return union(before.map((each) => certainIfTrue(each, conditions)))
  if (operator === 'or') return union(before.map((each) => certainIfFalse(each, conditions)))
  if (operator !== 'if') return nothingCertain
  return union(
    before.map((each, index) => {
      if (index % 2 === 1) return nothingCertain
      return index === before.length - 1 && before.length % 2 === 1
        ? certainIfTrue(each, conditions)
        : certainIfFalse(each, conditions)
    }),
  )
}
