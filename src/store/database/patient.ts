import { type Database, DatabaseFailure, type Statement } from './database.ts'

const locked = 5
/** How time passes for whoever waits for a locked database, in milliseconds. */
export interface Waiting {
  now: () => number
  /** Stands still. */
  sleep: (milliseconds: number) => void
}

export function realWaiting(): Waiting {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  return {
    now: () => performance.now(),
    sleep: (milliseconds) => void Atomics.wait(sleeper, 0, 0, milliseconds),
  }
}

/** Milliseconds between two tries. A transaction of ours takes a fifth of it. */
const pause = 0.5

/**
 * Waits for others that write, at most `patience` milliseconds at a time. SQLite's own waiting sleeps longer each time
 * and leaves the database idle meanwhile.
 */
export function patient(
  database: Database,
  patience: number | (() => number),
  { now, sleep }: Waiting = realWaiting(),
): Database {
  const again = <T>(work: () => T): T => {
    const end = now() + (typeof patience === 'number' ? patience : patience())
    for (;;) {
      try {
        return work()
      } catch (error) {
        const isLocked = error instanceof DatabaseFailure && error.code === locked
        if (!isLocked || now() >= end) throw error
        sleep(pause)
      }
    }
  }
  const known = new Map<string, Statement>()
  const prepare = (sql: string): Statement => {
    const statement = again(() => database.prepare(sql))
    return {
      run: (...parameters) => again(() => statement.run(...parameters)),
      get: (...parameters) => again(() => statement.get(...parameters)),
      all: (...parameters) => again(() => statement.all(...parameters)),
    }
  }
  return {
    exec: (sql) => again(() => database.exec(sql)),
    prepare: (sql) => {
      const statement = known.get(sql) ?? prepare(sql)
      known.set(sql, statement)
      return statement
    },
    close: () => again(() => database.close()),
  }
}
