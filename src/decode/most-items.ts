import { mostItems } from '../core/records/newest.ts'

/** The first items of such a list; the last one says how many there were. */
export const firstItems = (items: readonly string[]): string[] =>
  items.length <= mostItems
    ? [...items]
    : [...items.slice(0, mostItems), `${items.length - mostItems} more … [cut; ${items.length} items in all]`]
