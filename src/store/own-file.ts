import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** The first bytes of a file of ours, at most `most`; null if there is none. A link fails, and what is no file is empty. */
export function readOwnFile(path: string, most: number): Uint8Array | null {
  const file = open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  if (file === null) return null
  try {
    const stats = fstatSync(file)
    const bytes = new Uint8Array(stats.isFile() ? Math.min(stats.size, most) : 0)
    return bytes.subarray(0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}

/** Null where there is no such file. */
function open(path: string, flags: number): number | null {
  try {
    return openSync(path, flags)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
