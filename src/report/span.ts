import { nextClock, timesOf } from '../core/operators/time/zone.ts'
import { readClock } from '../core/operators/time/time.ts'
import { readSpan } from '../core/text.ts'

const day = 86_400_000
/** When the evening begins that a report goes back to by itself; local time. */
export const evening = '18:00'

/** The last time at which a clock in the zone showed this; null if it is no time of day. */
function lastClock(text: string, now: number, zone: string): number | null {
  const clock = readClock(text)
  if (clock === null) return null
  // A day of 25 hours may show it twice.
  const before = nextClock(clock.hour, clock.minute, 0, now - 1.1 * day, zone)
  const later = nextClock(clock.hour, clock.minute, 0, before, zone)
  return later <= now ? later : before
}

/**
 * Since when, in milliseconds since 1970: a clock time such as 18:00 (the last one), a date such as 2026-02-12 with or
 * without a clock time, or a length of time such as 12h. Null for anything else, and for a time that is not over.
 */
export function readSince(text: string, now: number, zone: string): number | null {
  const given = text.trim()
  const found = lastClock(given, now, zone) ?? dateIn(given, zone) ?? spanBefore(given, now)
  return found === null || found > now ? null : found
}

/** The begin of the last night. */
export const lastEvening = (now: number, zone: string): number => lastClock(evening, now, zone) ?? now - day

function dateIn(text: string, zone: string): number | null {
  const [, year, month, date, clock = '00:00'] = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}:\d{2}))?$/.exec(text) ?? []
  const time = readClock(clock)
  if (year === undefined || month === undefined || date === undefined || time === null) return null
  const wall = { year: Number(year), month: Number(month), day: Number(date), ...time, second: 0 }
  const real = new Date(Date.UTC(wall.year, wall.month - 1, wall.day))
  if (real.getUTCMonth() + 1 !== wall.month || real.getUTCDate() !== wall.day) return null
  return timesOf(wall, zone)[0] ?? null
}

function spanBefore(text: string, now: number): number | null {
  const span = readSpan(text)
  return span === null || span === 0 ? null : now - span
}
