import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { foldersUpwards } from '../runtime/config/upwards.ts'
import { failureText, unlessFault } from '../runtime/text/failure-text.ts'
import { type LineBody, newLine } from '../runtime/nights/journal-line.ts'
import { digest } from '../runtime/files/node-digest.ts'
import { journalFolder } from '../runtime/files/own-folder.ts'
import { isOutside } from '../runtime/reading/outside.ts'
import { readPlainFile } from '../runtime/reading/read-file.ts'
import type { Policies } from '../runtime/policies.ts'
import { writtenSet } from '../runtime/nights/stored-set.ts'
import { openUserStore } from '../runtime/files/user-store.ts'
import { visible } from '../runtime/text/visible.ts'
import type { Store } from '../store/store.ts'
import { withEntries } from './import/with-entries.ts'
import { readNight, type WrittenNight } from './import/read-night.ts'
import { type CommandIo, exit } from './io/io.ts'
import { refused, storeOf } from './night/nights.ts'

/** Names the process in the lines: nobody knows any more which one it was. */
const imported = 'imported'
/** How often it is tried against others that write. */
const mostTries = 20
/** Of how many lines that cannot be read each is named. */
const mostTold = 20
/** A longer text cannot be read at once; bytes. */
const largest = 400_000_000

/** One night on disk, and the project that it becomes one of. */
interface Found {
  file: string
  directory: string
}

/**
 * Takes nights into the store: the journals that version 0.1 left in a project, or files made by export. What they say
 * is believed from then on, so this is a person's to do. Gives the exit code.
 */
export function importCommand(given: readonly string[], io: CommandIo): number {
  const place = storeOf(io)
  if (!place.ok) return refused(place, io)
  const store = openUserStore(place.value, imported)
  if (!store.ok) return refused(store, io)
  try {
    return importAll(given, store.value, io)
  } finally {
    store.value.close()
  }
}

function importAll(given: readonly string[], store: Store, io: CommandIo): number {
  const known = store.directories()
  if (!known.ok) return refused(known, io)
  let code: number = exit.clean
  for (const one of given.length > 0 ? given : [nearestJournal(io.cwd)]) {
    const found = nightsAt(resolve(io.cwd, one), known.value, io)
    if (typeof found === 'string') {
      code = failed(`Cannot import ${one}: ${found}`, io)
      continue
    }
    for (const night of found) code = Math.max(code, importOne(night, store, io))
  }
  return code
}

/** The nearest folder upwards that has nights of version 0.1. */
function nearestJournal(cwd: string): string {
  return foldersUpwards(realpathSync.native(cwd)).find((folder) => existsSync(join(folder, journalFolder))) ?? cwd
}

/** The nights of a project or of a file; a text says why there is none. */
function nightsAt(path: string, known: readonly string[], { cwd }: CommandIo): Found[] | string {
  try {
    if (!existsSync(path)) return 'there is no such file or folder'
    const real = realpathSync.native(path)
    if (!lstatSync(real).isDirectory())
      return [{ file: path, directory: projectOf(real, known, realpathSync.native(cwd)) }]
    const folder = join(real, journalFolder)
    if (!existsSync(folder)) return `there is no ${journalFolder} in it, where version 0.1 kept its nights`
    if (isOutside(relative(real, realpathSync.native(folder)))) return `${journalFolder} leads out of it`
    const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    return names.sort().map((name) => ({ file: join(folder, name), directory: real }))
  } catch (error) {
    return failureText(error)
  }
}

/** A journal lies in its project; another file belongs to the project that the command is in. */
function projectOf(file: string, known: readonly string[], cwd: string): string {
  const folder = dirname(file)
  const end = `/${journalFolder}`
  if (folder.endsWith(end)) return folder.slice(0, -end.length)
  return foldersUpwards(cwd).find((each) => known.includes(each)) ?? cwd
}

