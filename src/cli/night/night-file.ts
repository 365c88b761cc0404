import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type NightLines, type NumberedLine, numbered, readJournal } from '../../replay/read-journal.ts'
import { readLine } from '../../runtime/nights/journal-line.ts'
import { failureText } from '../../runtime/text/failure-text.ts'
import { digest } from '../../runtime/files/node-digest.ts'
import type { Policies } from '../../runtime/policies.ts'
import { storedSet } from '../../runtime/nights/stored-set.ts'
import type { ProjectStore, Result } from '../../store/store.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { findNight, linesLeft, noSuchSession, openAllNights, refused, takenAway } from './nights.ts'

/** A night with the policy sets that it decided by. */
export interface NightFile {
  lines: NumberedLine[]
  /** Lines that cannot be read, by their numbers: in the store, or in the file. */
  unreadable: number[]
  /** The set of a hash, or why there is none. */
  find: (hash: string) => Policies | string
  /** The project that it was in; empty if nobody knows. */
  directory: string
}

/**
 * Opens a night: an export in a file, or a session of the project at the folder of the command. A number is the exit
 * code after the reason was written.
 */
export function openNight(given: string, io: CommandIo): NightFile | number {
  const found = existsSync(resolve(io.cwd, given)) ? inFile(given, io) : inStore(given, io)
  if (typeof found === 'number') return found
  const night = nightOf(found.night, found.directory)
  return night.lines.length === 0 ? failed(given, 'it has no line of a night', io) : night
}

/** The night of a tree in the store; empty if its lines were taken away. */
export function nightIn(project: ProjectStore, root: string, known?: KnownSets): Result<NightFile> {
  const night = readNight(project, root)
  return night.ok ? { ok: true, value: nightOf(night.value, project.directory, known) } : night
}

/** Sets that were compiled before, by their hash and their documents. */
export type KnownSets = Map<string, Policies | string>

interface FoundNight {
  night: NightLines
  directory: string
}

function nightOf({ lines, unreadable, sets }: NightLines, directory: string, known: KnownSets = new Map()): NightFile {
  const found = new Map<string, Policies | string>()
  const read = (hash: string): Policies | string => {
    const documents = sets.get(hash) ?? null
    const key = `${hash} ${documents}`
    const set = known.get(key) ?? storedSet(hash, documents, digest)
    known.set(key, set)
    return set
  }
  // A line asks for its set by the hash alone.
  const find = (hash: string): Policies | string => {
    const set = found.get(hash) ?? read(hash)
    found.set(hash, set)
    return set
  }
  return { lines, unreadable, find, directory }
}

function inFile(given: string, io: CommandIo): FoundNight | number {
  try {
    return { night: readJournal(readFileSync(resolve(io.cwd, given), 'utf8')), directory: '' }
  } catch (error) {
    return failed(given, failureText(error), io)
  }
}

function inStore(given: string, io: CommandIo): FoundNight | number {
  const nights = openAllNights(io)
  if (typeof nights === 'number') return nights
  try {
    const found = nights === null ? { ok: true as const, value: null } : findNight(nights, given)
    if (!found.ok) return refused(found, io)
    return found.value === null
      ? failed(given, `it is no file, and ${noSuchSession}`, io)
      : readSession(given, found.value, io)
  } finally {
    nights?.close()
  }
}

function readSession(
  given: string,
  { project, root }: { project: ProjectStore; root: string },
  io: CommandIo,
): FoundNight | number {
  const left = linesLeft(project, root)
  if (!left.ok) return refused(left, io)
  if (left.value === 'none') return failed(given, takenAway, io)
  if (left.value === 'later')
    io.writeError(
      `The earlier lines of ${given} were taken away after their time: what was remembered then is not known\n`,
    )
  const night = readNight(project, root)
  return night.ok ? { night: night.value, directory: project.directory } : refused(night, io)
}

/** Lines that are read at once, so that their texts do not all lie in memory. */
const page = 250

function readNight(project: ProjectStore, root: string): Result<NightLines> {
  const sets = project.sets(root)
  if (!sets.ok) return sets
  const night: NightLines = {
    lines: [],
    unreadable: [],
    sets: new Map(sets.value.map(({ hash, documents }) => [hash, documents])),
  }
  for (let from = 0; ; ) {
    const found = project.since(root, from, page)
    if (!found.ok) return found
    const { lines, unsealed, seq } = found.value
    for (const each of lines) {
      const line = readLine(each)
      if (line === null) night.unreadable.push(each.seq)
      else night.lines.push(numbered(line, each.body))
    }
    if (lines.length + unsealed.length < page) return { ok: true, value: night }
    from = seq
  }
}

function failed(given: string, why: string, io: CommandIo): number {
  io.writeError(`Cannot read the night ${given}: ${why}\n`)
  return exit.unreadable
}
