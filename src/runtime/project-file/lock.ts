import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { lockSync } from 'proper-lockfile'
import { FileFailure } from '../ports.ts'

/** How long a lock that nobody renews counts, in milliseconds; ours are held for less, so an older one is left from a crash. */
const staleLock = 2000
const pause = 10

/**
 * Locks a file against other processes, waiting at most `milliseconds` without giving control away: what is
 * decided under the lock must be answered at once. Throws `FileFailure`, with the code LOCKED if it stays taken.
 */
export function lockFile(path: string, milliseconds: number): () => void {
  mkdirSync(dirname(path), { recursive: true })
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  const begin = performance.now()
  for (;;) {
    try {
      return quietly(lockSync(path, { realpath: false, stale: staleLock, onCompromised: takenAway }))
    } catch (error) {
      if (codeOf(error) !== 'ELOCKED') throw error
      if (performance.now() - begin >= milliseconds) {
        throw new FileFailure('LOCKED', `Cannot lock ${path}: another process holds ${path}.lock; end it or try again`)
      }
      Atomics.wait(nobody, 0, 0, pause)
    }
  }
}

/** Somebody took the lock for one left over by a crash: the library would throw from a timer and end the host. */
function takenAway(): undefined {
  return undefined
}

/** A lock that was taken away is no longer ours to give back. */
function quietly(unlock: () => void): () => void {
  return () => {
    try {
      unlock()
    } catch (error) {
      if (!['ERELEASED', 'ENOTACQUIRED', 'ENOENT'].includes(codeOf(error))) throw error
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
}
