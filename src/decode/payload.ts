import type { Json } from '../core/event.ts'

/** Longer texts are no JSON of a model: for a million brackets the parser takes more than twice the time of half. */
export const longestJson = 250_000

/** Something that the host handed over; nothing in it is believed, every field is read with a check. */
export type Payload = Readonly<Record<string, unknown>>

/** The value as a payload; an empty one if it is no object. */
export function fieldsOf(value: unknown): Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : {}
}

/** The value if it is a text that is not empty. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** The value if it is a finite number. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The value if it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The texts in a list; whatever else stands there is left out. */
export function textsOf(value: unknown): string[] {
  return listOf(value).filter((item): item is string => typeof item === 'string' && item !== '')
}

/** A copy of the value as JSON; null for what JSON cannot say. */
export function jsonOf(value: unknown): Json {
  try {
    const written: string | undefined = JSON.stringify(value)
    return written === undefined ? null : (JSON.parse(written) as Json)
  } catch {
    return null
  }
}
