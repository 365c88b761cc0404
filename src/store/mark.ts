import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { readOwnFile } from './own-file.ts'
import { fileFault } from './place.ts'
import { nothingBefore, type Sealed, type Sealer } from './seal.ts'
import { hexadecimal } from './tables/rows.ts'

/** By the directory of a project: the revision that its head had when a person decided something in it last. */
type Revisions = Map<string, number>

const fields = (text: string): Sealed => ['marks', text]
/** Hexadecimal digits of a seal. */
const sealLength = 64
/** Bytes; some thousands of projects. */
const most = 1_048_576

/** The marks beside the database, which tell that an older copy of it stands there; none without a seal of ours. */
export function readMarks(path: string, sealer: Sealer): Revisions {
  const found = Buffer.from(tried(() => readOwnFile(path, most)) ?? []).toString()
  const [seal, text] = [found.slice(0, sealLength), found.slice(sealLength)]
  if (!sealer.isSealed(fields(text), nothingBefore, Buffer.from(seal, 'hex'))) return new Map()
  const revisions: Record<string, number> = JSON.parse(text)
  return new Map(Object.entries(revisions))
}

/**
 * Raises the mark of a project. The database must be safe on the disk before: behind its mark it counts as an older
 * copy. A mark that cannot be written now is written with the next word.
 */
export function raiseMark(path: string, sealer: Sealer, directory: string, revision: number, process: string): void {
  const known = readMarks(path, sealer)
  if ((known.get(directory) ?? 0) >= revision) return
  const text = JSON.stringify(Object.fromEntries(known.set(directory, revision)))
  const fresh = `${path}.${process.replace(/[^\w-]/g, '_')}`
  tried(() => {
    writeFileSync(fresh, `${hexadecimal(sealer.seal(fields(text), nothingBefore))}${text}`, { mode: 0o600 })
    renameSync(fresh, path)
  })
}

/** A database that begins anew is no older copy. */
export function removeMarks(path: string): void {
  tried(() => rmSync(path, { force: true }))
}

/** Null where the system refuses. */
function tried<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (fileFault(error) === null) throw error
    return null
  }
}
