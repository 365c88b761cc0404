import { type Database, DatabaseFailure, type Statement } from './database.ts'

const locked = 5
/** Milliseconds between two tries. A transaction of ours takes a fifth of it. */
const pause = 0.5

/**
 * Waits for others that write, at most `patience` milliseconds at a time. SQLite's own waiting sleeps longer each time
 * and leaves the database idle meanwhile.
 */
export function patient(database: Database, patience: number | (() => number)): Database {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  const again = <T>(work: () => T): T => {
    const end = performance.now() + (typeof patience === 'number' ? patience : patience())
    for (;;) {
      try {
        return work()
      } catch (error) {
        const isLocked = error instanceof DatabaseFailure && error.code === locked
        if (!isLocked || performance.now() >= end) throw error
        Atomics.wait(sleeper, 0, 0, pause)
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
