import type { Json } from '../../core/event.ts'
import { operators, weekdays } from '../../core/operators/table.ts'
import { type Certain, callOf, validCall } from './certain.ts'
import { type Declared, isInValidCalls, readVariable, type Scope } from './scope.ts'
import {
  anyType,
  booleanType,
  listType,
  literalType,
  numberType,
  orNull,
  stringType,
  type Type,
  timeType,
  unify,
} from './types.ts'

const results: Record<string, Type> = {
  boolean: booleanType,
  number: numberType,
  string: stringType,
  list: listType,
  any: anyType,
}

/** What an expression gives where it stands; `any` where that cannot be known. */
export function typeOf(expression: Json, scope: Scope, declared: Declared, certain: Certain): Type {
  const [operator, given] = callOf(expression)
  if (operator === null) return literalType(expression)
  if (operator === 'var') {
    const path = String(given[0])
    const read = readVariable(path, scope, declared)
    if (!read.ok) return anyType
    const isThere = certain.has(path) || (certain.has(validCall) && isInValidCalls(path, scope, declared))
    return isThere ? { ...read.value, nullable: false } : read.value
  }
  if (operator === 'if') {
    const branches = given.filter((_, index) => index % 2 === 1 || index === given.length - 1)
    return unify(branches.map((branch) => typeOf(branch, scope, declared, certain)))
  }
  if (operator === 'first') {
    const list = typeOf(given[0] ?? null, scope, declared, certain)
    return orNull(list.item ?? anyType)
  }
  if (operator === 'resetTime') return orNull(timeType)
  if (operator === 'weekday') return orNull({ ...stringType, values: [...weekdays] })
  if (reckoning.includes(operator)) {
    const units = given.map((each) => typeOf(each, scope, declared, certain).unit)
    return { ...numberType, unit: unitOf(operator, units) }
  }
  const spec = isOperator(operator) ? operators[operator] : undefined
  return spec ? (results[spec.gives] ?? anyType) : anyType
}

const reckoning = ['+', '-', 'min', 'max']

/** What comes of points and lengths of time; null where that is not certain. */
function unitOf(operator: string, units: readonly Type['unit'][]): Type['unit'] {
  const [first = null, second = null] = units
  if (units.includes(null) || (operator === '-' && units.length !== 2)) return null
  const times = units.filter((unit) => unit === 'time').length
  if (times === 0) return 'duration'
  if (operator === '+') return times === 1 ? 'time' : null
  if (operator === '-') return first === 'time' ? (second === 'time' ? 'duration' : 'time') : null
  return times === units.length ? 'time' : null
}

/** False for what another check refuses anyway: unknown operators and variables, maps that are no operator. */
export function isUnderstood(expression: Json, scope: Scope, declared: Declared): boolean {
  const [operator, given] = callOf(expression)
  if (operator === null) return typeof expression !== 'object' || expression === null || Array.isArray(expression)
  return operator === 'var' ? readVariable(String(given[0]), scope, declared).ok : isOperator(operator)
}

export function isOperator(name: string): name is keyof typeof operators {
  return Object.hasOwn(operators, name)
}
