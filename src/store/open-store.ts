import { bunDatabase } from './database/bun.ts'
import { type Database, type OpenDatabase, number, reading, safely, text, transaction } from './database/database.ts'
import { isKeyThere, readKey, readOrMakeKey } from './key.ts'
import { sealFirstHeads } from './head/first-heads.ts'
import { behindMarks } from './head/head.ts'
import { limitLog } from './log-size.ts'
import { raiseMark, readMarks, removeMarks } from './mark.ts'
import { nodeDatabase } from './database/node.ts'
import { patient, type Waiting } from './database/patient.ts'
import { pageSize, type Place, preparePlace } from './place.ts'
import { attempt, problem, type Result } from './problem.ts'
import { dataVersion, type Open, projectRow, projectStore } from './project-store.ts'
import { upkeep } from './retention.ts'
import { currentVersion, isBuiltAsOurs, lastWithoutHeads, migrate, originOf } from './schema.ts'
import { alwaysThere, type Standing, standingAt } from './put-back.ts'
import { createSealer, type SealedBy, sealedBy, type Sealer } from './seal.ts'
import type { Store, StoreNotice } from './store.ts'
import { readTrusted, removeTrusted, trustMark, writeTrusted } from './tables/trusted.ts'

export interface StoreOptions {
  /** Null: a database in memory that nobody else sees. */
  place: Place | null
  /** Names this process in the lines. */
  process: string
  /**
   * How long another process may keep the database locked, in milliseconds; the host stands still so long. A function is
   * asked each time.
   */
  patience: number | (() => number)
  /** How the waiting is done. */
  waiting?: Waiting
  random: (length: number) => Uint8Array
  /** Opens a database; null where this runtime has no SQLite. */
  sqlite?: OpenDatabase | null
}

/** The SQLite of this runtime, loaded only now; null if it has none. */
export const ownSqlite = (): OpenDatabase | null => bunDatabase() ?? nodeDatabase()

/** Opens the store of a user, or makes it. */
export function openStore(options: StoreOptions): Result<Store> {
  const { place, sqlite = ownSqlite() } = options
  if (sqlite === null)
    return { ok: false, problem: problem('open', 'no-sqlite', { detail: `Node ${process.versions.node}` }) }
  const prepared: Result<boolean> = place === null ? { ok: true, value: false } : preparePlace(place)
  if (!prepared.ok) return prepared
  const path = place?.database ?? ':memory:'
  const opened = attempt('open', path, () => sqlite(path))
  if (!opened.ok) return opened
  const database = patient(opened.value, options.patience, options.waiting)
  const made = attempt('open', path, () => make(database, sqlite, options, path, prepared.value))
  if (made.ok && made.value.ok) return made.value
  attempt('open', path, () => database.close())
  return made.ok ? made.value : made
}

function make(
  database: Database,
  sqlite: OpenDatabase,
  { place, process, random }: StoreOptions,
  path: string,
  isTorn: boolean,
): Result<Store> {
  const origin = originOf(database)
  const isForeign = origin.is === 'foreign' || (origin.is === 'ours' && !isTorn && !isBuiltAsOurs(database, sqlite))
  if (isForeign) return { ok: false, problem: problem('open', 'other-program', { path }) }
  if (origin.is === 'newer') {
    const given = { path, detail: `${origin.version}`, known: `${currentVersion}` }
    return { ok: false, problem: problem('open', 'newer', given) }
  }
  if (isTorn) return { ok: false, problem: problem('open', 'cut-short', { path }) }
  // Only before the first table can a file be told to give space back.
  if (origin.is === 'empty') {
    database.exec(`PRAGMA page_size = ${pageSize}; PRAGMA auto_vacuum = INCREMENTAL`)
    if (place !== null) removeMarks(place.mark)
  }
  const journal = prepareJournal(database, path)
  const isOlder = origin.is === 'empty' || origin.version < currentVersion
  if (isOlder) migrate(database, lastWithoutHeads, () => undefined)
  const notices: StoreNotice[] = journal === 'rollback' ? [noLog(path)] : []
  const key = place === null ? { ok: true as const, value: freshKey(random) } : useKey(database, place, random)
  if (!key.ok) return key
  const { by, bytes, notice } = key.value
  if (notice !== null) notices.push(notice)
  if (isOlder) migrate(database, currentVersion, () => sealFirstHeads(database, by))
  const older = behindMarks(database, by)
  if (older.length > 0) notices.push(setBack(path, older))
  const open: Open = { database, path, by, process, keepMark: markKeeper(place, database, by, process) }
  const standing = place === null ? alwaysThere : standingAt(place, database, bytes, process)
  return { ok: true, value: storeOf(open, standing, journal, notices) }
}

/** The log that lets readers and a writer go on beside each other; some file systems cannot have it. */
function prepareJournal(database: Database, path: string): Store['journal'] {
  const row = database.prepare('PRAGMA journal_mode = WAL').get() ?? {}
  const mode = text(row, 'journal_mode')
  const journal = mode === 'wal' || mode === 'memory' ? mode : 'rollback'
  // A log loses at most the last commits when the power fails; without it only FULL keeps the file whole.
  database.exec(`PRAGMA synchronous = ${journal === 'rollback' ? 'FULL' : 'NORMAL'}`)
  if (journal === 'wal') limitLog(database, path)
  return journal
}

