import type { Json } from '../../../core/event.ts'
import { compute, EvaluationError } from '../../../core/expression.ts'
import { type OperatorName, operators } from '../../../core/operators/table.ts'
import { isMap } from '../../write-out.ts'
import { callOf, nothingCertain } from '../certain.ts'
import type { Declared, Scope } from '../scope.ts'
import { isOperator, typeOf } from '../type-of.ts'
import { numberType, type Type } from '../types.ts'
import { chosen, joined, merged } from './combine.ts'
import { areEqual, exactly, isAtMost, type Known, listOf, type Scalar, someValue, unknown, writtenOf } from './known.ts'
import { type Comparands, comparandsOf, samplesOf } from './samples.ts'

/** Where an expression stands. */
export interface Surroundings {
  scope: Scope
  declared: Declared
  conditions: Record<string, Json>
}

/** What is the same in all cases of an expression, and so is found out once. */
export interface Terms {
  /** The written form of a part, by which it is known again. */
  keyOf: (part: Json) => string
  typeOf: (part: Json) => Type
  comparands: Comparands
}

export function termsOf(expression: Json, { scope, declared, conditions }: Surroundings): Terms {
  const keys = new WeakMap<object, string>()
  const types = new Map<string, Type>()
  const keyOf = (part: Json): string => {
    if (typeof part !== 'object' || part === null) return JSON.stringify(part)
    const known = keys.get(part)
    if (known !== undefined) return known
    const key = JSON.stringify(part)
    keys.set(part, key)
    return key
  }
  return {
    keyOf,
    typeOf: (part) => {
      const key = keyOf(part)
      const known = types.get(key)
      if (known !== undefined) return known
      const type = typeOf(part, scope, declared, nothingCertain)
      types.set(key, type)
      return type
    },
    comparands: comparandsOf(expression, conditions),
  }
}

/** Something that must be known, with the values that it may have. */
interface Question {
  key: string
  samples: readonly Known[]
}

const both = [exactly(true), exactly(false)]

/** They look at the clock, whatever they are given. */
const clocked = ['past', 'within', 'resetTime', 'hours', 'weekday']

