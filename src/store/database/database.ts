/** What SQLite stores in the columns that we have. */
export type Value = string | number | Uint8Array | null
export type Row = Readonly<Record<string, unknown>>

/** One prepared statement; parameters stand in the order of its question marks. */
export interface Statement {
  run: (...parameters: Value[]) => void
  /** The first row; undefined if there is none. */
  get: (...parameters: Value[]) => Row | undefined
  all: (...parameters: Value[]) => Row[]
}

/** A synchronous SQLite database. Whatever SQLite refuses is thrown as a `DatabaseFailure`, and nothing else is. */
export interface Database {
  exec: (sql: string) => void
  /** The same text gives the same statement. */
  prepare: (sql: string) => Statement
  close: () => void
}

/** Opens or makes the database file; `:memory:` is one that nobody else sees. */
export type OpenDatabase = (path: string) => Database

/** How an operation of SQLite is done: what it refuses becomes a `DatabaseFailure`, or is tried again. */
type Way = <T>(work: () => T) => T

/** A statement as a driver has it. */
interface OwnStatement {
  run: (...parameters: Value[]) => unknown
  get: (...parameters: Value[]) => Row | null | undefined
  all: (...parameters: Value[]) => Row[]
}

/** Each text is prepared once, which takes longer than running it; all that its statement does goes this way. */
export function preparing(way: Way, prepare: (sql: string) => OwnStatement): Database['prepare'] {
  const known = new Map<string, Statement>()
  const prepared = (sql: string): Statement => {
    const own = way(() => prepare(sql))
    return {
      run: (...parameters) => {
        way(() => own.run(...parameters))
      },
      get: (...parameters) => way(() => own.get(...parameters)) ?? undefined,
      all: (...parameters) => way(() => own.all(...parameters)),
    }
  }
  return (sql) => {
    const statement = known.get(sql) ?? prepared(sql)
    known.set(sql, statement)
    return statement
  }
}

const full = 13
/** The index of the log cannot grow, which SQLite counts as a fault of the device. */
const noRoomForIndex = 4874

/** Something that SQLite refused. */
export class DatabaseFailure extends Error {
  /** SQLite's result code, such as 5 for a locked database, without what only tells more of the same. */
  readonly code: number
  constructor(code: number, message: string, cause: unknown) {
    super(message, { cause })
    this.code = code === noRoomForIndex ? full : code & 0xff
  }
}

/**
 * Runs `work` as one transaction that writes. Nothing of it stays if it throws, or if the process dies within it.
 */
export function transaction<T>(database: Database, work: () => T): T {
  database.prepare('BEGIN IMMEDIATE').run()
  try {
    const done = work()
    database.prepare('COMMIT').run()
    return done
  } catch (error) {
    rollBack(database)
    throw error
  }
}

/** The same, and on the disk when it returns: what a person said outlives a power failure. */
export function safely<T>(database: Database, work: () => T): T {
  const before = number(database.prepare('PRAGMA synchronous').get() ?? {}, 'synchronous')
  database.exec('PRAGMA synchronous = FULL')
  try {
    return transaction(database, work)
  } finally {
    database.exec(`PRAGMA synchronous = ${before}`)
  }
}

/** Runs `work` so that all its reads see the same state. */
export function reading<T>(database: Database, work: () => T): T {
  database.prepare('BEGIN').run()
  try {
    return work()
  } finally {
    rollBack(database)
  }
}

/** A full disk and some other faults have ended the transaction already. */
function rollBack(database: Database): void {
  try {
    database.prepare('ROLLBACK').run()
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error
  }
}

/** SQLite's code for a value of another kind than its column takes. */
export const mismatch = 20

/** Somebody else has changed the tables: STRICT ones hold what we wrote. */
const unlike = (column: string, why: string): DatabaseFailure =>
  new DatabaseFailure(mismatch, `the column ${column}: ${why}`, null)

/** A column of type TEXT that is not null. */
export function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw unlike(column, 'it is no text')
  return value
}

export function number(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw unlike(column, 'it is no number')
  return value
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw unlike(column, 'it has no bytes')
  return value
}

export const textOrNull = (row: Row, column: string): string | null => (row[column] === null ? null : text(row, column))
export const numberOrNull = (row: Row, column: string): number | null =>
  row[column] === null ? null : number(row, column)
