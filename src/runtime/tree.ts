import { fold } from '../core/fold.ts'
import { type Change, emptyTree, type TreeState } from '../core/state.ts'
import type { Journal } from './journal.ts'
import { changesOf, type DecisionLine, type JournalLine, type LineBody } from './journal-line.ts'
import type { Policies } from './policies.ts'
import type { Session } from './session.ts'

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

/** One root session with all below it: memory, the set it decides by, its journal. */
export interface Tree {
  root: Session
  policies: Policies
  state: TreeState
  journal: Journal
  gate: GateState
  /** The last decisions that did something, oldest first. */
  told: { at: number; decision: DecisionLine }[]
  /** The last thing that went wrong, in words. */
  problem: string | null
  /** Rules that asked a person about a request in vain, by request. */
  askedInVain: Map<string, string[]>
  /** The last answer to a query event, by session and purpose. */
  lastQuery: Map<string, string>
  /** What the journal knows of sessions, by id, as JSON. */
  learnt: Map<string, string>
  /** The journal names the set that the tree decides by. */
  named: boolean
  /** Ids of the faults in the journal. */
  faults: Set<string>
  lastNow: number
}

export function newTree(root: Session, policies: Policies, journal: Journal): Tree {
  return {
    root,
    policies,
    state: emptyTree,
    journal,
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
    named: false,
    faults: new Set(),
    lastNow: 0,
  }
}

/** Time as the tree sees it: it never goes back, whatever the machine's clock does. */
export function advance(tree: Tree, clock: number): number {
  tree.lastNow = Math.max(tree.lastNow, clock)
  return tree.lastNow
}

export function applyChanges(tree: Tree, changes: readonly Change[]): void {
  tree.state = changes.reduce(fold, tree.state)
}

/** Takes in a line that stands in the journal, whoever wrote it. */
export function takeIn(tree: Tree, line: JournalLine): void {
  applyChanges(tree, changesOf(line))
  advance(tree, line.at)
  switch (line.line) {
    case 'fault':
      tree.faults.add(line.id)
      return
    case 'set':
      tree.named = true
      return
    case 'sent':
      remember(tree, line.turn)
      return
    case 'decision':
      tell(tree, line.at, line)
      return
    case 'session': {
      const { v: _v, seq: _seq, process: _process, at: _at, line: _line, ...learnt } = line
      tree.learnt.set(line.session, JSON.stringify(learnt))
      return
    }
    case 'answer':
    case 'change':
      return
    default:
      line satisfies never
  }
}

/** Writes a line and makes its changes. */
export function writeLine(tree: Tree, line: LineBody): void {
  tree.journal.append(tree.lastNow, line)
  if (line.line === 'fault') tree.faults.add(line.id)
  if ('changes' in line) applyChanges(tree, line.changes)
}

/** A turn that was told by a prompt is not told again. */
export function remember(tree: Tree, turn: string): void {
  tree.gate.told.add(turn)
  const [oldest] = tree.gate.told
  if (tree.gate.told.size > keptTurns && oldest !== undefined) tree.gate.told.delete(oldest)
}

export function tell(tree: Tree, at: number, decision: DecisionLine): void {
  // That a person looked explains nothing.
  const onlyShows = decision.effects.length > 0 && decision.effects.every(({ effect }) => effect === 'show')
  if (decision.rules.length === 0 || onlyShows) return
  tree.told.push({ at, decision })
  if (tree.told.length > toldDecisions) tree.told.shift()
}
