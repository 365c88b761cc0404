import type { RecordEntry } from './event.ts'
import { isSame } from './same.ts'
import type { Slots, TreeState } from './state.ts'

/** The memory of a tree in parts, of which a change of memory touches few. */
export interface TreeParts extends Omit<TreeState, 'slots'> {
  runSlots: Slots
  treeSlots: Slots
  projectSlots: Slots
  sessionSlots: TreeState['slots']['session']
}

export type TreePart = keyof TreeParts

export function partsOf({ slots, ...rest }: TreeState): TreeParts {
  const { run, tree, project, session } = slots
  return { ...rest, runSlots: run, treeSlots: tree, projectSlots: project, sessionSlots: session }
}

export function treeOf({ runSlots, treeSlots, projectSlots, sessionSlots, ...rest }: TreeParts): TreeState {
  return { ...rest, slots: { run: runSlots, tree: treeSlots, project: projectSlots, session: sessionSlots } }
}

/** Memory that notes what of it is looked into. */
export interface WatchedTree {
  state: TreeState
  /** Whether what was read, and all that is not watched, is the same in another memory. */
  isReadSame: (other: TreeState) => boolean
}

/**
 * The same memory to whoever decides by it. Watched are the parts in which two that once decided differently differ for
 * good, and which few decisions read; of the slots of the tree each by itself.
 */
export function watchTree(state: TreeState): WatchedTree {
  const read = new Set<TreePart>()
  const slots = new Set<string>()
  const parts = partsOf(state)
  const watched = <T extends object>(part: TreePart, value: T): T => {
    const note = (): void => void read.add(part)
    return new Proxy(value, watching(note, note))
  }
  const watchedSlots = new Proxy(
    parts.treeSlots,
    watching(
      () => read.add('treeSlots'),
      (name) => slots.add(String(name)),
    ),
  )
  const all = {
    ...parts,
    records: watched<readonly RecordEntry[]>('records', parts.records),
    places: watched('places', parts.places),
    uncounted: watched('uncounted', parts.uncounted),
    waits: watched('waits', parts.waits),
    usedGrants: watched<readonly number[]>('usedGrants', parts.usedGrants),
    treeSlots: watchedSlots,
  }
  const isWatched = (part: TreePart): boolean => all[part] !== parts[part]
  return {
    state: treeOf(all),
    isReadSame: (other) => {
      const others = partsOf(other)
      for (const part of partNames) {
        if (others[part] === parts[part]) continue
        if (!isWatched(part) || read.has(part)) return false
      }
      return [...slots].every((name) => isSame(others.treeSlots[name], parts.treeSlots[name]))
    },
  }
}

const named: Record<TreePart, true> = {
  run: true,
  prompts: true,
  turn: true,
  compactions: true,
  runSlots: true,
  treeSlots: true,
  projectSlots: true,
  sessionSlots: true,
  records: true,
  places: true,
  uncounted: true,
  pending: true,
  timers: true,
  waits: true,
  proofs: true,
  wanted: true,
  usedGrants: true,
  shadows: true,
}
const partNames = Object.keys(named).filter((name): name is TreePart => name in named)

/** Methods work on the value itself: through the watch each of their steps would be slow. */
function watching<T extends object>(whole: () => void, one: (name: string | symbol) => void): ProxyHandler<T> {
  return {
    get: (value, name) => {
      one(name)
      const found: unknown = Reflect.get(value, name)
      return typeof found === 'function' ? found.bind(value) : found
    },
    has: (value, name) => {
      one(name)
      return Reflect.has(value, name)
    },
    ownKeys: (value) => {
      whole()
      return Reflect.ownKeys(value)
    },
  }
}
