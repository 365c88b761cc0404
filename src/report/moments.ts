import type { Effect } from '../core/decision.ts'
import { refused } from '../core/judging/subject.ts'
import type { Change } from '../core/state.ts'
import { changesOf, type DecisionLine, type JournalLine } from '../runtime/nights/journal-line.ts'
import type { Moment } from './schema.ts'
import { answerIn } from './tally.ts'

/** What a line tells for a timeline. `text` is asked only if there is room for it. */
export interface FoundMoment {
  is: Moment['is']
  rule: string | null
  text: () => string
}

/** What a person would want to find in a night: what was asked and said, waits, faults, begins and ends. */
export function momentsIn(line: JournalLine): FoundMoment[] {
  switch (line.line) {
    case 'sent':
      return [{ is: 'prompt', rule: line.by, text: () => line.text }]
    case 'answer':
      return [{ is: isTakenBack(line.changes) ? 'withdrawn' : 'answered', rule: null, text: () => line.record }]
    case 'decision':
      return beginsFirst([...requestIn(line), ...eventIn(line), ...effectsIn(line), ...changesIn(line)])
    case 'change':
      return changesIn(line)
    case 'call':
    case 'set':
    case 'session':
      return []
  }
}

const isTakenBack = (changes: readonly Change[]): boolean => changes.some(({ change }) => change === 'record.reopened')

/** A run that begins with what is asked of it began before. */
const beginsFirst = (found: readonly FoundMoment[]): FoundMoment[] =>
  [true, false].flatMap((isBegin) => found.filter(({ is }) => (is === 'began') === isBegin))

function requestIn(line: DecisionLine): FoundMoment[] {
  const answer = answerIn(line)
  return answer === null ? [] : [{ is: answer.did, rule: answer.by, text: () => answer.what.subject }]
}

function eventIn({ event }: DecisionLine): FoundMoment[] {
  switch (event.type) {
    case 'turn.failed':
      return [{ is: 'failed', rule: null, text: () => `${event.kind}: ${event.message}` }]
    case 'session.silent':
      return [{ is: 'silent', rule: null, text: () => event.tool ?? event.doing }]
    case 'memory.tampered':
      return [{ is: 'warned', rule: null, text: () => `${event.file}: ${event.change}` }]
    default:
      return []
  }
}

/** That a refused request is written down is said by its being diverted. */
const effectsIn = ({ effects, event }: DecisionLine): FoundMoment[] =>
  effects.flatMap((effect) => (effect.effect === 'record' && refused(event) !== null ? [] : effectIn(effect)))

function effectIn(effect: Effect): FoundMoment[] {
  switch (effect.effect) {
    case 'record':
      return effect.result === 'added' ? [{ is: 'logged', rule: effect.by, text: () => effect.title }] : []
    case 'notify':
      return effect.level === 'info' ? [] : [{ is: 'warned', rule: effect.by, text: () => effect.text }]
    default:
      return []
  }
}

const changesIn = (line: JournalLine): FoundMoment[] => changesOf(line).flatMap((change) => changeIn(change, line.at))

function changeIn(change: Change, at: number): FoundMoment[] {
  switch (change.change) {
    case 'run': {
      const { to, reason, detail } = change
      if (to === 'ready') return []
      if (to === 'armed') return [{ is: 'began', rule: null, text: () => '' }]
      return [{ is: to, rule: null, text: () => `${reason ?? 'user'}${detail === null ? '' : `: ${detail}`}` }]
    }
    case 'prompt.pending': {
      const { due, why, by } = change.prompt
      return due > at && why !== null && why !== '' ? [{ is: 'waited', rule: by, text: () => why }] : []
    }
    case 'switched':
      return [{ is: 'switched', rule: null, text: () => change.model ?? '' }]
    default:
      return []
  }
}
