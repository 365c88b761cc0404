import { closeSync, constants, fsyncSync, lstatSync, openSync, rmSync, writeSync } from 'node:fs'
import { readOwnFile } from './own-file.ts'
import { fileFault } from './place.ts'
import { problem, type Result } from './problem.ts'

const length = 32

/**
 * The key beside the database; made if there is none. `known` says that lines were sealed by one before. Call it within
 * a transaction that writes: then nobody else is making one.
 */
export function readOrMakeKey(
  path: string,
  known: boolean,
  random: (length: number) => Uint8Array,
): Result<{ key: Uint8Array; made: boolean }> {
  try {
    // One more than a key has.
    const found = readOwnFile(path, length + 1)
    if (found?.length === length) return { ok: true, value: { key: found, made: false } }
    // A process died while it made the very first one.
    const torn = found !== null && !known && found.length < length
    if (found !== null && !torn) return refused(path, `it has ${found.length} bytes instead of ${length}`)
    if (torn) rmSync(path)
    const key = random(length)
    writeKey(path, key)
    return { ok: true, value: { key, made: true } }
  } catch (error) {
    const code = fileFault(error)
    if (code === null) throw error
    if (code === 'full' || code === 'device') return { ok: false, problem: problem('open', code, { path }) }
    return refused(path, code === 'link' ? 'it is a link' : 'permission denied')
  }
}

/** The key as it lies there; null if there is none that can be read. */
export function readKey(path: string): Uint8Array | null {
  try {
    const found = readOwnFile(path, length + 1)
    return found?.length === length ? found : null
  } catch (error) {
    if (fileFault(error) === null) throw error
    return null
  }
}

export const isKeyThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

const refused = (path: string, detail: string): Result<never> => ({
  ok: false,
  problem: problem('open', 'no-key', { path, detail }),
})

/** Makes the file; it fails if there is one. */
export function writeKey(path: string, key: Uint8Array): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600)
  try {
    writeSync(file, key)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
