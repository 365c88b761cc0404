import { type Decision, type Moment, noVerdict } from '../core/decision.ts'
import { evaluate } from '../core/judging/evaluate.ts'
import type { DomainEvent } from '../core/event.ts'
import { fold } from '../core/fold.ts'
import type { PolicySet } from '../core/policy.ts'
import { type Change, emptyTree, type TreeState } from '../core/state.ts'
import { watchEvent } from '../core/watch-event.ts'
import { changesOf, type DecisionLine, type JournalLine, longestUnread } from '../runtime/nights/journal-line.ts'
import { digest } from '../runtime/files/node-digest.ts'
import type { Policies } from '../runtime/policies.ts'
import { doubtsOf } from './doubts.ts'
import type { NumberedLine } from './read-journal.ts'
import { createReads } from './reads.ts'
import { recordedFacts } from './recorded-facts.ts'
import { createSessions, type Surroundings } from './sessions.ts'

export interface PathOptions extends Surroundings {
  /** The set of that night by its hash; a string says why there is none. */
  find: (hash: string) => Policies | string
  /** The policies to decide by; null: those of that night. */
  against: Policies | null
}

/** What became of an event on this path. */
export interface Taken {
  /** The line that decides it; for an event that only this path has, the last line with this event. */
  line: DecisionLine
  at: number
  /** Null for what does not happen. */
  decision: Decision | null
  /** Why it cannot be certain. */
  doubts: string[]
}

/** A line on a path. */
export interface Met {
  /** What follows from decisions of this path, but stands in no line that comes soon; it comes before the line. */
  before: Taken[]
  take: () => Taken
}

/**
 * One way through the events of a night, in order. Memory is folded from what is decided on it; prompts that left,
 * answers of a person and changes by time are taken as they were.
 */
export interface Path {
  /** A line that is no decision. */
  remember: (line: JournalLine) => void
  meet: (numbered: NumberedLine, soon: () => readonly NumberedLine[]) => Met
  /** What follows and has not come at the end of the night. */
  rest: () => Taken[]
  state: () => TreeState
}

export interface Judged {
  decision: Decision
  doubts: string[]
}

/** All that a decision is made of. */
export interface Given {
  line: DecisionLine
  set: PolicySet
  state: TreeState
  event: DomainEvent
  moment: Moment
  doubts: (decision: Decision) => string[]
}

/** How a path decides and remembers. */
export interface Ways {
  judge: (given: Given) => Judged
  fold: (state: TreeState, changes: readonly Change[]) => TreeState
}

export const ownWays: Ways = {
  judge: ({ set, state, event, moment, doubts }) => {
    const decision = evaluate(set, state, event, moment)
    return { decision, doubts: doubts(decision) }
  },
  fold: (state, changes) => changes.reduce(fold, state),
}

/** An event that follows from a decision and has not come yet. */
interface Raised {
  event: DomainEvent
  session: string
}

