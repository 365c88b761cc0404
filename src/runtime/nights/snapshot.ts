import { fold } from '../../core/fold.ts'
import { noPlaces, placesOf } from '../../core/records/places.ts'
import { emptyRun, emptyTree, type Run, type TreeState } from '../../core/state.ts'
import type { OpenedTree } from '../../store/store.ts'
import { changesOf, type LearntSession, readLine } from './journal-line.ts'
import { upgradedRecord } from '../older/records.ts'
import { learntText, type Tree } from './tree.ts'

/** Memory as it is written: without what is made from the rest of it. */
type KeptState = Omit<TreeState, 'places' | 'shadows'> & { shadows: Readonly<Record<string, KeptState>> }

/** All that the lines of a tree add up to, so that a long night is opened by reading one text and what came later. */
interface Snapshot {
  v: 1
  /** The keys that memory had: of another version's memory nothing is taken. */
  state: KeptState
  set: string | null
  sessions: LearntSession[]
  told: Tree['told']
  turns: string[]
  /** Lines before it that are not ours. */
  unsealed: number[]
  now: number
}

/** What stays of a night whose lines were taken away. Later versions fill in what they know besides. */
interface ReducedSnapshot {
  v: 1
  kept: Pick<TreeState, 'run' | 'prompts' | 'turn' | 'records' | 'uncounted'> & { slots: TreeState['slots']['tree'] }
  sessions: LearntSession[]
  now: number
}

export function snapshotOf(tree: Tree): string {
  const snapshot: Snapshot = {
    v: 1,
    state: keptOf(tree.stored.state),
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
  tree.stored.state = memoryOf(snapshot.state)
  tree.stored.snapshot = text.length
  tree.named = snapshot.set
  tree.told = snapshot.told
  tree.lastNow = snapshot.now
  for (const turn of snapshot.turns) tree.gate.told.add(turn)
  for (const seq of snapshot.unsealed) tree.unsealed.add(seq)
  for (const session of snapshot.sessions) tree.learnt.set(session.session, learntText(session))
  return snapshot.sessions
}

/** Memory of a session at work with what stays of its night: lines were taken away that it had not read. */
export function rejoined(state: TreeState, text: string): TreeState {
  const snapshot = parsed(text)
  if (snapshot === null) return state
  const { run, prompts, turn, records, places, uncounted, slots } = memoryOf(snapshot.state)
  return { ...state, run, prompts, turn, records, places, uncounted, slots: { ...state.slots, tree: slots.tree } }
}

/**
 * The same without what only a session at work needs: entries, the run, and what was set for the whole tree. Null if
 * this version cannot read the tree.
 */
export function reducedSnapshot(
  root: string,
  { snapshot, lines }: Pick<OpenedTree, 'snapshot' | 'lines'>,
): string | null {
  const found = summed(snapshot, lines)
  if (found === null) return null
  const { before, read } = found
  const { run, prompts, turn, records, uncounted, slots } = found.state
  const learnt = read.flatMap((line) => (line.line === 'session' ? line : []))
  const session = [...before.sessions, ...learnt].findLast((one) => one.session === root)
  const reduced: ReducedSnapshot = {
    v: 1,
    kept: { run, prompts, turn, records, uncounted, slots: slots.tree },
    sessions: session === undefined ? [] : [learntSession(session)],
    now: Math.max(before.now, lines.at(-1)?.at ?? 0),
  }
  return JSON.stringify(reduced)
}

/** The run of a tree as the store has it; null if this version cannot read it. */
export const runIn = ({ snapshot, lines }: Pick<OpenedTree, 'snapshot' | 'lines'>): Run | null =>
  summed(snapshot, lines)?.state.run ?? null

/** What a snapshot and the lines behind it add up to; null if this version cannot read one of them. */
function summed(snapshot: string | null, lines: OpenedTree['lines']) {
  const before = snapshot === null ? nothing : parsed(snapshot)
  const read = lines.flatMap((line) => readLine(line) ?? [])
  if (before === null || read.length < lines.length) return null
  return { before, read, state: read.flatMap(changesOf).reduce(fold, memoryOf(before.state)) }
}

const learntSession = (given: LearntSession): LearntSession => JSON.parse(learntText(given))

const nothing: Snapshot = {
  v: 1,
  state: keptOf(emptyTree),
  set: null,
  sessions: [],
  told: [],
  turns: [],
  unsealed: [],
  now: 0,
}

/** The text is sealed, so it is ours; what has other keys comes from another version. */
function parsed(text: string): Snapshot | null {
  const value: unknown = JSON.parse(text)
  if (isReduced(value)) return whole(value)
  return isOurs(value) ? value : null
}

function whole({ kept: { slots, run, ...kept }, sessions, now }: ReducedSnapshot): Snapshot {
  const state = {
    ...keptOf(emptyTree),
    ...kept,
    run: { ...emptyRun, ...run },
    slots: { ...emptyTree.slots, tree: slots },
  }
  return { ...nothing, state, sessions, now }
}

const isV1 = (value: unknown): value is { v: 1 } =>
  typeof value === 'object' && value !== null && 'v' in value && value.v === 1

const isReduced = (value: unknown): value is ReducedSnapshot => isV1(value) && 'kept' in value

function isOurs(value: unknown): value is Snapshot {
  if (!isV1(value) || !('unsealed' in value) || !Array.isArray(value.unsealed)) return false
  if (!('state' in value) || typeof value.state !== 'object' || value.state === null) return false
  return Object.keys(value.state).sort().join() === Object.keys(keptOf(emptyTree)).sort().join()
}

function keptOf({ places: _, shadows, ...state }: TreeState): KeptState {
  return { ...state, shadows: each(shadows, keptOf) }
}

function memoryOf({ shadows, ...state }: KeptState): TreeState {
  const records = state.records.map(upgradedRecord)
  return {
    ...state,
    run: { ...emptyRun, ...state.run },
    records,
    places: placesOf(records, noPlaces),
    shadows: each(shadows, memoryOf),
  }
}

function each<From, To>(all: Readonly<Record<string, From>>, to: (from: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, to(one)]))
}
