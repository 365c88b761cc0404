import { type Decision, type Moment, noVerdict } from '../core/decision.ts'
import { evaluate } from '../core/judging/evaluate.ts'
import type { DomainEvent } from '../core/event.ts'
import { fold } from '../core/fold.ts'
import { emptyTree, type TreeState } from '../core/state.ts'
import { watchEvent } from '../core/watch-event.ts'
import { clean } from '../runtime/text/clean.ts'
import { changesOf, type DecisionLine, type JournalLine, longestUnread } from '../runtime/nights/journal-line.ts'
import { digest } from '../runtime/files/node-digest.ts'
import type { Policies } from '../runtime/policies.ts'
import { type Difference, differencesOf, type Outcome, runWords } from './compare.ts'
import { doubtsOf } from './doubts.ts'
import type { NumberedLine } from './read-journal.ts'
import { createReads } from './reads.ts'
import { recordedFacts } from './recorded-facts.ts'
import { createSessions, type Surroundings } from './sessions.ts'

/** One decision of a night, decided again. */
export interface Replayed {
  /** The line of the journal; null for an event that only the replay has. */
  line: number | null
  at: number
  session: string
  event: DomainEvent
  result: 'same' | 'different' | 'uncertain'
  differences: Difference[]
  /** Why the replay cannot be certain. */
  doubts: string[]
  /** What was decided; null for what does not happen. */
  would: Outcome | null
}

export interface ReplayOptions extends Surroundings {
  /** The set of that night by its hash; a string says why there is none. */
  find: (hash: string) => Policies | string
  /** The policies to decide by; null: those of that night. */
  against: Policies | null
}

/** An event that follows from a decision and has not come yet. */
interface Raised {
  event: DomainEvent
  session: string
}

/** Within how many lines what follows from a decision is told; requests that are decided again come before it. */
const soonest = 50

const nothing: Outcome = { verdict: noVerdict, effects: [] }

/**
 * Decides the events of a night again, in order. Memory is folded from the replayed decisions; prompts that left,
 * answers of a person and changes by time are taken as they were. Throws if the night's own policies are wanted
 * and are not there.
 */
export function* replay(lines: readonly NumberedLine[], options: ReplayOptions): Generator<Replayed> {
  const sessions = createSessions(options)
  const reads = createReads()
  const askedInVain = new Map<string, string[]>()
  let was: TreeState = emptyTree
  let would: TreeState = emptyTree
  let raised: Raised[] = []
  let last = { line: 'decision' as const, session: '', set: '', at: 0 }

  function take(line: JournalLine): void {
    const changes = changesOf(line)
    was = changes.reduce(fold, was)
    if (line.line === 'set' && options.against !== null) return
    for (const change of changes) {
      if (line.line === 'change' && change.change === 'wait.cleared') giveUp(change.request)
      if (change.change === 'run' && change.to === 'stopped' && would.run.state !== 'stopped') {
        const event = { type: 'run.stopped', reason: change.reason ?? 'user', detail: change.detail } as const
        raised.push({ event, session: last.session })
      }
      would = fold(would, change)
    }
  }

  function giveUp(request: string): void {
    const wait = would.waits[request]
    if (wait !== undefined) askedInVain.set(request, [...(askedInVain.get(request) ?? []), wait.by])
  }

  function decide(line: DecisionLine, at: number, altered: boolean): { decision: Decision; doubts: string[] } {
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
    const decision = evaluate(set, would, watched.event, moment)
    would = decision.changes.reduce(fold, would)
    if (request !== null && would.waits[request] === undefined) askedInVain.delete(request)
    const doubts = doubtsOf(set, decision, { event, facts: line.facts, altered, recorded, read: watched.read }, reads)
    return { decision, doubts: [...missing, ...doubts] }
  }

  function again(line: DecisionLine, at: number, number: number, altered: boolean): Replayed {
    const before = runsApart()
    was = line.changes.reduce(fold, was)
    const { decision, doubts } = decide(line, at, altered)
    raised.push(...decision.derived.map((event) => ({ event, session: line.session })))
    const differences = compared(line, decision)
    const apart = runsApart()
    if (apart !== before && apart !== null) differences.push(apart)
    return found(number, line, at, differences, doubts, decision)
  }

  /** The last difference between the runs, the same object as long as it lasts. */
  let lastApart: Difference | null = null
  function runsApart(): Difference | null {
    const [before, after] = [runWords(was.run), runWords(would.run)]
    if (before === after) lastApart = null
    else if (lastApart?.was !== before || lastApart.would !== after)
      lastApart = { what: 'run', was: before, would: after }
    return lastApart
  }

  /** What follows from replayed decisions, but stands in no line that comes soon. */
  function* onlyHere(soon: readonly NumberedLine[]): Generator<Replayed> {
    const isTold = ({ event }: Raised): boolean =>
      soon.some(({ line }) => line.line === 'decision' && sameEvent(event, line.event))
    const untold = raised.filter((one) => !isTold(one))
    raised = raised.filter((one) => !untold.includes(one))
    for (const { event, session } of untold) {
      const line: DecisionLine = { ...last, session, event, facts: {}, rules: [], ...nothing, effects: [], changes: [] }
      const { decision, doubts } = decide(line, last.at, false)
      if (isNothing(decision)) continue
      const happens: Difference = { what: 'event', was: 'did not happen', would: 'happens' }
      yield found(null, line, last.at, [happens, ...compared(nothing, decision)], doubts, decision)
    }
  }

  for (const [index, { number, line, altered }] of lines.entries()) {
    if (line.line === 'session') sessions.learn(line)
    if (line.line !== 'decision') {
      take(line)
      continue
    }
    const { event } = line
    const expected = raised.findIndex((one) => sameEvent(one.event, event))
    const isDerived = event.type === 'request.refused' || event.type === 'run.stopped'
    if (isDerived && expected >= 0) raised.splice(expected, 1)
    else if (raised.length > 0) yield* onlyHere(lines.slice(index, index + soonest))
    last = { line: 'decision', session: line.session, set: line.set, at: Math.max(last.at, line.at) }
    if ((isDerived && expected < 0) || isTimerUnset(event, would)) {
      was = line.changes.reduce(fold, was)
      yield found(number, line, last.at, [{ what: 'event', was: 'happened', would: 'does not happen' }], [], null)
    } else yield again(line, last.at, number, altered)
  }
  yield* onlyHere([])
}

/** What the journal holds is clean, so only what comes out differently need be cleaned before it is shown. */
function compared(was: Outcome, { verdict, effects }: Decision): Difference[] {
  const differences = differencesOf(was, { verdict, effects })
  return differences.length === 0 ? [] : differencesOf(was, clean({ verdict, effects }))
}

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

function found(
  line: number | null,
  { session, event }: DecisionLine,
  at: number,
  differences: Difference[],
  doubts: string[],
  decided: Outcome | null,
): Replayed {
  const result = doubts.length > 0 ? 'uncertain' : differences.length > 0 ? 'different' : 'same'
  const would = decided === null ? null : { verdict: decided.verdict, effects: decided.effects }
  return { line, at, session, event, result, differences, doubts, would }
}

/** The number that was given last in the project when a line was written, as far as the line tells; 0 if it does not. */
function givenBefore({ changes }: DecisionLine, letter: string): number {
  const ids = changes.flatMap((change) => (change.change === 'record.added' ? change.record.id : []))
  const first = ids.find((id) => id.startsWith(letter))
  return first === undefined ? 0 : Number(first.slice(1)) - 1
}