const noLog = (path: string): StoreNotice => ({
  code: 'no-wal',
  message: `${path} lies on a file system that knows no shared memory: sessions wait for each other when they write`,
})

const setBack = (path: string, directories: readonly string[]): StoreNotice => ({
  code: 'set-back',
  message: `${path} is older than what you decided last in ${directories.join(', ')}: what was answered and allowed there has no effect; put the newest copy back, or answer again`,
})

/** With the lock of those who write: of two that raise a mark at once one would take back what the other raised. */
const markKeeper = (
  place: Place | null,
  database: Database,
  { sealer }: SealedBy,
  process: string,
): Open['keepMark'] =>
  place === null
    ? () => undefined
    : (directory, at) => {
        const raise = () => raiseMark(place.mark, sealer, directory, at, process)
        attempt('write', place.database, () => transaction(database, raise))
      }

interface Key {
  by: SealedBy
  bytes: Uint8Array
  notice: StoreNotice | null
}

function freshKey(random: StoreOptions['random']): Key {
  const bytes = random(32)
  return { by: sealedBy(createSealer(bytes), 0, new Map()), bytes, notice: null }
}

/** Reads the key, or makes one and says what was sealed before. */
function useKey(database: Database, place: Place, random: StoreOptions['random']): Result<Key> {
  const lying = readKey(place.key)
  const usual = lying === null ? null : createSealer(lying)
  // Whoever only reads waits for nobody who writes.
  if (lying !== null && usual !== null && usual.id === meta(database, 'key'))
    return { ok: true, value: { by: sealedAt(database, place, usual), bytes: lying, notice: null } }
  // A process may die between the key and its first word of it: the next one must not take this database for another.
  if (meta(database, 'key') === null && !isKeyThere(place.key)) setMeta(database, 'makes key', 'yes')
  return transaction(database, () => {
    const known = meta(database, 'key')
    const found = readOrMakeKey(place.key, known !== null, random)
    if (!found.ok) return found
    const sealer = createSealer(found.value.key)
    const upTo = number(database.prepare('SELECT coalesce(max(rowid), 0) AS place FROM lines').get() ?? {}, 'place')
    const lost = known !== null && known !== sealer.id
    if (known !== sealer.id) setMeta(database, 'key', sealer.id)
    if (lost) setMeta(database, 'lost up to', `${upTo}`)
    const isOlder = known === null && !found.value.made && meta(database, 'makes key') === null
    const notice = lost ? keyLost(place.key) : isOlder ? databaseGone(place) : null
    return { ok: true, value: { by: sealedAt(database, place, sealer), bytes: found.value.key, notice } }
  })
}

const sealedAt = (database: Database, { mark }: Place, sealer: Sealer): SealedBy =>
  sealedBy(sealer, Number(meta(database, 'lost up to') ?? 0), readMarks(mark, sealer))

const keyLost = (path: string): StoreNotice => ({
  code: 'key-lost',
  message: `The key ${path} is not the one of before: what was written with that one cannot be told from a forgery and has no effect; put the old key back, or answer again`,
})

const databaseGone = ({ database, key }: Place): StoreNotice => ({
  code: 'database-gone',
  message: `${database} is new, but ${key} is older: earlier nights are not in it; put a copy of the database back if you have one`,
})

function meta(database: Database, name: string): string | null {
  const row = database.prepare('SELECT value FROM meta WHERE name = ?').get(name)
  return row === undefined ? null : text(row, 'value')
}

function setMeta(database: Database, name: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value)
}

function storeOf(open: Open, standing: Standing, journal: Store['journal'], notices: readonly StoreNotice[]): Store {
  const { database, path, by } = open
  /** What a person trusts outlives a power failure, and with its mark also an older copy. */
  const word = <T extends { revision: number }>(work: () => T): Result<T> => {
    const done = attempt('write', path, () => safely(database, work))
    if (!done.ok) return done
    by.floors.set(trustMark, done.value.revision)
    open.keepMark(trustMark, done.value.revision)
    return done
  }
  return {
    journal,
    notices,
    project: (directory) => {
      const row = projectRow(open, directory)
      return row.ok ? { ok: true, value: projectStore(open, row.value) } : row
    },
    version: () => dataVersion(open),
    trusted: (directory) => attempt('read', path, () => reading(database, () => readTrusted(database, by, directory))),
    trust: (given) => {
      const done = word(() => writeTrusted(database, by, given))
      return done.ok ? { ok: true, value: undefined } : done
    },
    distrust: (directory) => {
      const done = word(() => removeTrusted(database, by, directory))
      return done.ok ? { ok: true, value: done.value.isGone } : done
    },
    ...standing,
    ...upkeep(open),
    close: () => attempt('write', path, () => database.close()),
  }
}
