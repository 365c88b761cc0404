import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type NumberedLine, readJournal } from '../replay/read-journal.ts'
import { failureText } from '../runtime/failure-text.ts'
import { digest } from '../runtime/node-digest.ts'
import type { Policies } from '../runtime/policies.ts'
import { storedSet } from '../runtime/stored-set.ts'
import { exportTree } from '../store/export.ts'
import type { Result } from '../store/store.ts'
import { type CommandIo, exit } from './io.ts'
import { openNights, type ProjectNights, refused } from './nights.ts'

/** A night with the policy sets that it decided by. */
export interface NightFile {
  lines: NumberedLine[]
  /** Lines of the text that cannot be read. */
  unreadable: number[]
  /** The set of a hash, or why there is none. */
  find: (hash: string) => Policies | string
  /** The project that it was in; empty if nobody knows. */
  directory: string
}

interface NightText {
  text: string
  directory: string
}

/**
 * Opens a night: an export in a file, or a session of the project at the folder of the command. A number is the exit
 * code after the reason was written.
 */
export function openNight(given: string, io: CommandIo): NightFile | number {
  const found = existsSync(resolve(io.cwd, given)) ? fileText(given, io) : sessionText(given, io)
  if (typeof found === 'number') return found
  const { lines, unreadable, sets } = readJournal(found.text)
  if (lines.length === 0) return failed(given, 'it has no line of a night', io)
  const known = new Map<string, Policies | string>()
  const find = (hash: string): Policies | string => {
    const set = known.get(hash) ?? storedSet(hash, sets.get(hash) ?? null, digest)
    known.set(hash, set)
    return set
  }
  return { lines, unreadable, find, directory: found.directory }
}

function fileText(given: string, io: CommandIo): NightText | number {
  try {
    return { text: readFileSync(resolve(io.cwd, given), 'utf8'), directory: '' }
  } catch (error) {
    return failed(given, failureText(error), io)
  }
}

function sessionText(given: string, io: CommandIo): NightText | number {
  const nights = openNights(io)
  if (typeof nights === 'number') return nights
  try {
    const found = nights === null ? null : exported(nights, given)
    if (found === null)
      return failed(given, 'it is neither a file nor a session of this project that the store has', io)
    return found.ok ? found.value : refused(found, io)
  } finally {
    nights?.close()
  }
}

function exported({ project }: ProjectNights, session: string): Result<NightText> | null {
  const root = project.rootOf(session)
  if (!root.ok) return root
  if (root.value === null) return null
  const parts: string[] = []
  const done = exportTree(project, root.value, (text) => parts.push(text))
  return done.ok ? { ok: true, value: { text: parts.join(''), directory: project.directory } } : done
}

function failed(given: string, why: string, io: CommandIo): number {
  io.writeError(`Cannot read the night ${given}: ${why}\n`)
  return exit.unreadable
}
