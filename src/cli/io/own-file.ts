import { basename, dirname, join, resolve } from 'node:path'
import { failureText } from '../../runtime/text/failure-text.ts'
import { nodeFiles } from '../../runtime/files/node-files.ts'
import type { ProjectStore } from '../../store/store.ts'
import type { CommandIo } from './io.ts'
import { storeOf } from '../night/nights.ts'
import { type Grounds, whyNoPage } from '../person/binding.ts'

/** A file that a command writes anew each time. */
export interface OwnFile {
  /** As it was given. */
  name: string
  kind: 'Markdown' | 'HTML'
  /** By which a file of ours is known. */
  firstLine: string
  text: string
  /** Where it must not lie; real paths, with the reason. */
  taken?: { paths: readonly string[]; why: string }
}

/** Where a file of a command must not lie. */
export function groundsOf({ directory }: ProjectStore, io: CommandIo): Grounds {
  const { real } = nodeFiles()
  const store = storeOf(io)
  const own = [store.ok ? store.value.folder : null, io.userFolder ?? null]
  return { project: real(directory), own: own.flatMap((folder) => (folder === null ? [] : real(folder))) }
}

/** Writes such a file, never over one that somebody else made; a text says why it is not written. */
export function writeOwnFile(
  { name, kind, firstLine, text, taken }: OwnFile,
  grounds: Grounds,
  io: CommandIo,
): string | null {
  const files = nodeFiles()
  const given = resolve(io.cwd, name)
  try {
    const path = join(files.real(dirname(given)), basename(given))
    const stands = files.kind(path)
    if (stands !== 'file' && stands !== 'absent') return `it is a ${stands === 'other' ? 'device' : stands}`
    if (taken?.paths.some((one) => files.real(one) === path) === true) return taken.why
    const why = whyNoPage(path, grounds, kind)
    if (why !== null) return why
    const old = files.read(path)
    if (old !== null && old !== '' && !old.startsWith(firstLine))
      return 'the file was not written by this command; name another file'
    return files.exchange(path, old, text) ? null : 'somebody else writes it'
  } catch (error) {
    return failureText(error)
  }
}
