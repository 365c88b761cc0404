import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs'
import { relative } from 'node:path'
import { FileFailure } from '../ports.ts'
import { isOutside } from './outside.ts'

/** Most that is read of a file that binds or is checked, in bytes. */
export const mostOfSource = 1_000_000

/** Windows has neither of these flags. */
const [noFollow, noWait] = [constants.O_NOFOLLOW ?? 0, constants.O_NONBLOCK ?? 0]

/**
 * The text of a file, wherever links lead to. A device or a pipe would never end, so only plain files of at most `most`
 * bytes are read. Throws the system's error, or a `FileFailure` that says what stands there instead.
 */
export function readPlainFile(path: string, most: number): string {
  return readOpened(path, openSync(path, constants.O_RDONLY | noWait), most)
}

/** The same for a file that must lie within a folder after links are resolved, and for no link that is put there meanwhile. */
export function readFileInside(folder: string, path: string, most: number): string {
  const real = realpathSync.native(path)
  if (isOutside(relative(realpathSync.native(folder), real)))
    throw new FileFailure('OUTSIDE', `it is a link that leads outside ${folder}`)
  return readOpened(path, openSync(real, constants.O_RDONLY | noWait | noFollow), most)
}

function readOpened(path: string, file: number, most: number): string {
  try {
    const stats = fstatSync(file)
    const what = unlikeFile(stats)
    if (what !== null) throw new FileFailure(stats.isDirectory() ? 'EISDIR' : 'NO_FILE', `${path} is ${what}`)
    if (stats.size > most) throw tooLarge(path, most)
    return textOf(path, file, stats.size, most)
  } finally {
    closeSync(file)
  }
}

/** It may grow while it is read, and then not for ever. */
function textOf(path: string, file: number, size: number, most: number): string {
  let room = Buffer.allocUnsafe(size + 1)
  let length = 0
  for (;;) {
    const read = readSync(file, room, length, room.length - length, length)
    length += read
    if (length > most) throw tooLarge(path, most)
    if (read === 0) return room.toString('utf8', 0, length)
    if (length === room.length) room = Buffer.concat([room], Math.min(2 * room.length, most) + 1)
  }
}

const tooLarge = (path: string, most: number): FileFailure =>
  new FileFailure('TOO_LARGE', `${path} is too large: at most ${most / 1_000_000} MB are read`)

function unlikeFile(stats: Stats): string | null {
  if (stats.isFile()) return null
  if (stats.isDirectory()) return 'a folder'
  return stats.isFIFO() ? 'a pipe' : stats.isSocket() ? 'a socket' : 'a device'
}
