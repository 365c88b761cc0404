import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { lockSync } from 'proper-lockfile'
import { FileFailure } from '../ports.ts'

/** How long a lock that nobody renews counts, in milliseconds; ours are held for less, so an older one is left from a crash. */
const staleLock = 2000
const pause = 10
/** The library never takes a lock away: two that do so at once can each take the other's fresh one. */
const never = 2 ** 31
const renewal = 1000

/**
 * Locks a file against other processes, waiting at most `milliseconds` without giving control away: what is
 * decided under the lock must be answered at once. Throws `FileFailure`, with the code LOCKED if it stays taken.
 */
export function lockFile(path: string, milliseconds: number): () => void {
  mkdirSync(dirname(path), { recursive: true })
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  const begin = performance.now()
  for (;;) {
    removeLeftOver(`${path}.lock`)
    try {
      return quietly(lockSync(path, { realpath: false, stale: never, update: renewal, onCompromised: takenAway }))
    } catch (error) {
      if (codeOf(error) !== 'ELOCKED') throw error
      if (performance.now() - begin >= milliseconds) {
        throw new FileFailure('LOCKED', `Cannot lock ${path}: another process holds ${path}.lock; end it or try again`)
      }
      Atomics.wait(nobody, 0, 0, pause)
    }
  }
}

/** Removes a lock that a crash left. One process at a time does so, and looks again once it may. */
function removeLeftOver(lock: string): void {
  const turn = `${lock}.turn`
  if (!isLeftOver(lock)) return
  try {
    mkdirSync(turn)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    if (isLeftOver(turn)) removeFolder(turn)
    return
  }
  try {
    if (isLeftOver(lock)) removeFolder(lock)
  } finally {
    removeFolder(turn)
  }
}

function isLeftOver(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found !== undefined && found.mtimeMs < Date.now() - staleLock
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
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
