import type { DomainEvent, EventOf, Json } from '../event.ts'
import { EvaluationError } from '../operators/error.ts'
import { readClock } from '../operators/time/time.ts'
import { nextClock } from '../operators/time/zone.ts'
import type { Run } from '../state.ts'
import { ceilings } from './ceilings.ts'

/** What a rule waits for beside its condition: that something is over, or that it matched often enough. Null: no limit. */
export interface Limit {
  /** How often the rule matches before, or while, it acts. */
  count: Count | null
  /** Where it is looked at what a run has used: wherever a run can be ended, or when its time is over; null: nowhere. */
  endsRun: 'anywhere' | 'expired' | null
  /** Of a run, in milliseconds. */
  time: number | null
  /** Of a run: the first such local time after it began, such as "07:00". */
  until: string | null
  /** Of a run: its prompts, looked at between turns. */
  prompts: number | null
  /** Of a run, in the unit that the provider reports. */
  cost: number | null
  /** Of a run. */
  tokens: number | null
  /** Of a session at work that gives no sign of life, in milliseconds. */
  silence: Silences | null
}

/** Matches of a rule that are counted in the slot of its own name. */
export interface Count {
  /** The rule acts from this match on, or up to it. */
  acts: 'from' | 'up-to'
  /** An expression that gives a number: which match that is; null at run time: none, so that the rule never acts, or always. */
  bound: Json
  /** An expression: only matches with an equal value count together; null: all do. */
  same: Json
  /** An event of the rule for which its condition does not hold begins the count anew. */
  otherwise: boolean
}

/** What may be silent, and for how many milliseconds. */
export interface Silences {
  model: number | null
  tool: number | null
}

/** When the run ends at the latest by these limits, in milliseconds since 1970; null for a run that is not armed. */
export function endOfRun(limits: readonly Limit[], run: Run, zone: string): number | null {
  const { state, startedAt } = run
  if (state !== 'armed' || startedAt === null) return null
  return Math.min(startedAt + ceilings.milliseconds, ...limits.flatMap((limit) => endsBy(limit, run, zone)))
}

export function endsBy({ time, until }: Limit, { startedAt, clockAt }: Run, zone: string): number[] {
  return [
    ...(time === null || startedAt === null ? [] : [startedAt + Math.min(time, ceilings.milliseconds)]),
    ...(until === null || clockAt === null ? [] : [timeOfDay(until, clockAt, zone)]),
  ]
}

function timeOfDay(text: string, since: number, zone: string): number {
  const clock = readClock(text)
  if (clock === null) throw new EvaluationError(`Cannot use "${text}" as a time of day: it is written like 07:00`)
  return nextClock(clock.hour, clock.minute, 0, since, zone)
}

/** How long this may be silent by one limit; null: for ever. A prompt that nobody takes up is waited for as a model is. */
export const silenceOf = (doing: EventOf<'session.silent'>['doing'], { model, tool }: Silences): number | null =>
  doing === 'tool' ? tool : model

/** Whether a session was silent for as long as a limit says; a limit that does not speak of that is never in the way. */
export const isSilentEnough = ({ silence }: Limit, event: DomainEvent): boolean =>
  event.type !== 'session.silent' ||
  silence === null ||
  event.lasted >= (silenceOf(event.doing, silence) ?? Number.POSITIVE_INFINITY)