/** What is known of an expression in one case, and the first thing that would have to be known. */
export function evaluate(
  whole: Json,
  assumed: ReadonlyMap<string, Known>,
  { keyOf, typeOf, comparands }: Terms,
  conditions: Record<string, Json>,
): { known: Known; question: Question | null } {
  let question: Question | null = null
  /** Named conditions may use each other many times over; one that uses itself is not known there. */
  const bodies = new Map<string, Known>()

  const ask = (key: string, samples: () => readonly Known[]): Known => {
    const known = assumed.get(key)
    if (known !== undefined || question !== null) return known ?? unknown
    const values = samples()
    if (values.length > 0) question = { key, samples: values }
    return unknown
  }
  const either = (key: string): Known => ask(key, () => both)

  const valueOfNamed = (name: string): Known => {
    const before = bodies.get(name)
    if (before !== undefined) return before
    bodies.set(name, unknown)
    const known = Object.hasOwn(conditions, name) ? look(conditions[name] ?? null) : unknown
    bodies.set(name, known)
    return known
  }

  const look = (expression: Json): Known => {
    if (Array.isArray(expression)) return listOf(expression.map((each) => look(each)))
    if (!isMap(expression)) return exactly(expression)
    const [operator, given] = callOf(expression)
    if (operator === null || !isOperator(operator) || !fits(operator, given.length)) return unknown
    switch (operator) {
      case 'var':
        return askTerm(expression, typeOfVariable(expression, given))
      case 'cond':
        return valueOfNamed(String(given[0]))
      case 'and':
      case 'or':
        return joined(lookUntil(given, operator === 'or'), operator === 'or')
      case 'if':
        return chosen(branches(given))
      case '!':
      case '!!': {
        const isTrue = truthOf(given[0] ?? null, look(given[0] ?? null))
        return isTrue === null ? unknown : exactly(isTrue === (operator === '!!'))
      }
      case '===':
      case '!==':
        return compared(given, operator === '===')
      case '<':
      case '<=':
      case '>':
      case '>=':
        return ordered(operator, given)
      case 'in':
        return isAmong(expression, given.map(look))
      case 'merge':
        return merged(given.map(look))
      case 'first':
        return look(given[0] ?? null).items?.[0] ?? computed(expression, operator, given.map(look))
      case 'count':
        return counted(expression, given.map(look))
      default:
        return computed(expression, operator, given.map(look))
    }
  }

  /** Nothing behind what decides is looked at, and nothing asked of it. */
  const lookUntil = (given: readonly Json[], deciding: boolean): Known[] => {
    const parts: Known[] = []
    for (const each of given) {
      const part = look(each)
      parts.push(part)
      if (part.truth === deciding) break
    }
    return parts
  }

  /** The same for tests and what they lead to: `test, value, test, value, other`. */
  const branches = (given: readonly Json[]): Known[] => {
    const parts: Known[] = []
    for (let index = 0; index < given.length; index += 2) {
      const [test = null, value] = given.slice(index, index + 2)
      const known = look(test)
      parts.push(known)
      if (value === undefined) break
      parts.push(known.truth === false ? unknown : look(value))
      if (known.truth === true) break
    }
    return parts
  }

  /** Another file may give a param a value that this one does not know of. */
  const typeOfVariable = (expression: Json, [path]: readonly Json[]): Type => {
    const type = typeOf(expression)
    return String(path).startsWith('params.') ? { ...type, values: null } : type
  }

  const askTerm = (term: Json, type: Type): Known => {
    const key = keyOf(term)
    return ask(key, () => samplesOf(type, comparands.get(key) ?? new Set<Scalar>()))
  }

  const truthOf = (operand: Json, known: Known): boolean | null => known.truth ?? either(`!! ${keyOf(operand)}`).truth

  const compared = (given: readonly Json[], isEqual: boolean): Known => {
    const [left = null, right = null] = given
    const key = [left, right].map(keyOf).sort()
    const found = areEqual(look(left), look(right)) ?? either(`=== ${key.join(' ')}`).truth
    return found === null ? unknown : exactly(found === isEqual)
  }

  /** All four are told by one: `a < b` is that not `b <= a`. */
  const ordered = (operator: string, given: readonly Json[]): Known => {
    const pairs = given.slice(1).map((right, index): [Json, Json] => [given[index] ?? null, right])
    return joined(
      pairs.map(([left, right]) => {
        const [low, high] = operator === '<=' || operator === '>' ? [left, right] : [right, left]
        const key = `<= ${keyOf(low)} ${keyOf(high)}`
        const found = isAtMost(look(low), look(high)) ?? either(key).truth
        return found === null ? unknown : exactly(found === (operator === '<=' || operator === '>='))
      }),
      false,
    )
  }

  const isAmong = (expression: Json, [item = unknown, list = unknown]: readonly Known[]): Known => {
    if (list.truth === false) return exactly(false)
    const found = list.items?.map((each) => areEqual(item, each)) ?? [null]
    if (found.includes(true)) return exactly(true)
    return found.includes(null) ? either(keyOf(expression)) : exactly(false)
  }

  const counted = (expression: Json, given: readonly Known[]): Known => {
    const [list = unknown, ...item] = given
    if (list.truth === false) return exactly(0)
    if (list.items !== null && item.length === 0) return exactly(list.items.length)
    const [subject = null] = callOf(expression)[1]
    const { most } = typeOf(subject).range
    const least = list.truth === true && item.length === 0 ? 1 : 0
    return askTerm(expression, { ...numberType, range: { least, most: list.items?.length ?? most } })
  }

  const computed = (expression: Json, operator: OperatorName, given: readonly Known[]): Known => {
    const written = given.map(writtenOf)
    const finds = operators[operator].gives === 'boolean'
    if (!clocked.includes(operator) && written.every((each) => each !== undefined)) return plain(operator, written)
    // Nothing is found where nothing is sought, and in nothing.
    if (finds && !clocked.includes(operator) && given.slice(0, 2).some(isNothing)) return exactly(false)
    return finds ? either(keyOf(expression)) : unknown
  }

  return { known: look(whole), question }
}

/** False for a number of arguments that another check refuses. */
function fits(operator: OperatorName, count: number): boolean {
  const { min, max } = operators[operator]
  return count >= min && count <= (max ?? count) && !(operator === 'if' && count % 2 === 0)
}

const isNothing = ({ exact, items }: Known): boolean => exact?.value === null || items?.length === 0

function plain(operator: string, written: readonly Json[]): Known {
  try {
    return knownOf(compute({ [operator]: [...written] }, { now: 0, zone: 'UTC' }))
  } catch (error) {
    if (error instanceof EvaluationError) return unknown
    throw error
  }
}

function knownOf(value: Json): Known {
  if (Array.isArray(value)) return listOf(value.map(knownOf))
  return isMap(value) ? someValue(true) : exactly(value)
}
