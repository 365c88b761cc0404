import { existsSync, realpathSync } from 'node:fs'
import { foldersUpwards } from '../runtime/config-files.ts'
import { openUserStore, ownPlace } from '../runtime/user-store.ts'
import type { Place } from '../store/place.ts'
import type { ProjectStore, Result, Store } from '../store/store.ts'
import { type CommandIo, exit } from './io.ts'

/** The nights of the project at the folder of a command. */
export interface ProjectNights {
  project: ProjectStore
  close: () => void
}

/** Names this process in lines that a command writes. */
export const commandName = `command-${process.pid}-${Date.now().toString(36)}`

/**
 * Opens the store of this user for the project of a command: of its folder, or of one above it in the worktree. Null
 * if the store has no such project; a number is the exit code after the reason was written.
 */
export function openNights(io: CommandIo): ProjectNights | null | number {
  const place = storeOf(io)
  if (!place.ok) return refused(place, io)
  // A command that reads makes no store.
  if (!existsSync(place.value.database)) return null
  const store = openUserStore(place.value, commandName)
  if (!store.ok) return refused(store, io)
  const found = projectOf(store.value, io)
  if (found === null || typeof found === 'number') {
    store.value.close()
    return found
  }
  return { project: found, close: () => void store.value.close() }
}

/** Where the store lies for a command. */
export const storeOf = ({ place }: CommandIo): Result<Place> =>
  place === undefined ? ownPlace() : { ok: true, value: place }

function projectOf(store: Store, io: CommandIo): ProjectStore | null | number {
  const known = store.directories()
  if (!known.ok) return refused(known, io)
  const directory = foldersUpwards(realpathSync(io.cwd)).find((each) => known.value.includes(each))
  if (directory === undefined) return null
  const project = store.project(directory)
  return project.ok ? project.value : refused(project, io)
}

/** Says a problem of the store; the exit code. */
export function refused({ problem }: Extract<Result<never>, { ok: false }>, io: CommandIo): number {
  io.writeError(`${problem.message}\n`)
  return exit.unreadable
}
