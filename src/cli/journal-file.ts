import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { failureText } from '../runtime/failure-text.ts'
import { digest } from '../runtime/node-digest.ts'
import { nodeFiles } from '../runtime/node-files.ts'
import { ownFolder } from '../runtime/own-folder.ts'
import type { Policies } from '../runtime/policies.ts'
import { type NumberedLine, readJournal } from '../replay/read-journal.ts'
import { createSetStore } from '../runtime/set-store.ts'
import { type CommandIo, exit } from './io.ts'

/** A journal with the policy sets that lie beside it. */
export interface JournalFile {
  lines: NumberedLine[]
  unreadable: number[]
  /** The set of a hash, or why there is none. */
  find: (hash: string) => Policies | string
  /** The project that it lies in; empty if it was taken elsewhere. */
  directory: string
}

/** Opens a journal; a number is the exit code after the reason was written. Nothing is written into its folder. */
export function openJournal(path: string, io: CommandIo): JournalFile | number {
  const file = resolve(io.cwd, path)
  const fail = (why: string): number => {
    io.writeError(`Cannot read the journal ${path}: ${why}\n`)
    return exit.unreadable
  }
  if (!existsSync(file)) return fail(`there is no such file; journals lie in ${ownFolder}/journal`)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return fail(failureText(error))
  }
  const { lines, unreadable } = readJournal(text)
  if (lines.length === 0) return fail('it has no line of a journal')
  const folder = dirname(file)
  const base = existsSync(join(folder, 'sets')) ? folder : dirname(folder)
  const sets = createSetStore(
    nodeFiles(),
    { path: (...names) => join(base, ...names), prepare: () => undefined },
    digest,
  )
  const home = `${sep}${ownFolder.split('/').join(sep)}${sep}journal`
  return { lines, unreadable, find: sets.find, directory: folder.endsWith(home) ? folder.slice(0, -home.length) : '' }
}
