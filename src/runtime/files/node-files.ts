import { appendFileSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFileSync } from 'atomically'
import { exchangeFile } from './exchange-file.ts'
import { FileFailure, type FileKind, type Files } from '../ports.ts'
import { lockFile } from '../project-file/lock.ts'
import { readPlainFile } from '../reading/read-file.ts'

/** Far more than any page has, in bytes. */
const mostOfFile = 64_000_000

/** Files on this machine's disk. */
export function nodeFiles(): Files {
  return {
    read: (path) => attempt(() => ifThere(() => readPlainFile(path, mostOfFile), null)),
    append: (path, text) =>
      attempt(() => {
        try {
          appendFileSync(path, text)
        } catch (error) {
          if (codeOf(error) !== 'ENOENT') throw error
          mkdirSync(dirname(path), { recursive: true })
          appendFileSync(path, text)
        }
      }),
    replace: (path, text) =>
      attempt(() => {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, text)
      }),
    exchange: (path, was, text) => attempt(() => exchangeFile(path, was, text)),
    remove: (path) => attempt(() => rmSync(path, { force: true })),
    kind: (path) => attempt(() => ifThere<FileKind>(() => kindOf(path), 'absent')),
    real: (path) => attempt(() => real(path)),
    names: (path) => attempt(() => ifThere(() => readdirSync(path), [])),
    size: (path) => attempt(() => statSync(path, { throwIfNoEntry: false })?.size ?? null),
    lock: (path, milliseconds) => attempt(() => lockFile(path, milliseconds)),
  }
}

function kindOf(path: string): FileKind {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 'absent'
  if (stat.isSymbolicLink()) return 'link'
  if (stat.isFile()) return 'file'
  return stat.isDirectory() ? 'folder' : 'other'
}

/** The deepest part that exists is resolved; what does not exist yet is put behind it. */
function real(path: string): string {
  const parent = dirname(path)
  return ifThere(() => realpathSync.native(path), null) ?? (parent === path ? path : join(real(parent), basename(path)))
}

function ifThere<T>(run: () => T, otherwise: T): T {
  try {
    return run()
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return otherwise
    throw error
  }
}

function attempt<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof FileFailure) throw error
    const code = codeOf(error)
    if (code === null || !(error instanceof Error)) throw error
    throw new FileFailure(code, error.message, { cause: error })
  }
}

/** Null for an error that neither the system nor its library names: it is a fault. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
