import { dirname, join } from 'node:path'
import type { Decision, ProjectFile } from '../../core/decision.ts'
import type { Json } from '../../core/event.ts'
import { fold } from '../../core/fold.ts'
import type { Policy } from '../../core/policy.ts'
import type { TreeState } from '../../core/state.ts'
import { failureText } from '../failure-text.ts'
import { FileFailure, type Files } from '../ports.ts'
import { asideName } from './aside.ts'
import type { Seals } from './seals.ts'
import { filesOf, projectSlots } from './slots.ts'
import { createProjectStore, type Stand } from './store.ts'
import { type Watched, watchFile } from './watch.ts'

/** How long to wait for another process, in milliseconds, before the request is refused. */
const longestWait = 5000

/**
 * What became of a decision that changes project memory: `done` with the decision that counts; `refused` if it
 * could not be made against other processes; `unwritten` if it stands and the file could not be written.
 */
export type Commit =
  | { result: 'done'; decision: Decision }
  | { result: 'refused' | 'unwritten'; decision: Decision; reason: string }

/** Memory that lies in files of the project, of which others may own keys too. */
export interface ProjectMemory {
  read: (policies: readonly Policy[], file: string) => ProjectFile
  /** A state with the slots of scope project as the files have them now. */
  seeded: (state: TreeState, policies: readonly Policy[]) => TreeState
  /**
   * Writes what a decision changed, under the lock of each file; if a file is not what the last `seeded` saw,
   * `decide` decides again.
   */
  commit: (
    policies: readonly Policy[],
    first: Decision,
    state: TreeState,
    decide: (state: TreeState) => Decision,
  ) => Commit
  /** What others did to our keys since we last wrote them. */
  watch: (policies: readonly Policy[]) => Watched
  /** Puts a file aside as a dated copy in its folder. A string says why not. */
  archive: (file: string, now: number) => string | null
}

export function createProjectMemory(
  files: Files,
  directory: string,
  seals: Seals,
  digest: (text: string) => string,
): ProjectMemory {
  const store = createProjectStore(files, directory, seals, digest)
  const seen = new Map<string, string | null>()

  function seeded(state: TreeState, policies: readonly Policy[]): TreeState {
    const names = filesOf(policies)
    if (names.length === 0) return state
    const stands = names.map((file): [string, Stand] => [file, store.look(policies, file)])
    for (const [file, { text }] of stands) seen.set(file, text)
    return { ...state, slots: { ...state.slots, project: slotsOf(policies, stands) } }
  }

  function commit(
    policies: readonly Policy[],
    first: Decision,
    state: TreeState,
    decide: (state: TreeState) => Decision,
  ): Commit {
    const locks: (() => void)[] = []
    let decision = first
    try {
      for (const file of touched(policies, first)) locks.push(lock(file))
      const before = filesOf(policies).map((file) => seen.get(file))
      const now = seeded(state, policies)
      const isSame = filesOf(policies).every((file, index) => seen.get(file) === before[index])
      decision = isSame ? first : decide(now)
      // What is decided anew may change a file that the first decision left alone.
      const more = touched(policies, decision).filter((file) => !touched(policies, first).includes(file))
      for (const file of more) locks.push(lock(file))
      const after = decision.changes.reduce(fold, now)
      for (const file of touched(policies, decision)) {
        const stand = store.look(policies, file)
        if (stand.project.status === 'broken')
          return { result: 'refused', decision, reason: stand.project.problem ?? file }
        store.write(policies, file, stand, keysOf(policies, file, after))
      }
      return { result: 'done', decision }
    } catch (error) {
      const isTaken = error instanceof FileFailure && error.code === 'LOCKED'
      return { result: isTaken ? 'refused' : 'unwritten', decision, reason: failureText(error) }
    } finally {
      for (const unlock of locks) unlock()
    }
  }

  function lock(file: string): () => void {
    const place = store.place(file)
    if ('refused' in place) throw new FileFailure('REFUSED', place.refused)
    return files.lock(place.path, longestWait)
  }

  function locked(file: string, work: () => void): void {
    const unlock = lock(file)
    try {
      work()
    } finally {
      unlock()
    }
  }

  function watch(policies: readonly Policy[]): Watched {
    const found = filesOf(policies).map((file): Watched => {
      try {
        return watchFile(store, seals, digest, locked, policies, file)
      } catch (error) {
        return { events: [], healed: [], problems: [`${file} cannot be watched: ${failureText(error)}`] }
      }
    })
    return {
      events: found.flatMap(({ events }) => events),
      healed: found.flatMap(({ healed }) => healed),
      problems: found.flatMap(({ problems }) => problems),
    }
  }

  function archive(file: string, now: number): string | null {
    try {
      locked(file, () => {
        const path = join(directory, file)
        const beside = (name: string): string => join(dirname(path), name)
        const text = files.read(path)
        if (text === null) return
        files.replace(beside(asideName(file, now, (name) => files.kind(beside(name)) !== 'absent')), text)
        seals.drop(file)
        files.remove(path)
      })
      return null
    } catch (error) {
      return failureText(error)
    }
  }

  return { read: (policies, file) => store.look(policies, file).project, seeded, commit, watch, archive }
}

/** The values of the files as slots. */
function slotsOf(policies: readonly Policy[], stands: readonly [string, Stand][]): Record<string, Json> {
  const slots: Record<string, Json> = {}
  for (const [file, { project }] of stands) {
    for (const { name, key } of projectSlots(policies, file)) {
      const value = project.data !== null && Object.hasOwn(project.data, key) ? project.data[key] : undefined
      if (value !== undefined && value !== null) slots[name] = value
    }
  }
  return slots
}

/** The values of our slots as keys of the file. */
function keysOf(policies: readonly Policy[], file: string, { slots }: TreeState): Record<string, Json> {
  return Object.fromEntries(
    projectSlots(policies, file).flatMap(({ name, key }): [string, Json][] => {
      const value = slots.project[name]
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/** The project files that a decision changes, in one order for all processes. */
function touched(policies: readonly Policy[], decision: Decision): string[] {
  const changed = new Set(
    decision.changes.flatMap((change) => (change.change === 'slot' && change.scope === 'project' ? change.slot : [])),
  )
  const owners = policies.filter((policy) =>
    Object.keys(policy.memory).some((name) => changed.has(`${policy.name}/${name}`)),
  )
  return filesOf(owners).sort()
}
