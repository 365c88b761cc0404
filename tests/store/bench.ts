import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, ownSqlite, type StoreOptions } from '../../src/store/open-store.ts'
import { type Place, placeIn } from '../../src/store/place.ts'
import type { Result } from '../../src/store/problem.ts'
import type { Commit, Committed, NewGrant, NewLine, ProjectStore, WrittenRecord, Store } from '../../src/store/store.ts'

export const freshPlace = (): Place => placeIn(join(mkdtempSync(join(tmpdir(), 'diverter-store-')), 'state'))

export const options = (place: Place | null, process = 'p1'): StoreOptions => ({
  place,
  process,
  patience: 5000,
  random: randomBytes,
})

/** The value, or the problem thrown. */
export function value<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(`${result.problem.code}: ${result.problem.message}`)
}

export const open = (place: Place | null, process?: string): Store => value(openStore(options(place, process)))

export const directory = '/home/person/project'

export const project = (store: Store, where = directory): ProjectStore => value(store.project(where))

export const line = (body: object, at = 1000, kind = 'decision'): NewLine => ({ at, kind, body: JSON.stringify(body) })

/** Lines for the tree `r`. */
export function lines(...bodies: object[]): Commit {
  return { trees: [{ root: 'r', after: null, lines: bodies.map((body) => line(body)) }], revision: null }
}

/** What was written; throws if others were faster. */
export function done(result: Result<Committed>): Extract<Committed, { result: 'done' }> {
  const committed = value(result)
  if (committed.result === 'done') return committed
  throw new Error('Cannot commit: others were faster')
}

export const record = (number: number, more: Partial<WrittenRecord> = {}): WrittenRecord => ({
  prefix: 'b',
  number,
  root: 'r',
  kind: 'blocker',
  fingerprint: `f${number}`,
  status: 'open',
  at: 1000,
  body: '{}',
  isNew: true,
  ...more,
})

export const grant: NewGrant = {
  fingerprint: 'f1',
  subject: 'git push',
  reach: 'once',
  record: 'b1',
  at: 5,
  via: 'terminal',
  name: 'Ada',
}

/** Changes the database as somebody without the key would. */
export function tamper(place: Place, ...statements: string[]): void {
  const sqlite = ownSqlite()
  if (sqlite === null) throw new Error('Cannot tamper: there is no SQLite')
  const database = sqlite(place.database)
  try {
    for (const sql of statements) database.exec(sql)
  } finally {
    database.close()
  }
}
