import { emptyTree, type TreeState } from '../core/state.ts'
import type { LearntSession } from './journal-line.ts'
import { learntText, type Tree } from './tree.ts'

/** All that the lines of a tree add up to, so that a long night is opened by reading one text and what came later. */
interface Snapshot {
  v: 1
  /** The keys that memory had: of another version's memory nothing is taken. */
  state: TreeState
  set: string | null
  sessions: LearntSession[]
  told: Tree['told']
  turns: string[]
  /** Lines before it that are not ours. */
  unsealed: number[]
  now: number
}

export function snapshotOf(tree: Tree): string {
  const snapshot: Snapshot = {
    v: 1,
    state: tree.stored.state,
    set: tree.named,
    sessions: [...tree.learnt.values()].map((text): LearntSession => JSON.parse(text)),
    told: tree.told,
    turns: [...tree.gate.told],
    unsealed: [...tree.unsealed],
    now: tree.lastNow,
  }
  return JSON.stringify(snapshot)
}

/** Puts a tree into the state of a snapshot; null if this version cannot read it, else the sessions that it knows. */
export function restore(tree: Tree, text: string): LearntSession[] | null {
  const snapshot = parsed(text)
  if (snapshot === null) return null
  tree.stored.state = snapshot.state
  tree.stored.snapshot = text.length
  tree.named = snapshot.set
  tree.told = snapshot.told
  tree.lastNow = snapshot.now
  for (const turn of snapshot.turns) tree.gate.told.add(turn)
  for (const seq of snapshot.unsealed) tree.unsealed.add(seq)
  for (const session of snapshot.sessions) tree.learnt.set(session.session, learntText(session))
  return snapshot.sessions
}

/** The text is sealed, so it is ours; what has other keys comes from another version. */
function parsed(text: string): Snapshot | null {
  const value: unknown = JSON.parse(text)
  return isOurs(value) ? value : null
}

function isOurs(value: unknown): value is Snapshot {
  if (typeof value !== 'object' || value === null || !('v' in value) || value.v !== 1) return false
  if (!('unsealed' in value) || !Array.isArray(value.unsealed)) return false
  if (!('state' in value) || typeof value.state !== 'object' || value.state === null) return false
  return Object.keys(value.state).sort().join() === Object.keys(emptyTree).sort().join()
}
