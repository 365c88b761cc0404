import { closeSync, fstatSync, lstatSync, mkdirSync, openSync, rmdirSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { FileFailure } from '../ports.ts'

/** How long a lock counts, in milliseconds; ours are held for less, so an older one is left from a crash. */
const staleLock = 2000
const pause = 1

/**
 * Locks a file against other processes, waiting at most `milliseconds` without giving control away: what is
 * decided under the lock must be answered at once. Throws `FileFailure`, with the code LOCKED if it stays taken.
 */
export function lockFile(path: string, milliseconds: number): () => void {
  const lock = `${path}.lock`
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  const begin = performance.now()
  for (;;) {
    const taken = take(lock)
    if (taken !== null) return taken
    if (removeLeftOver(path, lock)) continue
    if (performance.now() - begin >= milliseconds) {
      throw new FileFailure('LOCKED', `Cannot lock ${path}: another process holds ${lock}; end it or try again`)
    }
    Atomics.wait(nobody, 0, 0, pause)
  }
}

/** Makes the lock, and its folder if there is none; null if it is there. The result gives it back. */
function take(lock: string): (() => void) | null {
  try {
    const file = openSync(lock, 'wx')
    return () => giveBack(lock, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null
    if (codeOf(error) !== 'ENOENT' || mkdirSync(dirname(lock), { recursive: true }) === undefined) throw error
    return take(lock)
  }
}

/** A lock that was taken away is no longer ours to give back; as long as the file is open no other one has its number. */
function giveBack(lock: string, file: number): void {
  const isOurs = lstatSync(lock, { throwIfNoEntry: false })?.ino === fstatSync(file).ino
  closeSync(file)
  if (isOurs) remove(lock)
}

/** Removes a lock that a crash left; true if it did. One process at a time does so, and looks again once it may. */
function removeLeftOver(path: string, lock: string): boolean {
  const turn = `${lock}.turn`
  if (!isLeftOver(lock)) return false
  const done = take(turn)
  if (done === null) {
    if (isLeftOver(turn)) clear(path, turn)
    return false
  }
  try {
    const isGone = isLeftOver(lock)
    if (isGone) clear(path, lock)
    return isGone
  } finally {
    done()
  }
}

/** No process holds a lock from tomorrow: its clock was ahead. And none of ours is a link or a device. */
function isLeftOver(lock: string): boolean {
  const found = lstatSync(lock, { throwIfNoEntry: false })
  if (found === undefined) return false
  return !(found.isFile() || found.isDirectory()) || Math.abs(found.mtimeMs - Date.now()) > staleLock
}

/** Removes what stands in the place of a lock. */
function clear(path: string, lock: string): void {
  try {
    remove(lock)
  } catch (error) {
    const code = codeOf(error)
    const isFilled = code === 'ENOTEMPTY' || code === 'EEXIST'
    const state = isFilled ? 'is a folder with something in it, which no lock is' : `cannot be taken away, ${code}`
    throw new FileFailure('LOCKED', `Cannot lock ${path}: ${lock} ${state}; remove it`, { cause: error })
  }
}

/** Version 0.1 made folders. */
function remove(lock: string): void {
  try {
    if (lstatSync(lock).isDirectory()) rmdirSync(lock)
    else unlinkSync(lock)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
}
