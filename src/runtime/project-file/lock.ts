import { closeSync, fstatSync, lstatSync, mkdirSync, openSync, rmdirSync, unlinkSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { FileFailure } from '../ports.ts'
import { readPlainFile } from '../reading/read-file.ts'

/** How long a lock of which nobody knows whose it is counts, in milliseconds; ours are held for less. */
const staleLock = 2000
/** The same for one whose process is there: a machine that is busy may stop it in its midst for a while. */
const heldTooLong = 60_000
const pause = 1
const longestName = 300
/** Nothing that we wrote is larger, in bytes. */
const largestLock = 10_000
/** What a lock holds: on which machine, and which process. */
const ownName = `${hostname()} ${process.pid}`

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
    sign(file)
    return () => giveBack(lock, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null
    if (codeOf(error) !== 'ENOENT' || mkdirSync(dirname(lock), { recursive: true }) === undefined) throw error
    return take(lock)
  }
}

/** On a full disk a lock stays without a name, and counts by its age. */
function sign(file: number): void {
  try {
    writeSync(file, ownName)
  } catch (error) {
    if (codeOf(error) === 'UNKNOWN') throw error
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
  if (!(found.isFile() || found.isDirectory())) return true
  const age = Math.abs(found.mtimeMs - Date.now())
  const isThere = found.isFile() ? holderOf(lock) : null
  return isThere === null ? age > staleLock : !isThere || age > heldTooLong
}

/** Whether the process that holds a lock is there; null if the lock does not say, or names another machine. */
function holderOf(lock: string): boolean | null {
  const name = nameIn(lock)
  const [machine, id = ''] = name.split(' ')
  if (machine !== hostname() || !/^\d{1,9}$/.test(id)) return null
  try {
    return process.kill(Number(id), 0)
  } catch (error) {
    // It is there if it only belongs to somebody else.
    return codeOf(error) !== 'ESRCH'
  }
}

/** Empty for a lock that is just being made, or gone. */
function nameIn(lock: string): string {
  try {
    return readPlainFile(lock, largestLock).slice(0, longestName)
  } catch (error) {
    if (codeOf(error) === 'UNKNOWN') throw error
    return ''
  }
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
