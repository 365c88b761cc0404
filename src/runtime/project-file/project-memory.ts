import { dirname, join } from 'node:path'
import type { Json } from '../../core/event.ts'
import { fold } from '../../core/fold.ts'
import type { Policy } from '../../core/policy.ts'
import type { Change, TreeState } from '../../core/state.ts'
import { failureText } from '../text/failure-text.ts'
import type { Written } from '../nights/nights.ts'
import { FileFailure, type Files } from '../ports.ts'
import { asideName } from './aside.ts'
import { type Look, lookAt, seeded } from './look.ts'
import type { Seals } from './seals.ts'
import { filesOf, projectSlots } from './slots.ts'
import { createProjectStore } from './store.ts'
import { type Watched, watchFile } from './watch.ts'

/** How long to wait for another process, in milliseconds, before the request is refused. */
const longestWait = 5000

/** What was decided together: all changes in order, the policies that were asked, and the files as they were seen. */
export interface Decided {
  changes: readonly Change[]
  policies: readonly Policy[]
  look: Look
}

/**
 * What became of decisions that change project memory: `done` with those that count; `refused` if they could not be
 * made against other processes or kept; `behind` if they have to be made again; `unwritten` if they stand and the file
 * could not be written.
 */
export type Commit<Made extends Decided> =
  | { result: 'done'; made: Made }
  | { result: 'behind'; made: Made }
  | { result: 'refused' | 'unwritten'; made: Made; reason: string }

/** Memory that lies in files of the project, of which others may own keys too. */
export interface ProjectMemory {
  look: (policies: readonly Policy[]) => Look
  /**
   * Writes what was decided, under the lock of each file; if a file is not what it was decided by, `decide` decides
   * again. `keep` keeps the decisions before any file is written. `state` is memory before them.
   */
  commit: <Made extends Decided>(
    state: TreeState,
    made: Made,
    decide: (look: Look) => Made,
    keep: (made: Made) => Written,
  ) => Commit<Made>
  /** What others did to our keys since we last wrote them, seen in a look. */
  watch: (policies: readonly Policy[], look: Look) => Watched
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
  const look = (policies: readonly Policy[]): Look => lookAt(store, policies)

  function commit<Made extends Decided>(
    state: TreeState,
    decided: Made,
    decide: (look: Look) => Made,
    keep: (made: Made) => Written,
  ): Commit<Made> {
    const locks: (() => void)[] = []
    let made = decided
    try {
      const first = touched(made)
      for (const file of first) locks.push(lock(file))
      const now = look(made.policies)
      const isSame = [...now].every(([file, { text }]) => made.look.get(file)?.text === text)
      if (!isSame) made = decide(now)
      // What is decided anew may change a file that the first decision left alone.
      const files = touched(made)
      for (const file of files) if (!first.includes(file)) locks.push(lock(file))
      const { policies } = made
      const after = made.changes.reduce(fold, seeded(state, policies, made.look))
      const stands = files.map((file) => ({ file, stand: store.look(policies, file) }))
      const broken = stands.find(({ stand }) => stand.project.status === 'broken')
      if (broken !== undefined) return { result: 'refused', made, reason: broken.stand.project.problem ?? broken.file }
      const kept = keep(made)
      if (kept.result === 'behind') return { result: 'behind', made }
      if (kept.result === 'refused') return { result: 'refused', made, reason: kept.reason }
      for (const { file, stand } of stands) store.write(policies, file, stand, keysOf(policies, file, after))
      return { result: 'done', made }
    } catch (error) {
      const isTaken = error instanceof FileFailure && error.code === 'LOCKED'
      return { result: isTaken ? 'refused' : 'unwritten', made, reason: failureText(error) }
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

  function watch(policies: readonly Policy[], seen: Look): Watched {
    const found = [...seen].map(([file, stand]): Watched => {
      try {
        return watchFile(store, seals, digest, locked, policies, file, stand)
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

  return { look, commit, watch, archive }
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

/** The project files that decisions change, in one order for all processes. */
function touched({ policies, changes }: Decided): string[] {
  const changed = new Set(
    changes.flatMap((change) => (change.change === 'slot' && change.scope === 'project' ? change.slot : [])),
  )
  const owners = policies.filter((policy) =>
    Object.keys(policy.memory).some((name) => changed.has(`${policy.name}/${name}`)),
  )
  return filesOf(owners).sort()
}
