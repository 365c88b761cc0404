import { listOf, numberOf } from './arguments.ts'
import { describe, EvaluationError } from './error.ts'
import { memo } from './memo.ts'

/** Own properties of maps only: texts, lists and inherited names have none. */
export function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) return null
  return (value as Record<string, unknown>)[key] ?? null
}

const keysOf = memo(2000, (path) => path.split('.'))

/** The value at a dotted path; null where any part of the path is missing. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root
  for (const key of keysOf(path)) value = ownValue(value, key)
  return value
}

export function includes(item: unknown, list: unknown): boolean {
  if (typeof list === 'string')
    throw new EvaluationError('Cannot compute "in": it wants a list, got a text; use runs, glob or matches for texts')
  return listOf(list, 'in').includes(item)
}

/** Joins lists and single values into one list; nulls are left out. */
export function merge(...values: unknown[]): unknown[] {
  return values.flat().filter((value) => value !== null && value !== undefined)
}

/** What is in the first list and not in the second. */
export function without(list: unknown, others: unknown): unknown[] {
  const left = listOf(others, 'without')
  return listOf(list, 'without').filter((item) => !left.includes(item))
}

/** How many items a list has, or how many are equal to `item`. */
export function count(list: unknown, ...item: unknown[]): number {
  const items = listOf(list, 'count')
  return item.length === 0 ? items.length : items.filter((other) => other === item[0]).length
}

export function get(map: unknown, key: unknown): unknown {
  if (Array.isArray(map)) throw new EvaluationError('Cannot compute "get": it wants a map, got a list; use first')
  if (key !== null && typeof key !== 'string')
    throw new EvaluationError(`Cannot compute "get": it wants a text as key, got ${describe(key)}`)
  return key === null ? null : ownValue(map, key)
}

export function first(list: unknown): unknown {
  return listOf(list, 'first')[0] ?? null
}

const comparing =
  (operator: string, holds: (left: number, right: number) => boolean) =>
  (...values: unknown[]): boolean => {
    const chain = values.map((value) => numberOf(value, operator))
    return chain.every((value, place) => place === 0 || holds(chain[place - 1] ?? value, value))
  }

const reducing =
  (operator: string, join: (sum: number, next: number) => number) =>
  (...values: unknown[]): number => {
    const result = values.map((value) => numberOf(value, operator)).reduce(join)
    return numberOf(result, operator)
  }

export const numbers = {
  '<': comparing('<', (left, right) => left < right),
  '<=': comparing('<=', (left, right) => left <= right),
  '>': comparing('>', (left, right) => left > right),
  '>=': comparing('>=', (left, right) => left >= right),
  '+': reducing('+', (sum, next) => sum + next),
  '-': reducing('-', (sum, next) => sum - next),
  '*': reducing('*', (sum, next) => sum * next),
  min: reducing('min', (least, next) => Math.min(least, next)),
  max: reducing('max', (most, next) => Math.max(most, next)),
}
