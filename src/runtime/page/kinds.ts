import type { RecordEntry } from '../../core/event.ts'
import type { PolicySet } from '../../core/policy.ts'
import type { Run } from '../../core/state.ts'
import type { Digest } from '../../core/fingerprint.ts'
import { isDecided, isWaiting, type RecordKind } from '../../core/records/kind.ts'
import type { NightStore } from '../ports.ts'
import { shownSet } from '../nights/stored-set.ts'

export function kindOf(set: PolicySet, name: string): RecordKind | null {
  return set.policies.map(({ records }) => records[name]).find((kind) => kind !== undefined) ?? null
}

/** The kinds of a set by name; the first of two policies with a kind of one name has it. */
export const kindsOf = (set: PolicySet): Record<string, RecordKind> =>
  Object.assign({}, ...set.policies.map(({ records }) => records).reverse())

/** The files that the kinds of a set name. */
export const filesOf = (set: PolicySet): string[] => [
  ...new Set(set.policies.flatMap(({ records }) => Object.values(records).map(({ file }) => file))),
]

/** Whether an entry's box is ticked. What was put off still waits, also where entries are ticked from the start. */
export function isTicked(kind: RecordKind | null, record: RecordEntry): boolean {
  if (record.status === 'skipped') return false
  return record.status !== 'open' || (kind !== null && isDecided(kind, record))
}

/** The entries that wait for a person: the one count of what is open. */
export const waitingIn = (set: PolicySet, records: readonly RecordEntry[]): RecordEntry[] =>
  records.filter((record) => isWaiting(kindOf(set, record.kind), record))

/** What the pages need to know of session trees. */
export interface Trees {
  /** The set by which a tree decides; null for one that this process does not have. */
  set: (root: string) => PolicySet | null
  /** The title of its root as it is now; null for one that this process does not have. */
  title: (root: string) => string | null
  /** The run of a tree as it is now; null for one that this process does not have. */
  run: (root: string) => Run | null
  /** The set of new trees; null where none is in force. */
  current: () => PolicySet | null
}

/** Where no tree is at work: what the store has decides. */
export const noTrees: Trees = { set: () => null, title: () => null, run: () => null, current: () => null }

export type FindKind = (project: Pick<NightStore, 'sets'>, root: string, name: string) => RecordKind | null

/** Finds a kind of records: by the set of the tree, by that of new trees, by the sets that the store has of the tree. */
export function createKinds({ set, current }: Trees, digest: Digest): FindKind {
  const stored = new Map<string, PolicySet | null>()
  const known = new Map<string, RecordKind | null>()

  function inStore(project: Pick<NightStore, 'sets'>, root: string, name: string): RecordKind | null {
    const sets = project.sets(root)
    if (!sets.ok) return null
    for (const { hash, documents } of sets.value) {
      const read = stored.has(hash) ? null : shownSet(hash, documents, digest)
      if (read !== null) stored.set(hash, typeof read === 'string' ? null : read.set)
      const found = stored.get(hash)
      const kind = found ? kindOf(found, name) : null
      if (kind !== null) return kind
    }
    return null
  }

  return (project, root, name) => {
    for (const look of [() => set(root), current]) {
      const one = look()
      const kind = one === null ? null : kindOf(one, name)
      if (kind !== null) return kind
    }
    const key = `${root} ${name}`
    const found = known.get(key) ?? inStore(project, root, name)
    known.set(key, found)
    return found
  }
}
