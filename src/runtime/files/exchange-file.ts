import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { withoutEnd } from '../../core/text.ts'
import { FileFailure } from '../ports.ts'

/** See `Files.exchange`. A process at a time does this to a file: the new one lies beside it under one name. */
export function exchangeFile(path: string, was: string | null, text: string): boolean {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true })
  const fresh = join(folder, `.${basename(path)}.new`)
  if (lstatSync(fresh, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new FileFailure(
      'TAKEN',
      `Cannot write ${path}: ${fresh} is a folder, where the new file is made first; remove it`,
    )
  // Left over from a crash, or put there by somebody else.
  rmSync(fresh, { force: true })
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow
  const file = openSync(fresh, flags, 0o666)
  try {
    // A folder above may have become a link since somebody looked.
    if (realpathSync.native(fresh) !== fresh) return false
    writeFileSync(file, text)
    const mode = modeIfSame(path, was)
    if (mode === null) return false
    if (mode !== 'new') fchmodSync(file, mode)
    renameSync(fresh, path)
    return true
  } finally {
    closeSync(file)
    rmSync(fresh, { force: true })
  }
}

/** Windows has no such flag, and no links without a right of their own. */
const noFollow = constants.O_NOFOLLOW ?? 0

/** The mode of the file as it was read; null if it is another one now. */
function modeIfSame(path: string, was: string | null): number | 'new' | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return was === null ? 'new' : null
  if (was === null || !stats.isFile()) return null
  const file = openSync(path, constants.O_RDONLY | noFollow)
  try {
    return isSame(readFileSync(file), was) ? fstatSync(file).mode & 0o7777 : null
  } finally {
    closeSync(file)
  }
}

/** Byte for byte; of a character that was cut off at the end the text knows only that it was there. */
function isSame(bytes: Buffer, was: string): boolean {
  if (bytes.equals(Buffer.from(was))) return true
  const whole = Buffer.from(withoutEnd(was, '\uFFFD'))
  const rest = bytes.length - whole.length
  return rest > 0 && rest < 4 && bytes.subarray(0, whole.length).equals(whole) && bytes.toString('utf8') === was
}
