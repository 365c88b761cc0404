import { type Database, DatabaseFailure, preparing } from './database.ts'

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
  return {
    exec: (sql) => again(() => database.exec(sql)),
    prepare: preparing(again, database.prepare),
    close: () => again(() => database.close()),
  }
}
