import { closeSync, constants, chmodSync, lstatSync, mkdirSync, openSync, type Stats, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { problem, type Result, type StoreCode } from './problem.ts'

/** The database of a user and what lies beside it. */
export interface Place {
  folder: string
  database: string
  key: string
  /** See `readMarks`. */
  mark: string
}

/** What the place depends on. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  platform: string
  /** The user's home folder; empty if it is not known. */
  home: string
}

const own = 'opencode-diverter'

/** Bytes of a page of our databases. */
export const pageSize = 4096

/** Where the store of this user lies. Nothing is looked at and nothing is made. */
export function storePlace({ env, platform, home }: Surroundings): Result<Place> {
  const named = env['OPENCODE_DIVERTER_STATE']
  if (named !== undefined && named !== '')
    return isAbsolute(named)
      ? { ok: true, value: placeIn(named) }
      : { ok: false, problem: problem('open', 'bad-place', { detail: named }) }
  const base = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_STATE_HOME']
  // The specification of these folders has a relative one ignored.
  if (base !== undefined && isAbsolute(base)) return { ok: true, value: placeIn(join(base, own)) }
  if (home === '') return { ok: false, problem: problem('open', 'no-home', {}) }
  const below = platform === 'win32' ? ['AppData', 'Local'] : ['.local', 'state']
  return { ok: true, value: placeIn(join(home, ...below, own)) }
}

export const placeIn = (folder: string): Place => ({
  folder,
  database: join(folder, 'nights.db'),
  key: join(folder, 'nights.key'),
  mark: join(folder, 'nights.mark'),
})

/**
 * Makes the folder (0700) and an empty database file (0600), or finds them as they must be: no links, and this user's.
 * True if the database ends within a page and no log beside it can mend that.
 */
export function preparePlace({ folder, database, key, mark }: Place): Result<boolean> {
  const beside = ['-wal', '-shm', '-journal'].map((end) => `${database}${end}`)
  const wrong =
    unfit(folder, 'folder') ??
    make(folder) ??
    [database, key, mark, ...beside].map((path) => unfit(path, 'file')).find((found) => found !== null) ??
    (look(database) === null ? touch(database) : null)
  if (wrong !== null) return { ok: false, problem: problem('open', wrong.code, wrong) }
  for (const path of [database, key, mark]) narrow(path, 0o600)
  narrow(folder, 0o700)
  const isMended = beside.some((path) => (look(path)?.size ?? 0) > 0)
  return { ok: true, value: !isMended && (look(database)?.size ?? 0) % pageSize !== 0 }
}

/** Whether there is a store, which a command that reads does not make; where that cannot be seen, why. */
export function isStoreThere({ folder, database }: Place): Result<boolean> {
  let isThere = false
  const wrong =
    unfit(folder, 'folder') ??
    brokenAbove(folder) ??
    tried(database, () => {
      isThere = lstatSync(database, { throwIfNoEntry: false }) !== undefined
    })
  if (wrong === null) return { ok: true, value: isThere }
  return { ok: false, problem: problem('open', wrong.code === 'denied' ? 'hidden' : wrong.code, wrong) }
}

/** Of the folders above, the nearest that stands there may lead nowhere, or be none. */
function brokenAbove(path: string): Unfit | null {
  const above = dirname(path)
  if (above === path || look(path) !== null) return null
  const stats = look(above)
  if (stats?.isSymbolicLink() !== true) return stats === null ? brokenAbove(above) : null
  return statSync(above, { throwIfNoEntry: false }) === undefined ? { code: 'link', path: above } : null
}

/** Node's own way to make a whole path never ends where a folder above is there and takes none. */
function make(folder: string): Unfit | null {
  if (look(folder) !== null) return null
  const above = dirname(folder)
  const failed = above === folder ? null : make(above)
  return failed === null ? tried(folder, () => makeOne(folder)) : { ...failed, path: folder }
}

/** Another process may have been faster. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (look(folder)?.isDirectory() !== true) throw error
  }
}

/** SQLite would make the file for everybody to read; the files beside it take its mode. */
function touch(path: string): Unfit | null {
  const flags = constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW
  return tried(path, () => closeSync(openSync(path, flags, 0o600)))
}

/** Takes rights from others; a file system that has no rights is left as it is. */
function narrow(path: string, mode: number): void {
  const stats = look(path)
  if (stats === null || (stats.mode & 0o777 & ~mode) === 0) return
  tried(path, () => chmodSync(path, mode))
}

interface Unfit {
  code: StoreCode
  path: string
  detail?: string
}

function unfit(path: string, wanted: 'file' | 'folder'): Unfit | null {
  const stats = look(path)
  if (stats === null) return null
  if (stats.isSymbolicLink()) return { code: 'link', path }
  const fits = wanted === 'file' ? stats.isFile() : stats.isDirectory()
  if (!fits) return { code: 'wrong-kind', path, detail: stats.isDirectory() ? 'a folder' : `no ${wanted}` }
  const user = process.getuid?.()
  return user === undefined || stats.uid === user ? null : { code: 'not-yours', path }
}

/** Null where nothing stands; what cannot be looked at cannot be made either, and that tells why. */
function look(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    if (fileFault(error) === null) throw error
    return null
  }
}

const codes: Readonly<Record<string, StoreCode>> = {
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  // Such as below /proc.
  ENOENT: 'denied',
  EEXIST: 'wrong-kind',
  ENOTDIR: 'wrong-kind',
  EISDIR: 'wrong-kind',
  ELOOP: 'link',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EIO: 'device',
}

/** Why the system refused; null if it did not. */
function tried(path: string, work: () => unknown): Unfit | null {
  try {
    work()
    return null
  } catch (error) {
    const code = fileFault(error)
    if (code === null) throw error
    return code === 'wrong-kind' ? { code, path, detail: 'below a file' } : { code, path }
  }
}

/** What a fault of a file operation means; null for one that is a mistake of ours. */
export function fileFault(error: unknown): StoreCode | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null
  return typeof error.code === 'string' ? (codes[error.code] ?? 'device') : null
}
