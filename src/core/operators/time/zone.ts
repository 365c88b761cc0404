import { EvaluationError } from '../error.ts'
import { memo } from '../memo.ts'

/** A date and time as a clock on the wall shows it; month from 1. */
export interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const dayLength = 86_400_000

const formats = memo(50, (zone) => {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', second: 'numeric', ...fields })
  } catch {
    throw new EvaluationError(`Cannot read the time zone "${zone}": no such zone is known`)
  }
})

export function isZone(name: string): boolean {
  try {
    return formats(name) !== undefined
  } catch {
    return false
  }
}

/** What a clock in the zone shows at a time. */
export function wallTime(time: number, zone: string): WallTime {
  const parts = new Map(
    formats(zone)
      .formatToParts(time)
      .map((part) => [part.type, Number(part.value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}

const asIfUtc = (wall: WallTime): number =>
  Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second)

const offsetAt = (time: number, zone: string): number => asIfUtc(wallTime(time, zone)) - Math.floor(time / 1000) * 1000

/**
 * The times at which a clock in the zone shows this: mostly one, two where clocks are put back,
 * and in the hour that is skipped the time as far after the change as the clock would have gone.
 */
export function timesOf(wall: WallTime, zone: string): number[] {
  const shown = asIfUtc(wall)
  const before = offsetAt(shown - dayLength, zone)
  const after = offsetAt(shown + dayLength, zone)
  if (before === after) return [shown - before]
  const real = [shown - before, shown - after].filter((time) => asIfUtc(wallTime(time, zone)) === shown)
  return real.length > 0 ? real.sort((a, b) => a - b) : [shown - before]
}

/** The first time after `since` at which a clock in the zone shows hour and minute. */
export function nextClock(hour: number, minute: number, second: number, since: number, zone: string): number {
  const { year, month, day } = wallTime(since, zone)
  for (const days of [0, 1, 2]) {
    const times = timesOf({ year, month, day: day + days, hour, minute, second }, zone)
    const next = times.find((time) => time > since)
    if (next !== undefined) return next
  }
  throw new EvaluationError('Cannot find the next time of day: the date is out of range')
}

/** "07:05" as a clock in the zone shows it. */
export function clockText(time: number, zone: string): string {
  const { hour, minute } = wallTime(time, zone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** "2026-02-13" as a calendar in the zone shows it. */
export function dateText(time: number, zone: string): string {
  const { year, month, day } = wallTime(time, zone)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
