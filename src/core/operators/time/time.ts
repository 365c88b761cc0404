import { numberOf, textOf } from '../arguments.ts'
import { describe, EvaluationError } from '../error.ts'
import { readResetTime } from './reset-time.ts'
import { weekdays } from '../table.ts'
import { nextClock, wallTime } from './zone.ts'

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

function clockOf(clock: unknown, operator: string): { hour: number; minute: number } | null {
  const text = textOf(clock, operator)
  if (text === null) return null
  const at = readClock(text)
  if (at !== null) return at
  throw new EvaluationError(`Cannot compute "${operator}": it wants a time such as "07:00", got ${describe(text)}`)
}

/** True if the clock has shown this time of day since `since`; false without either. */
export function past(this: Clocked, clock: unknown, since: unknown): boolean {
  const at = clockOf(clock, 'past')
  if (at === null || since === null || since === undefined) return false
  return nowOf(this, 'past') >= nextClock(at.hour, at.minute, 0, numberOf(since, 'past'), zoneOf(this, 'past'))
}

/** True if a clock shows `from` or later and not yet `to` at this time, over midnight too; false without these. */
export function hours(this: Clocked, time: unknown, from: unknown, to: unknown): boolean {
  const [begin, end] = [clockOf(from, 'hours'), clockOf(to, 'hours')]
  if (time === null || time === undefined || begin === null || end === null) return false
  const shown = minutes(wallTime(numberOf(time, 'hours'), zoneOf(this, 'hours')))
  const [first, last] = [minutes(begin), minutes(end)]
  return first <= last ? first <= shown && shown < last : first <= shown || shown < last
}

const minutes = ({ hour, minute }: { hour: number; minute: number }): number => hour * 60 + minute

/** The day that a calendar shows at this time; null without a time. */
export function weekday(this: Clocked, time: unknown): string | null {
  if (time === null || time === undefined) return null
  const { year, month, day } = wallTime(numberOf(time, 'weekday'), zoneOf(this, 'weekday'))
  return weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? null
}

/** When a limit ends by what a text says of it; null if it says nothing of the kind. */
export function resetTime(this: Clocked, text: unknown, now: unknown): number | null {
  const subject = textOf(text, 'resetTime')
  if (subject === null) return null
  return readResetTime(subject, numberOf(now, 'resetTime'), zoneOf(this, 'resetTime'))
}
