import { describe, EvaluationError } from './error.ts'

/** Numbers are strict: null never counts as 0, so a missing value is an error and not a low number. */
export function numberOf(value: unknown, operator: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new EvaluationError(
    `Cannot compute "${operator}": it wants numbers, got ${describe(value)}; test it with "!!" first`,
  )
}

/** A text, or null where there is none. */
export function textOf(value: unknown, operator: string): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  throw new EvaluationError(`Cannot compute "${operator}": it wants a text, got ${describe(value)}`)
}

/** A list; null is an empty one. */
export function listOf(value: unknown, operator: string): readonly unknown[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value
  throw new EvaluationError(`Cannot compute "${operator}": it wants a list, got ${describe(value)}`)
}

/** Texts from one text or a list; lists within the list are opened once and nulls are left out. */
export function textsOf(value: unknown, operator: string): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  return listOf(value, operator)
    .flat()
    .filter((item) => item !== null && item !== undefined)
    .map((item) => {
      if (typeof item === 'string') return item
      throw new EvaluationError(`Cannot compute "${operator}": it wants texts, got ${describe(item)} in the list`)
    })
}