function importOne({ file, directory }: Found, store: Store, io: CommandIo): number {
  const name = relative(io.cwd, file) || file
  const text = textOf(file)
  if (text.why !== null) return failed(`Cannot import ${name}: ${text.why}`, io)
  const night = readNight(text.text)
  tellBroken(night, name, io)
  const root = night.root ?? (file.includes(journalFolder) ? sessionOf(basename(file, '.jsonl')) : null)
  if (root === null || night.lines.length === 0) return failed(`Cannot import ${name}: it has no line of a night`, io)
  const there = store.find(root)
  if (!there.ok) return refused(there, io)
  if (there.value !== null) {
    io.write(visible(`${root} is in the store already, in ${there.value.directory}, and stays as it is\n`))
    return night.broken.length > 0 ? exit.findings : exit.clean
  }
  const done = put(night, root, { file, directory }, store, name, io)
  if (done !== null) return done
  const { lines, entries } = night
  io.write(visible(`${root} is taken into ${directory}: ${lines.length} lines, ${entries.size} entries\n`))
  return night.broken.length > 0 ? exit.findings : exit.clean
}

function tellBroken({ broken }: WrittenNight, name: string, io: CommandIo): void {
  for (const line of broken.slice(0, mostTold)) failed(`${name}:${line}: this line cannot be read and is left out`, io)
  const more = broken.length - mostTold
  if (more === 1) failed(`${name}: 1 more line cannot be read and is left out`, io)
  else if (more > 1) failed(`${name}: ${more} more lines cannot be read and are left out`, io)
}

/** Null if it is written; else the exit code after the reason was written. */
function put(night: WrittenNight, root: string, { file, directory }: Found, store: Store, name: string, io: CommandIo) {
  const project = store.project(directory)
  if (!project.ok) return refused(project, io)
  const sets = new Map<string, Policies>()
  for (const hash of night.named) {
    const set = writtenSet(hash, night.sets.get(hash) ?? setBeside(file, hash), digest)
    if (typeof set !== 'string') sets.set(hash, set)
    else failed(`${name}: ${set}; a session that goes on decides by the current policies`, io)
  }
  // This version may name the same policies otherwise.
  const nameNow = (body: LineBody): LineBody =>
    'set' in body ? { ...body, set: sets.get(body.set)?.hash ?? body.set } : body
  // A session that another night has stays with it.
  const sessions = night.sessions.filter((session) => {
    const other = store.find(session)
    return other.ok && other.value === null
  })
  const named = night.lines.map(({ at, body }) => ({ at, body: nameNow(body) }))
  for (let tries = 1; ; tries++) {
    const shared = project.value.shared()
    if (!shared.ok) return refused(shared, io)
    const { lines, records } = withEntries(root, named, shared.value.next)
    const tree = {
      root,
      after: 0,
      lines: lines.map(({ at, body }) => newLine(at, body)),
      sessions,
      sets: [...sets.values()].map(({ hash, documents }) => ({ hash, documents: JSON.stringify(documents) })),
    }
    const done = project.value.commit({ trees: [tree], revision: null, records })
    if (!done.ok) return refused(done, io)
    if (done.value.result === 'done') return null
    if (tries === mostTries) return failed(`Cannot import ${name}: other sessions are at work just now; try again`, io)
  }
}

/** A policy set as version 0.1 kept it beside its journals. */
function setBeside(file: string, hash: string): string | null {
  return textOf(join(dirname(dirname(file)), 'sets', `${hash.replace(/\W/g, '')}.json`)).text || null
}

/** The text of a file that is no link and no device. */
function textOf(file: string): { text: string; why: string | null } {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false })
    if (stats === undefined) return { text: '', why: 'there is no such file' }
    if (stats.isSymbolicLink()) return { text: '', why: 'it is a link; name what it leads to' }
    if (!stats.isFile()) return { text: '', why: 'it is no file' }
    if (stats.size > largest) return { text: '', why: `it has ${stats.size} bytes, and ${largest} are the most` }
    return { text: readPlainFile(file, largest), why: null }
  } catch (error) {
    return unlessFault(error, { text: '', why: failureText(error) })
  }
}

/** The id that version 0.1 made a file name of. */
const sessionOf = (name: string): string =>
  name.replace(/%([0-9a-f]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function failed(message: string, io: CommandIo): number {
  io.writeError(`${visible(message)}\n`)
  return exit.findings
}
