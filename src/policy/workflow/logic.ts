import type { Json } from '../../core/event.ts'

/** A map with one operator, as it stands in a policy. */
export const read = (path: string): Json => ({ var: path })
export const is = (value: Json, other: Json): Json => ({ '===': [value, other] })
export const isNot = (value: Json, other: Json): Json => ({ '!==': [value, other] })
export const not = (condition: Json): Json => ({ '!': condition })
export const oneOf = (value: Json, list: Json): Json => ({ in: [value, list] })
export const entry = (map: string, key: Json): Json => ({ get: [read(map), key] })
export const exists = (value: Json): Json => ({ '!!': value })

/** All of them; one condition stands for itself. */
export function all(...conditions: Json[]): Json {
  const [first, ...more] = conditions
  return first !== undefined && more.length === 0 ? first : { and: conditions }
}

export function any(...conditions: Json[]): Json {
  const [first, ...more] = conditions
  return first !== undefined && more.length === 0 ? first : { or: conditions }
}
