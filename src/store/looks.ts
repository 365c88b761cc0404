import { type Database, number, numberOrNull } from './database/database.ts'

/** So many times the usual gap between two looks is believed of a clock. */
const longestGap = 7

/**
 * Looks for old nights, unless another process did so within `every` milliseconds: then null. Gives the time that has
 * been counted over all looks. A clock may jump, so a gap counts as it is only up to a week of looks; a longer one
 * counts as a single `every`, and one that leads back as nothing. Call it within a transaction.
 */
export function lookFor(database: Database, now: number, every: number): number | null {
  const known = database.prepare('SELECT counted, at FROM looks ORDER BY counted DESC LIMIT 1').get()
  const gap = known === undefined ? 0 : now - number(known, 'at')
  if (known !== undefined && gap >= 0 && gap < every) return null
  const counted = (known === undefined ? 0 : number(known, 'counted')) + timeIn(gap, every)
  database
    .prepare('INSERT OR REPLACE INTO looks (counted, at, last) VALUES (?, ?, ?)')
    .run(counted, now, last(database))
  return counted
}

function timeIn(gap: number, every: number): number {
  if (gap < 0) return 0
  return gap <= longestGap * every ? gap : every
}

/** The place of the last line that was there when so much had been counted; 0 if nobody had looked by then. */
export function lastAt(database: Database, counted: number): number {
  const row = database.prepare('SELECT max(last) AS last FROM looks WHERE counted <= ?').get(counted) ?? {}
  return numberOrNull(row, 'last') ?? 0
}

/** Places behind the last line are given again. Call it where lines were taken away. */
export function freePlaces(database: Database): void {
  database.prepare('UPDATE looks SET last = ?1 WHERE last > ?1').run(last(database))
}

const last = (database: Database): number =>
  number(database.prepare('SELECT coalesce(max(rowid), 0) AS last FROM lines').get() ?? {}, 'last')
