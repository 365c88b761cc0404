import { linkSync, lstatSync, renameSync, rmSync } from 'node:fs'
import type { Database } from './database/database.ts'
import { isKeyThere, writeKey } from './key.ts'
import { fileFault, type Place, preparePlace } from './place.ts'
import { attempt, type Result } from './problem.ts'

/** What a process that has the database open can do where somebody takes its file away. */
export interface Standing {
  /** Whether the file that is written to still stands at its place. */
  isThere: () => boolean
  /** Puts the whole database and its key back, unless others were faster or something else stands there now. */
  putBack: () => Result<void>
}

/** For a database in memory, which nobody can take away. */
export const alwaysThere: Standing = { isThere: () => true, putBack: () => ({ ok: true, value: undefined }) }

export function standingAt(place: Place, database: Database, key: Uint8Array, process: string): Standing {
  const { database: path } = place
  const made = identity(path)

  function putBack(): Result<void> {
    if (identity(path) !== null) return { ok: true, value: undefined }
    const copy = `${path}.back-${process.replace(/[^\w-]/g, '_')}`
    // The folder, and an empty file for this user alone, into which the whole is written.
    const prepared = preparePlace({ ...place, database: copy })
    if (!prepared.ok) return prepared
    const copied = attempt('write', path, () => database.prepare('VACUUM INTO ?').run(copy))
    const placed = copied.ok ? attempt('write', path, () => putAt(copy, path)) : copied
    if (placed.ok && !isKeyThere(place.key)) writeKey(place.key, key)
    rmSync(copy, { force: true })
    return placed
  }

  return { isThere: () => identity(path) === made, putBack }
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** Null where nothing stands, or nothing can be seen. */
function identity(path: string): string | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true })
    return stats === undefined ? null : `${stats.dev} ${stats.ino}`
  } catch (error) {
    if (fileFault(error) === null) throw error
    return null
  }
}

/** Another process may have been faster: then its copy stands. Some file systems know no second name for a file. */
function putAt(copy: string, path: string): void {
  try {
    linkSync(copy, path)
  } catch (error) {
    if (fileFault(error) === null && !isTaken(error)) throw error
    if (identity(path) === null) renameSync(copy, path)
  }
}
