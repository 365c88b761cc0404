import { numberOf, textOf } from '../arguments.ts'
import { describe, EvaluationError } from '../error.ts'
import { readResetTime } from './reset-time.ts'
import { nextClock } from './zone.ts'

/** What time operators need of the scope that they are computed in. */
export interface Clocked {
  readonly now?: number
  readonly zone?: string
}

const nowOf = (scope: Clocked, operator: string): number => numberOf(scope.now, operator)

function zoneOf(scope: Clocked, operator: string): string {
  if (typeof scope.zone === 'string') return scope.zone
  throw new EvaluationError(`Cannot compute "${operator}": no time zone is known here`)
}

/** True if `time` is no longer ago than `span` milliseconds; false without a time. */
export function within(this: Clocked, time: unknown, span: unknown): boolean {
  if (time === null || time === undefined) return false
  return nowOf(this, 'within') - numberOf(time, 'within') <= numberOf(span, 'within')
}

/** Hour and minute of a text such as "07:05", or null. */
export function readClock(text: string): { hour: number; minute: number } | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hour === undefined || minute === undefined ? null : { hour: Number(hour), minute: Number(minute) }
}

/** True if the clock has shown this time of day since `since`; false without either. */
export function past(this: Clocked, clock: unknown, since: unknown): boolean {
  const text = textOf(clock, 'past')
  if (text === null || since === null || since === undefined) return false
  const at = readClock(text)
  if (at === null)
    throw new EvaluationError(`Cannot compute "past": it wants a time such as "07:00", got ${describe(text)}`)
  return nowOf(this, 'past') >= nextClock(at.hour, at.minute, 0, numberOf(since, 'past'), zoneOf(this, 'past'))
}

/** When a limit ends by what a text says of it; null if it says nothing of the kind. */
export function resetTime(this: Clocked, text: unknown, now: unknown): number | null {
  const subject = textOf(text, 'resetTime')
  if (subject === null) return null
  return readResetTime(subject, numberOf(now, 'resetTime'), zoneOf(this, 'resetTime'))
}
