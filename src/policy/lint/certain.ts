import type { Json } from '../../core/event.ts'
import { conditionName, isMap } from '../write-out.ts'

/** Paths of variables that are certainly not null. */
export type Certain = ReadonlySet<string>

/** Stands for a call of a record's tool that is known to be valid, so that it has the fields that each one has. */
export const validCall = 'a valid call'

export const nothingCertain: ReadonlySet<string> = new Set()

const numeric = ['<', '<=', '>', '>=']
/** They find nothing in a value that is null. */
export const searching = ['matches', 'marker', 'mentions', 'glob', 'globOnly', 'runs', 'runsOnly']

/** What named conditions make certain; they may use each other many times over. */
type Known = Map<string, Certain>

/** What is certain where the expression was found to be true. */
export function certainIfTrue(expression: Json, conditions: Record<string, Json>, known: Known = new Map()): Certain {
  const [operator, given] = callOf(expression)
  if (operator === null) return nothingCertain
  const deeper = (each: Json) => certainIfTrue(each, conditions, known)
  switch (operator) {
    case 'cond':
      return ofNamed(expression, 'true', known, (name) => deeper(conditions[name] ?? null))
    case 'var':
      return found(variable(expression))
    case '!!':
      return found(given.flatMap(variable))
    case '!':
      return union(given.map((each) => certainIfFalse(each, conditions, known)))
    case 'and':
      return union(given.map(deeper))
    case '===':
      if (given.includes(true)) return found(given.flatMap(variable))
      return given.some(isNull) ? nothingCertain : comparedWithLiteral(given)
    case '!==':
      return given.some(isNull) ? new Set(given.flatMap(variable)) : nothingCertain
    default:
      if (searching.includes(operator)) return new Set(given.slice(0, 1).flatMap(variable))
      return numeric.includes(operator) ? new Set(given.flatMap(variable)) : nothingCertain
  }
}

/** What is certain where the expression was found to be false. */
export function certainIfFalse(expression: Json, conditions: Record<string, Json>, known: Known = new Map()): Certain {
  const [operator, given] = callOf(expression)
  if (operator === null) return nothingCertain
  const deeper = (each: Json) => certainIfFalse(each, conditions, known)
  switch (operator) {
    case 'cond':
      return ofNamed(expression, 'false', known, (name) => deeper(conditions[name] ?? null))
    case '!':
      return union(given.map((each) => certainIfTrue(each, conditions, known)))
    case 'or':
      return union(given.map(deeper))
    case '===':
      return given.some(isNull) ? new Set(given.flatMap(variable)) : nothingCertain
    default:
      return nothingCertain
  }
}

/** What is certain of variables that are true. */
const found = (paths: readonly string[]): Certain =>
  new Set(paths.includes('event.valid') ? [...paths, validCall] : paths)

/** Each named condition is looked at once; one that uses itself makes nothing certain there. */
function ofNamed(expression: Json, outcome: string, known: Known, look: (name: string) => Certain): Certain {
  const name = conditionName(expression) ?? ''
  const key = `${outcome} ${name}`
  const before = known.get(key)
  if (before !== undefined) return before
  known.set(key, nothingCertain)
  const certain = look(name)
  known.set(key, certain)
  return certain
}

export function union(sets: readonly Certain[]): Certain {
  return new Set(sets.flatMap((set) => [...set]))
}

/** The one operator of a map with its arguments, or null. */
export function callOf(expression: Json): [string, Json[]] | [null, Json[]] {
  if (!isMap(expression)) return [null, []]
  const [entry, ...more] = Object.entries(expression)
  if (!entry || more.length > 0) return [null, []]
  return [entry[0], Array.isArray(entry[1]) ? entry[1] : [entry[1]]]
}

/** The path of `{ var: path }` in a list, or an empty list. */
export function variable(expression: Json): string[] {
  const [operator, [path]] = callOf(expression)
  return operator === 'var' && typeof path === 'string' ? [path] : []
}

function comparedWithLiteral(given: readonly Json[]): Certain {
  const literal = given.some((each) => typeof each !== 'object')
  return literal ? new Set(given.flatMap(variable)) : nothingCertain
}

const isNull = (value: Json): boolean => value === null
