import { randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, linkSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { storePlace } from '../store/place.ts'

/** Bytes of a key. */
const length = 32

/** Where the key of this user's halves lies: beside the store, which only this user may read; null without a home. */
export function sharedKeyPath(): string | null {
  const place = storePlace({ env: process.env, platform: process.platform, home: homedir() })
  return place.ok ? join(place.value.folder, 'channel.key') : null
}

/** The key; null if there is none, or if the file is not as we leave it. */
export function readSharedKey(path: string): Uint8Array | null {
  const file = opened(path, constants.O_RDONLY | noFollow)
  if (file === null) return null
  try {
    const stats = fstatSync(file)
    // On Windows the mode says nothing, and the folder is the user's.
    const isOurs = process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0)
    const bytes = new Uint8Array(length)
    return isOurs && stats.isFile() && stats.size === length && readSync(file, bytes) === length ? bytes : null
  } finally {
    closeSync(file)
  }
}

/** The same; made if there is none. Of several that make it at once all get the same. */
export function makeSharedKey(folder: string, path: string): Uint8Array | null {
  const found = readSharedKey(path)
  if (found !== null) return found
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  const file = opened(fresh, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow)
  if (file === null) return null
  try {
    writeSync(file, randomBytes(length))
  } finally {
    closeSync(file)
  }
  try {
    linkSync(fresh, path)
  } catch (error) {
    // Somebody was faster, or no file can be made there: what lies there tells.
    if (!isSystemError(error)) throw error
  } finally {
    rmSync(fresh, { force: true })
  }
  return readSharedKey(path)
}

/** Windows has no such flag, and no links without a right of their own. */
const noFollow = constants.O_NOFOLLOW ?? 0

/** Null where the file cannot be opened. */
function opened(path: string, flags: number): number | null {
  try {
    return openSync(path, flags, 0o600)
  } catch (error) {
    if (isSystemError(error)) return null
    throw error
  }
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'code' in error
