import { type Decision, noVerdict } from '../core/decision.ts'
import type { DomainEvent } from '../core/event.ts'
import { fold } from '../core/fold.ts'
import { emptyTree, type TreeState } from '../core/state.ts'
import { clean } from '../runtime/text/clean.ts'
import { changesOf } from '../runtime/nights/journal-line.ts'
import { type Difference, differencesOf, type Outcome, runWords } from './compare.ts'
import { createPath, type PathOptions, type Taken } from './path.ts'
import type { NumberedLine } from './read-journal.ts'

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

/** Within how many lines what follows from a decision is told; requests that are decided again come before it. */
export const soonest = 50

const nothing: Outcome = { verdict: noVerdict, effects: [] }

/**
 * Decides the events of a night again, in order, and says what comes out otherwise. Throws if the night's own policies
 * are wanted and are not there.
 */
export function* replay(lines: readonly NumberedLine[], options: PathOptions): Generator<Replayed> {
  const path = createPath(options)
  let was: TreeState = emptyTree

  /** The last difference between the runs, the same object as long as it lasts. */
  let lastApart: Difference | null = null
  function runsApart(): Difference | null {
    const [before, after] = [runWords(was.run), runWords(path.state().run)]
    if (before === after) lastApart = null
    else if (lastApart?.was !== before || lastApart.would !== after)
      lastApart = { what: 'run', was: before, would: after }
    return lastApart
  }

  for (const [index, numbered] of lines.entries()) {
    const { line, number } = numbered
    if (line.line !== 'decision') {
      was = changesOf(line).reduce(fold, was)
      path.remember(line)
      continue
    }
    const { before, take } = path.meet(numbered, () => lines.slice(index, index + soonest))
    for (const each of before) yield onlyHere(each)
    const wasApart = runsApart()
    was = line.changes.reduce(fold, was)
    const taken = take()
    if (taken.decision === null) {
      yield found(number, taken, [{ what: 'event', was: 'happened', would: 'does not happen' }])
      continue
    }
    const apart = runsApart()
    const isNew = apart !== wasApart && apart !== null
    yield found(number, taken, [...compared(line, taken.decision), ...(isNew ? [apart] : [])])
  }
  for (const each of path.rest()) yield onlyHere(each)
}

function onlyHere(taken: Taken): Replayed {
  const happens: Difference = { what: 'event', was: 'did not happen', would: 'happens' }
  return found(null, taken, [happens, ...(taken.decision === null ? [] : compared(nothing, taken.decision))])
}

/** What the journal holds is clean, so only what comes out differently need be cleaned before it is shown. */
function compared(was: Outcome, { verdict, effects }: Decision): Difference[] {
  const differences = differencesOf(was, { verdict, effects })
  return differences.length === 0 ? [] : differencesOf(was, clean({ verdict, effects }))
}

function found(number: number | null, { line, at, decision, doubts }: Taken, differences: Difference[]): Replayed {
  const { session, event } = line
  const result = doubts.length > 0 ? 'uncertain' : differences.length > 0 ? 'different' : 'same'
  const would = decision === null ? null : { verdict: decision.verdict, effects: decision.effects }
  return { line: number, at, session, event, result, differences, doubts, would }
}
