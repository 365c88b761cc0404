import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { foldersUpwards } from '../../runtime/config/upwards.ts'
import { isOutside } from '../../runtime/reading/outside.ts'
import { openUserStore, ownPlace } from '../../runtime/files/user-store.ts'
import { isKeyThere } from '../../store/key.ts'
import { isStoreThere, type Place } from '../../store/place.ts'
import type { ProjectStore, Result, Store } from '../../store/store.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { lostNights } from './lost-nights.ts'

/** The nights of the project at the folder of a command. */
export interface ProjectNights {
  project: ProjectStore
  /** Another number whenever somebody else has committed. */
  version: () => Result<number>
  close: () => void
}

/** The nights that a command may mean. */
export interface AllNights {
  /** The project of the command's folder, or of the nearest above it; then those of the folders below. */
  projects: readonly ProjectStore[]
  version: () => Result<number>
  close: () => void
}

/** Names this process in lines that a command writes. */
export const commandName = `command-${process.pid}-${Date.now().toString(36)}`

/**
 * Opens the store of this user for the project of a command: of its folder, or of one above it in the worktree. Null
 * if the store has no such project; a number is the exit code after the reason was written.
 */
export function openNights(io: CommandIo): ProjectNights | null | number {
  const opened = openProjects(io, (known, cwd) => nearest(known, cwd))
  if (opened === null || typeof opened === 'number') return opened
  const [project] = opened.projects
  return project === undefined ? null : { project, version: opened.version, close: opened.close }
}

/** The same with the nights that began in folders below. Null if there is neither. */
export const openAllNights = (io: CommandIo): AllNights | null | number =>
  openProjects(io, (known, cwd) => [...new Set([...nearest(known, cwd), ...known.filter((one) => isBelow(one, cwd))])])

const nearest = (known: readonly string[], cwd: string): string[] =>
  foldersUpwards(cwd)
    .filter((each) => known.includes(each))
    .slice(0, 1)

const isBelow = (folder: string, cwd: string): boolean => !isOutside(relative(cwd, folder))

/** The night of a session in one of these projects; null if none has it. */
export function findNight(
  { projects }: AllNights,
  session: string,
): Result<{ project: ProjectStore; root: string } | null> {
  for (const project of projects) {
    const root = project.rootOf(session)
    if (!root.ok) return root
    if (root.value !== null) return { ok: true, value: { project, root: root.value } }
  }
  return { ok: true, value: null }
}

/** What is said of a session that nobody finds here. */
export const noSuchSession =
  'the store has no such session of this project; `opencode-diverter report --all` shows those that it has'

/** What is said of a night that was reduced. */
export const takenAway = 'its lines were taken away after their time; its entries are left, and its figures'

/** Which lines of a tree are there: all, those behind what was taken away, or none. */
export function linesLeft(project: ProjectStore, root: string): Result<'all' | 'later' | 'none'> {
  const tree = project.tree(root)
  if (!tree.ok) return tree
  if ((tree.value?.figures ?? null) === null) return { ok: true, value: 'all' }
  const lines = project.since(root, 0, 1)
  return lines.ok ? { ok: true, value: lines.value.lines.length > 0 ? 'later' : 'none' } : lines
}

/** Opens the store for a command; a number is the exit code after the reason was written. */
export function openStoreOf(io: CommandIo, name: string = commandName): Store | null | number {
  const place = storeOf(io)
  if (!place.ok) return refused(place, io)
  // A command that reads makes no store.
  const isThere = isStoreThere(place.value)
  if (!isThere.ok) return refused(isThere, io)
  if (!isThere.value) {
    if (isKeyThere(place.value.key)) io.writeError(`${goneText(place.value)}\n`)
    return null
  }
  const store = openUserStore(place.value, name)
  if (!store.ok) return refused(store, io)
  sayNotices(store.value, io)
  return store.value
}

const goneText = ({ database, key }: Place): string =>
  `${database} is gone and all nights with it, though ${key} is there; put a copy of the database back if you have one`

/** Says what a person should know of the opening; that sessions wait for each other is no matter of a command. */
export function sayNotices({ notices }: Store, io: CommandIo): void {
  if (io.isStoreNoticed === true) return
  for (const { code, message } of notices) if (code !== 'no-wal') io.writeError(`${message}\n`)
}

/** Where the store lies for a command. */
export const storeOf = ({ place }: CommandIo): Result<Place> =>
  place === undefined ? ownPlace() : { ok: true, value: place }

function openProjects(
  io: CommandIo,
  choose: (known: readonly string[], cwd: string) => readonly string[],
): AllNights | null | number {
  const store = openStoreOf(io)
  const cwd = realpathSync.native(io.cwd)
  if (store === null) return none([], cwd, io)
  if (typeof store === 'number') return store
  let all: readonly string[] = []
  const found = chosen(store, (known) => {
    all = known
    return choose(known, cwd)
  })
  if (found.ok && found.value.length > 0)
    return { projects: found.value, version: store.version, close: () => void store.close() }
  store.close()
  return found.ok ? none(all, cwd, io) : refused(found, io)
}

/** Says why there may be no nights here, which nobody who looks for some should have to guess. */
function none(known: readonly string[], cwd: string, io: CommandIo): null {
  const place = storeOf(io)
  // That all nights are gone with their database was said when it was opened.
  if (!place.ok || isGone(place.value)) return null
  for (const line of lostNights(known, cwd, place.value.database)) io.writeError(`${line}\n`)
  return null
}

/** Whether there was a database beside the key. */
function isGone(place: Place): boolean {
  const isThere = isStoreThere(place)
  return isThere.ok && !isThere.value && isKeyThere(place.key)
}

function chosen(store: Store, choose: (known: readonly string[]) => readonly string[]): Result<ProjectStore[]> {
  const known = store.directories()
  if (!known.ok) return known
  const projects: ProjectStore[] = []
  for (const directory of choose(known.value)) {
    const project = store.project(directory)
    if (!project.ok) return project
    projects.push(project.value)
  }
  return { ok: true, value: projects }
}

/** Says a problem of the store; the exit code. */
export function refused({ problem }: Extract<Result<never>, { ok: false }>, io: CommandIo): number {
  io.writeError(`${problem.message}\n`)
  return exit.unreadable
}
