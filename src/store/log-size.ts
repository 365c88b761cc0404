import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from './database/database.ts'
import { fileFault, pageSize } from './place.ts'

/** Pages of the log: writing it into the file takes a while and is done at rest, so this is for a store that never rests. */
const most = 8000
/** Some decisions. */
const least = 100
/** The share of what the disk has left that the log may take; what is written into the file needs space as well. */
const share = 1 / 4

/** How many pages the log may have on a disk with so many bytes left. */
export const logPages = (left: number): number => Math.max(least, Math.min(most, Math.floor((left * share) / pageSize)))

/** From so many pages on the log is written into the file with each commit, before it takes all of a small disk. */
export function limitLog(database: Database, path: string): void {
  const pages = logPages(leftAt(dirname(path)))
  database.exec(`PRAGMA wal_autocheckpoint = ${pages}; PRAGMA journal_size_limit = ${pages * pageSize}`)
}

/** Bytes; without end where nobody can tell. */
function leftAt(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch (error) {
    if (fileFault(error) === null) throw error
    return Number.POSITIVE_INFINITY
  }
}
