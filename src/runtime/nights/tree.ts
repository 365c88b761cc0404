import { fold } from '../../core/fold.ts'
import { type Change, emptyTree, type TreeState } from '../../core/state.ts'
import { changesOf, type DecisionLine, type LearntSession, type LineBody } from './journal-line.ts'
import type { Policies } from '../policies.ts'
import { redact } from '../text/redact.ts'
import type { Session } from '../session.ts'

/** How many decisions `why` can tell of. */
const toldDecisions = 10
/** How many turns that were answered by a prompt are remembered. */
const keptTurns = 200

/** What the gate knows of a tree's prompts beside the pending one. */
export interface GateState {
  /** A prompt of ours that left and has not arrived. */
  inFlight: { mark: string; since: number } | null
  /** Turns that were told already. */
  told: Set<string>
  /** When to look again, and how long the last pause was; milliseconds. */
  lookAt: number | null
  pause: number
  /** Failed dispatches in a row. */
  failures: number
  /** Why the pending prompt waits, in words. */
  obstacle: string | null
  /** Why the run would end if the pending prompt cannot wait. */
  ifLate: 'limit' | 'error'
}

/** A line with its time, before the store has it. */
export interface TimedLine {
  at: number
  body: LineBody
  /** Whether it is the first of lines that are written all together or not at all. */
  begins: boolean
}

/** What the store has of a tree, as far as this process knows. */
export interface StoredTree {
  /** The number of the last line. */
  seq: number
  /** Memory after it. */
  state: TreeState
  /** The version of the store when its lines were last read; null before. */
  version: number | null
  /** Characters of the lines behind the last snapshot, and of that snapshot. */
  behind: number
  snapshot: number
}

/** One root session with all below it: memory, the set it decides by, what the store has of it. */
export interface Tree {
  root: Session
  policies: Policies
  /** Memory with what waits to be written. */
  state: TreeState
  stored: StoredTree
  /** Numbers of lines that are not ours and change nothing. */
  unsealed: Set<number>
  /** Lines that the store could not take yet, oldest first. */
  waiting: TimedLine[]
  /** It has lines that this version cannot read, so that nothing is allowed in it. */
  isDoubtful: boolean
  /** What a person decided in its project does not fit together, as far as was told. */
  isRenewed: boolean
  gate: GateState
  /** The last decisions that did something, oldest first. */
  told: { at: number; decision: DecisionLine }[]
  /** The last thing that went wrong, in words. */
  problem: string | null
  /** Rules that asked a person about a request in vain, by request. */
  askedInVain: Map<string, string[]>
  /** The last answer to a query event, by session and purpose. */
  lastQuery: Map<string, string>
  /** What the lines tell of sessions, by id, as JSON. */
  learnt: Map<string, string>
  /** The hash of the set that the lines name last; null before the first. */
  named: string | null
  lastNow: number
  /** Both clocks at the last look, to see a jump; null before the first. */
  looked: { now: number; elapsed: number } | null
  /** The end of the run that was told. */
  expired: number | null
}

export function newTree(root: Session, policies: Policies): Tree {
  return {
    root,
    policies,
    state: emptyTree,
    stored: { seq: 0, state: emptyTree, version: null, behind: 0, snapshot: 0 },
    unsealed: new Set(),
    waiting: [],
    isDoubtful: false,
    isRenewed: false,
    gate: {
      inFlight: null,
      told: new Set(),
      lookAt: null,
      pause: 0,
      failures: 0,
      obstacle: null,
      ifLate: 'limit',
    },
    told: [],
    problem: null,
    askedInVain: new Map(),
    lastQuery: new Map(),
    learnt: new Map(),
    named: null,
    lastNow: 0,
    looked: null,
    expired: null,
  }
}

/** A clock that goes back by more was set, in milliseconds. */
const longestStep = 5000

/** Time as the tree sees it: it does not go back by the little by which clocks are corrected. */
export function advance(tree: Tree, clock: number): number {
  tree.lastNow = tree.lastNow - clock > longestStep ? clock : Math.max(tree.lastNow, clock)
  return tree.lastNow
}

export const afterChanges = (state: TreeState, changes: readonly Change[]): TreeState => changes.reduce(fold, state)

/** Memory is what the store has, and behind it what waits to be written. */
export function settleState(tree: Tree): void {
  tree.state = tree.waiting.reduce((state, { body }) => afterChanges(state, changesOf(body)), tree.stored.state)
}

/** So many lines that wait are written at once: a try costs the same, however long the store has been gone. */
const mostAtOnce = 50

/** The oldest lines that wait, as many as are written at once; what belongs together stays so. */
export function firstWaiting({ waiting }: Pick<Tree, 'waiting'>): TimedLine[] {
  const end = waiting.findIndex(({ begins }, at) => at >= mostAtOnce && begins)
  return end < 0 ? [...waiting] : waiting.slice(0, end)
}

/** Lines wait from now on behind those that do, and are remembered. */
export function keepWaiting(tree: Tree, lines: readonly LineBody[]): void {
  for (const [index, body] of lines.entries()) {
    const line = { at: tree.lastNow, body, begins: index === 0 }
    tree.waiting.push(line)
    note(tree, line)
  }
  tree.state = afterChanges(tree.state, lines.flatMap(changesOf))
}

/** The title of a tree for a person; empty as long as it has none of its own, but only one that tells the time. */
export function titleOf({ root }: Pick<Tree, 'root'>): string {
  const isTime = /\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(root.title)
  return isTime ? '' : redact(root.title)
}

/** What a line tells beside its changes, whoever wrote it. */
export function note(tree: Tree, { at, body }: Pick<TimedLine, 'at' | 'body'>): void {
  tree.lastNow = Math.max(tree.lastNow, at)
  switch (body.line) {
    case 'set':
      tree.named = body.set
      return
    case 'sent':
      remember(tree, body.turn)
      return
    case 'decision':
      tell(tree, at, body)
      return
    case 'session':
      tree.learnt.set(body.session, learntText(body))
      return
    case 'call':
    case 'answer':
    case 'change':
      return
    default:
      body satisfies never
  }
}

/** What is known of a session as a text, so that a difference is seen. */
export function learntText({ session, parent, agent, model, variant, hasTask, mode }: LearntSession): string {
  return JSON.stringify({ session, parent, agent, model, variant, hasTask, mode })
}

/** A turn that was told by a prompt is not told again. */
export function remember(tree: Tree, turn: string): void {
  tree.gate.told.add(turn)
  const [oldest] = tree.gate.told
  if (tree.gate.told.size > keptTurns && oldest !== undefined) tree.gate.told.delete(oldest)
}

function tell(tree: Tree, at: number, decision: DecisionLine): void {
  // That a person looked explains nothing.
  const onlyShows = decision.effects.length > 0 && decision.effects.every(({ effect }) => effect === 'show')
  if (decision.rules.length === 0 || onlyShows) return
  tree.told.push({ at, decision })
  if (tree.told.length > toldDecisions) tree.told.shift()
}
