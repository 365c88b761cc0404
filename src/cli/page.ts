import { join } from 'node:path'
import { digest } from '../runtime/files/node-digest.ts'
import { nodeFiles } from '../runtime/files/node-files.ts'
import { createEntries, type OnPage, storedRun } from '../runtime/page/entries.ts'
import { noTrees, type Trees } from '../runtime/page/kinds.ts'
import { freshPage } from '../runtime/page/merge.ts'
import { createRecordView } from '../runtime/page/record-view.ts'
import { systemClock } from '../runtime/time/system-clock.ts'
import type { ProjectStore, Result } from '../store/store.ts'
import { type CommandIo, exit } from './io/io.ts'
import { noSuchSession, openNights, refused } from './night/nights.ts'
import { groundsOf, writeOwnFile } from './io/own-file.ts'
import type { Grounds } from './person/binding.ts'

export interface PageOptions {
  /** Only the tree of this session; with `out`. */
  session?: string
  /** A file of its own, or `-` for the standard output. */
  out?: string
}

const firstLine = '<!-- Written by opencode-diverter page; written anew each time, edits here are lost. -->'

/** Brings the pages of this project to what the store has, or writes what it has elsewhere. */
export function pageCommand({ session, out }: PageOptions, io: CommandIo): number {
  if (session !== undefined && out === undefined) {
    io.writeError(
      'Cannot bring the page to one session: it has all of the project; add --out FILE for a page of that session alone\n',
    )
    return exit.usage
  }
  const nights = openNights(io)
  if (typeof nights === 'number') return nights
  try {
    const root = session === undefined || nights === null ? null : nights.project.rootOf(session)
    if (root?.ok === false) return refused(root, io)
    if (session !== undefined && (root === null || root.value === null)) {
      io.writeError(`Cannot write the page of ${session}: ${noSuchSession}\n`)
      return exit.findings
    }
    if (nights === null) {
      io.writeError('Nothing is recorded here.\n')
      return exit.clean
    }
    const { project } = nights
    const trees: Trees = { ...noTrees, run: (root) => storedRun(project, root) }
    const entries = createEntries(systemClock().zone, trees, digest)
    const found = entries.all(project)
    if (!found.ok) return refused(found, io)
    if (out === undefined) return bring(project, found.value, trees, io)
    const shown = root === null ? found.value : found.value.filter(({ wanted }) => wanted.session.root === root.value)
    const pages = filesIn(found.value).map((file) => join(project.directory, file))
    const { zone } = systemClock()
    const outcome = (shownRoot: string): string | null => entries.outcome(project, shownRoot, true)
    const page = freshPage(
      shown.map(({ wanted }) => wanted),
      { zone, outcome },
    )
    return writeFresh({ page, entries: shown }, out, { ...groundsOf(project, io), pages }, io)
  } finally {
    nights?.close()
  }
}

/** Brings the pages of a project to what its store has; a text says what does not stand there yet. */
export function bringPages(project: ProjectStore, io: CommandIo, trees: Trees = noTrees): string | null {
  const store = { project: (): Result<ProjectStore> => ({ ok: true, value: project }), version: () => null }
  const told: string[] = []
  const host = { notify: (_session: unknown, text: string) => void told.push(text) }
  const ports = { files: nodeFiles(), host, store, clock: systemClock(), digest }
  const failure = createRecordView(ports, project.directory, trees).deliver()
  // Whoever runs the command is told of the failure by its answer.
  for (const text of told) if (failure === null || !text.startsWith(failure)) io.writeError(`${text}\n`)
  return failure
}

function bring(project: ProjectStore, entries: readonly OnPage[], trees: Trees, io: CommandIo): number {
  const failure = bringPages(project, io, trees)
  if (failure !== null) {
    io.writeError(`${failure}\n`)
    return exit.unreadable
  }
  const files = filesIn(entries)
  io.write(files.length === 0 ? 'Nothing is recorded here.\n' : `${files.join(', ')}: ${countOf(entries)}\n`)
  return exit.clean
}

/** `pages` are the paths of the pages themselves. */
function writeFresh(
  { page, entries }: { page: string; entries: readonly OnPage[] },
  out: string,
  grounds: Grounds & { pages: readonly string[] },
  io: CommandIo,
): number {
  if (out === '-') {
    io.write(page, 'data')
    return exit.clean
  }
  const taken = { paths: grounds.pages, why: 'it is the page itself; leave --out away, or name another file' }
  const file = { name: out, kind: 'Markdown', firstLine, text: `${firstLine}\n${page}`, taken } as const
  const why = writeOwnFile(file, grounds, io)
  if (why !== null) {
    io.writeError(`Cannot write ${out}: ${why}\n`)
    return exit.unreadable
  }
  io.write(`${out}: ${countOf(entries)}\n`)
  return exit.clean
}

const filesIn = (entries: readonly OnPage[]): string[] => [...new Set(entries.map(({ file }) => file))]

function countOf(entries: readonly OnPage[]): string {
  const sessions = new Set(entries.map(({ wanted }) => wanted.session.root)).size
  const some = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
  return `${some(entries.length, 'entry', 'entries')} of ${some(sessions, 'session', 'sessions')}`
}
