import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type NumberedLine, readJournal } from '../replay/read-journal.ts'
import { failureText } from '../runtime/failure-text.ts'
import { digest } from '../runtime/node-digest.ts'
import type { Policies } from '../runtime/policies.ts'
import { storedSet } from '../runtime/stored-set.ts'
import { exportTree } from '../store/export.ts'
import type { ProjectStore, Result } from '../store/store.ts'
import { type CommandIo, exit } from './io.ts'
import { findNight, linesLeft, openAllNights, refused, takenAway } from './nights.ts'

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
  const night = nightOf(found)
  return night.lines.length === 0 ? failed(given, 'it has no line of a night', io) : night
}

/** The night of a tree in the store; empty if its lines were taken away. */
export function nightIn(project: ProjectStore, root: string): Result<NightFile> {
  const text = textOf(project, root)
  return text.ok ? { ok: true, value: nightOf({ text: text.value, directory: project.directory }) } : text
}

function nightOf({ text, directory }: NightText): NightFile {
  const { lines, unreadable, sets } = readJournal(text)
  const known = new Map<string, Policies | string>()
  const find = (hash: string): Policies | string => {
    const set = known.get(hash) ?? storedSet(hash, sets.get(hash) ?? null, digest)
    known.set(hash, set)
    return set
  }
  return { lines, unreadable, find, directory }
}

function fileText(given: string, io: CommandIo): NightText | number {
  try {
    return { text: readFileSync(resolve(io.cwd, given), 'utf8'), directory: '' }
  } catch (error) {
    return failed(given, failureText(error), io)
  }
}

function sessionText(given: string, io: CommandIo): NightText | number {
  const nights = openAllNights(io)
  if (typeof nights === 'number') return nights
  try {
    const found = nights === null ? { ok: true as const, value: null } : findNight(nights, given)
    if (!found.ok) return refused(found, io)
    return found.value === null
      ? failed(given, 'it is neither a file nor a session of this project that the store has', io)
      : exported(given, found.value, io)
  } finally {
    nights?.close()
  }
}

function exported(
  given: string,
  { project, root }: { project: ProjectStore; root: string },
  io: CommandIo,
): NightText | number {
  const left = linesLeft(project, root)
  if (!left.ok) return refused(left, io)
  if (left.value === 'none') return failed(given, takenAway, io)
  if (left.value === 'later')
    io.writeError(
      `The earlier lines of ${given} were taken away after their time: what was remembered then is not known\n`,
    )
  const text = textOf(project, root)
  return text.ok ? { text: text.value, directory: project.directory } : refused(text, io)
}

function textOf(project: ProjectStore, root: string): Result<string> {
  const parts: string[] = []
  const done = exportTree(project, root, (text) => parts.push(text))
  return done.ok ? { ok: true, value: parts.join('') } : done
}

function failed(given: string, why: string, io: CommandIo): number {
  io.writeError(`Cannot read the night ${given}: ${why}\n`)
  return exit.unreadable
}
