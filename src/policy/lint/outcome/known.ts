import type { Json } from '../../../core/event.ts'

export type Scalar = null | boolean | number | string

/** Where a number lies. `open`: neither end is meant itself. */
export interface Interval {
  low: number
  high: number
  open: boolean
}

/** What is known of a value before anything is read. */
export interface Known {
  /** If it counts as true; null: it may count as either. */
  truth: boolean | null
  /** The value itself, in a map since null is a value; null: it is not known, or a list. */
  exact: { value: Scalar } | null
  /** The entries of a list that is written out. */
  items: readonly Known[] | null
  /** True for a list that is made here, and so is never the same as another one. */
  isNew: boolean
  /** Where a number lies that is not known. */
  within: Interval | null
  /** Values that it certainly is not. */
  not: ReadonlySet<Scalar>
}

const nothing: ReadonlySet<Scalar> = new Set()

export const unknown: Known = {
  truth: null,
  exact: null,
  items: null,
  isNew: false,
  within: null,
  not: nothing,
}

export const exactly = (value: Scalar): Known => ({ ...unknown, truth: Boolean(value), exact: { value } })
export const someValue = (truth: boolean | null): Known => ({ ...unknown, truth })
export const otherThan = (values: Iterable<Scalar>): Known => ({ ...unknown, truth: true, not: new Set(values) })

/** A list of these entries; a new one unless it is what a variable holds. */
export const listOf = (items: readonly Known[], isNew = true): Known => ({
  ...unknown,
  truth: items.length > 0,
  items,
  isNew,
})

export function numberIn(within: Interval): Known {
  const hasZero = within.open ? within.low < 0 && within.high > 0 : within.low <= 0 && within.high >= 0
  if (!within.open && within.low === within.high) return exactly(within.low)
  return { ...unknown, truth: hasZero ? null : true, within }
}

/** The value as it is written; undefined where a part of it is not known. */
export function writtenOf({ exact, items }: Known): Json | undefined {
  if (exact !== null) return exact.value
  if (items === null) return undefined
  const written = items.map(writtenOf)
  return written.every((item) => item !== undefined) ? written : undefined
}

/** If `===` finds two values equal; null: that is not known. */
export function areEqual(left: Known, right: Known): boolean | null {
  if (left.exact !== null && right.exact !== null) return left.exact.value === right.exact.value
  if (left.isNew || right.isNew) return false
  if (left.truth !== null && right.truth !== null && left.truth !== right.truth) return false
  return differs(left, right) || differs(right, left) ? false : null
}

function differs({ exact }: Known, { not, within, items }: Known): boolean {
  if (exact === null) return false
  return not.has(exact.value) || items !== null || (within !== null && !isInside(exact.value, within))
}

function isInside(value: Scalar, { low, high, open }: Interval): boolean {
  if (typeof value !== 'number') return false
  return open ? value > low && value < high : value >= low && value <= high
}

/** If the left number is at most the right one; null: that is not known, or one is no number. */
export function isAtMost(left: Known, right: Known): boolean | null {
  const [a, b] = [intervalOf(left), intervalOf(right)]
  if (a === null || b === null) return null
  if (a.high <= b.low) return true
  if (a.low > b.high || (a.low === b.high && (a.open || b.open))) return false
  return null
}

function intervalOf({ exact, within }: Known): Interval | null {
  const value = exact?.value
  return typeof value === 'number' ? { low: value, high: value, open: false } : within
}

/** What is known of a value that is one of these. */
export function oneOf(all: readonly Known[]): Known {
  const [first = unknown, ...rest] = all
  const isSame = rest.every((each) => JSON.stringify(each.exact) === JSON.stringify(first.exact))
  if (isSame && first.exact !== null) return first
  return someValue(rest.every(({ truth }) => truth === first.truth) ? first.truth : null)
}