/** Throws if the night's own policies are wanted and are not there. */
export function createPath(options: PathOptions, ways: Ways = ownWays): Path {
  const sessions = createSessions(options)
  const reads = createReads()
  const askedInVain = new Map<string, string[]>()
  let would: TreeState = emptyTree
  let raised: Raised[] = []
  let last = { line: 'decision' as const, session: '', set: '', at: 0 }

  function remember(line: JournalLine): void {
    if (line.line === 'session') sessions.learn(line)
    if (line.line === 'set' && options.against !== null) return
    const changes = changesOf(line)
    if (changes.some(({ change }) => change === 'wait.cleared' || change === 'run')) notice(line, changes)
    would = ways.fold(would, changes)
  }

  function notice(line: JournalLine, changes: readonly Change[]): void {
    let state = would
    for (const change of changes) {
      if (line.line === 'change' && change.change === 'wait.cleared') giveUp(change.request, state)
      if (change.change === 'run' && change.to === 'stopped' && state.run.state !== 'stopped') {
        const event = { type: 'run.stopped', reason: change.reason ?? 'user', detail: change.detail } as const
        raised.push({ event, session: last.session })
      }
      state = fold(state, change)
    }
  }

  function giveUp(request: string, { waits }: TreeState): void {
    const wait = waits[request]
    if (wait !== undefined) askedInVain.set(request, [...(askedInVain.get(request) ?? []), wait.by])
  }

  function decide(line: DecisionLine, at: number, altered: boolean): Judged {
    const { event } = line
    const night = options.find(line.set)
    const recorded = typeof night === 'string' ? null : night.set
    const set = options.against?.set ?? recorded
    if (set === null) throw new Error(String(night))
    const missing = new Set<string>()
    const note = (what: string): void => void missing.add(what)
    const request = 'request' in event && event.request !== null ? event.request : null
    const moment: Moment = {
      session: sessions.facts(line.session, would, note),
      now: at,
      zone: options.zone,
      ...recordedFacts(line, recorded, set, note),
      digest,
      taken: (letter) => givenBefore(line, letter),
      without: request === null ? [] : (askedInVain.get(request) ?? []),
    }
    const watched = watchEvent(event, longestUnread)
    const judged = ways.judge({
      line,
      set,
      state: would,
      event: watched.event,
      moment,
      doubts: (decision) => [
        ...missing,
        ...doubtsOf(set, decision, { event, facts: line.facts, altered, recorded, read: watched.read }, reads),
      ],
    })
    would = ways.fold(would, judged.decision.changes)
    if (request !== null && would.waits[request] === undefined) askedInVain.delete(request)
    return judged
  }

  function onlyHere(soon: readonly NumberedLine[]): Taken[] {
    const isTold = ({ event }: Raised): boolean =>
      soon.some(({ line }) => line.line === 'decision' && sameEvent(event, line.event))
    const untold = raised.filter((one) => !isTold(one))
    raised = raised.filter((one) => !untold.includes(one))
    return untold.flatMap(({ event, session }): Taken[] => {
      const line: DecisionLine = { ...last, session, event, facts: {}, rules: [], ...nothing, effects: [], changes: [] }
      const judged = decide(line, last.at, false)
      return isNothing(judged.decision) ? [] : [{ line, at: last.at, ...judged }]
    })
  }

  function meet({ line, altered }: NumberedLine, soon: () => readonly NumberedLine[]): Met {
    if (line.line !== 'decision') throw new Error(`Line ${line.seq} decides nothing`)
    const { event } = line
    const expected = raised.findIndex((one) => sameEvent(one.event, event))
    const isDerived = event.type === 'request.refused' || event.type === 'run.stopped'
    let before: Taken[] = []
    if (isDerived && expected >= 0) raised.splice(expected, 1)
    else if (raised.length > 0) before = onlyHere(soon())
    last = { line: 'decision', session: line.session, set: line.set, at: Math.max(last.at, line.at) }
    const { at } = last
    return {
      before,
      take: () => {
        if ((isDerived && expected < 0) || isTimerUnset(event, would)) return { line, at, decision: null, doubts: [] }
        const judged = decide(line, at, altered)
        raised.push(...judged.decision.derived.map((each) => ({ event: each, session: line.session })))
        return { line, at, ...judged }
      },
    }
  }

  return { remember, meet, rest: () => onlyHere([]), state: () => would }
}

const nothing = { verdict: noVerdict, effects: [] }

/** True for a decision that would leave no line in a journal. */
const isNothing = ({ trace, effects, changes, derived }: Decision): boolean =>
  effects.length + changes.length + derived.length === 0 &&
  trace.every(({ outcome, errors }) => outcome === 'not-matched' && errors.length === 0)

/** Texts of a reason may be worded otherwise; what happened is the same. */
function sameEvent(one: DomainEvent, other: DomainEvent): boolean {
  if (one.type === 'request.refused' && other.type === 'request.refused')
    return one.event === other.event && one.fingerprint === other.fingerprint
  return one.type === other.type && one.type === 'run.stopped'
}

const isTimerUnset = (event: DomainEvent, { timers }: TreeState): boolean =>
  event.type === 'timer.fired' && timers[event.timer] === undefined

/** The number that was given last in the project when a line was written, as far as the line tells; 0 if it does not. */
function givenBefore({ changes }: DecisionLine, letter: string): number {
  const ids = changes.flatMap((change) => (change.change === 'record.added' ? change.record.id : []))
  const first = ids.find((id) => id.startsWith(letter))
  return first === undefined ? 0 : Number(first.slice(1)) - 1
}
