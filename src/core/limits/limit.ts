import type { DomainEvent, EventOf } from '../event.ts'
import { EvaluationError } from '../operators/error.ts'
import { readClock } from '../operators/time.ts'
import { nextClock } from '../operators/zone.ts'
import type { Run } from '../state.ts'
import { ceilings } from './ceilings.ts'

/** How long something may last; the rule that says it is asked when that is over. Null: no limit. */
export interface Limit {
  /** Of a run, in milliseconds. */
  time: number | null
  /** Of a run: the first such local time after it began, such as "07:00". */
  until: string | null
  /** Of a session at work that gives no sign of life, in milliseconds. */
  silence: Silences
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

function endsBy({ time, until }: Limit, { startedAt, clockAt }: Run, zone: string): number[] {
  return [
    ...(time === null || startedAt === null ? [] : [startedAt + time]),
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

/** Whether what a rule waits for is over; a rule without a limit waits for nothing. */
export function isOver(limit: Limit | null, event: DomainEvent, run: Run, zone: string): boolean {
  if (limit === null) return true
  switch (event.type) {
    case 'run.expired':
      return endsBy(limit, run, zone).some((end) => end <= event.at)
    case 'session.silent':
      return event.lasted >= (silenceOf(event.doing, limit.silence) ?? Number.POSITIVE_INFINITY)
    default:
      return true
  }
}
