import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hours, past, readClock, resetTime, weekday, within } from '../../../src/core/operators/time/time.ts'
import { clockText, nextClock } from '../../../src/core/operators/time/zone.ts'

const zone = 'Europe/Berlin'
const at = (text: string): number => Date.parse(text)
const iso = (time: number): string => new Date(time).toISOString()

describe('within', () => {
  it('holds up to the end of the span', () => {
    expect(within.call({ now: 1000 }, 400, 600)).toBe(true)
    expect(within.call({ now: 1001 }, 400, 600)).toBe(false)
    expect(within.call({ now: 1000 }, null, 600)).toBe(false)
  })

  it('wants a clock and numbers', () => {
    expect(() => within.call({}, 400, 600)).toThrow('numbers')
    expect(() => within.call({ now: 1 }, 400, null)).toThrow('numbers')
  })
})

describe('past', () => {
  const since = at('2026-11-27T22:00:00+01:00')
  const is = (clock: string, now: string, begin = since): boolean => past.call({ now: at(now), zone }, clock, begin)

  it('waits for the first occurrence after the beginning', () => {
    expect(is('07:00', '2026-11-27T23:00:00+01:00')).toBe(false)
    expect(is('07:00', '2026-11-28T06:59:59+01:00')).toBe(false)
    expect(is('07:00', '2026-11-28T07:00:00+01:00')).toBe(true)
    expect(is('23:00', '2026-11-27T23:00:00+01:00')).toBe(true)
    expect(is('22:00', '2026-11-28T21:00:00+01:00')).toBe(false)
  })

  it('is right where clocks are put forward', () => {
    const begin = at('2026-03-28T22:00:00+01:00')
    expect(is('07:00', '2026-03-29T06:59:00+02:00', begin)).toBe(false)
    expect(is('07:00', '2026-03-29T07:00:00+02:00', begin)).toBe(true)
    expect(is('02:30', '2026-03-29T03:29:00+02:00', begin)).toBe(false)
    expect(is('02:30', '2026-03-29T03:30:00+02:00', begin)).toBe(true)
  })

  it('is right where clocks are put back', () => {
    const begin = at('2026-10-24T22:00:00+02:00')
    expect(is('07:00', '2026-10-25T06:59:00+01:00', begin)).toBe(false)
    expect(is('07:00', '2026-10-25T07:00:00+01:00', begin)).toBe(true)
    expect(is('02:30', '2026-10-25T02:30:00+02:00', begin)).toBe(true)
    expect(iso(nextClock(2, 30, 0, at('2026-10-25T02:45:00+02:00'), zone))).toBe(iso(at('2026-10-25T02:30:00+01:00')))
  })

  it('is false without a time of day or a beginning', () => {
    expect(past.call({ now: 1, zone }, null, since)).toBe(false)
    expect(past.call({ now: 1, zone }, '07:00', null)).toBe(false)
  })

  it('refuses what is no time of day or no zone', () => {
    expect(() => past.call({ now: 1, zone }, '7:00', since)).toThrow('"07:00"')
    expect(() => past.call({ now: 1 }, '07:00', since)).toThrow('zone')
    expect(() => past.call({ now: 1, zone: 'Nowhere/Land' }, '07:00', since)).toThrow('Nowhere/Land')
    expect(readClock('24:00')).toBeNull()
  })
})

describe('nextClock', () => {
  it('always lies ahead, at most 25 hours, and the clock shows it', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland')
    const time = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') })
    const clock = fc.tuple(fc.integer({ min: 4, max: 23 }), fc.integer({ min: 0, max: 59 }))
    fc.assert(
      fc.property(zones, time, clock, (name, since, [hour, minute]) => {
        const next = nextClock(hour, minute, 0, since, name)
        expect(next).toBeGreaterThan(since)
        expect(next - since).toBeLessThanOrEqual(25 * 3_600_000)
        expect(clockText(next, name)).toBe(`${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
      }),
    )
  })
})

describe('resetTime', () => {
  const now = at('2026-11-27T23:00:00+01:00')
  const read = (text: string | null): string | null => {
    const time = resetTime.call({ zone }, text, now)
    return time === null ? null : iso(time)
  }
  const after = (milliseconds: number): string => iso(now + milliseconds)
  const second = 1000
  const minute = 60 * second
  const hour = 60 * minute

  it.each([
    ['Limit reached, resets at 02:00', '2026-11-28T01:00:00.000Z'],
    ['resets at 23:30:15', '2026-11-27T22:30:15.000Z'],
    ['Your limit will reset at 5pm (America/New_York).', '2026-11-28T22:00:00.000Z'],
    ['resets 3pm (Europe/Berlin)', '2026-11-28T14:00:00.000Z'],
    ['resets 3:30 p.m. (Europe/Berlin)', '2026-11-28T14:30:00.000Z'],
    ['Resets at 12am UTC', '2026-11-28T00:00:00.000Z'],
    ['resets 12pm UTC', '2026-11-28T12:00:00.000Z'],
    ['resets at 9:15 PT', '2026-11-28T17:15:00.000Z'],
    ['resets at 02:00 (UTC+9)', '2026-11-28T17:00:00.000Z'],
    ['resets at 02:00 -05:00', '2026-11-28T07:00:00.000Z'],
    ['resets at midnight', '2026-11-27T23:00:00.000Z'],
    ['resets at 22:51', '2026-11-27T21:51:00.000Z'],
    ['resets at 22:49', '2026-11-28T21:49:00.000Z'],
    ['resets Friday at 10:55 PM', '2026-11-27T21:55:00.000Z'],
    ['resets at 24:00', '2026-11-27T23:00:00.000Z'],
    ['resets 3am Pacific Time', '2026-11-28T11:00:00.000Z'],
    ['resets at 3:00 AM (Eastern Standard Time)', '2026-11-28T08:00:00.000Z'],
    ['resets 5am IST', '2026-11-27T23:30:00.000Z'],
    ['It will reset in 3 days (2026-11-30 00:00 UTC)', '2026-11-30T00:00:00.000Z'],
    ['try again in 2 hours (at 00:40)', '2026-11-27T23:40:00.000Z'],
    ['resets tomorrow at 3am', '2026-11-28T02:00:00.000Z'],
    ['resets Monday at 9am', '2026-11-30T08:00:00.000Z'],
    ["You've hit your limit · resets Jan 5, 3pm (Europe/Paris)", '2027-01-05T14:00:00.000Z'],
    ['try again at Dec. 26th, 2026 9:02 AM.', '2026-12-26T08:02:00.000Z'],
    ['Retry-After: Sat, 28 Nov 2026 07:28:00 GMT', '2026-11-28T07:28:00.000Z'],
    ['reset after 2026-11-28T02:00:00Z', '2026-11-28T02:00:00.000Z'],
    ['resets at 2026-11-28T02:00:00.123+02:00', '2026-11-28T00:00:00.000Z'],
    ['available until 2026-11-28 02:00', '2026-11-28T01:00:00.000Z'],
    ['resets at 2026-11-28 07:00 PM', '2026-11-28T18:00:00.000Z'],
    ['resets at 2026/12/1 7:00', '2026-12-01T06:00:00.000Z'],
    ['resets on 30/11/2026 07:00', '2026-11-30T06:00:00.000Z'],
    ['resets on 30.11.2026, 7:00', '2026-11-30T06:00:00.000Z'],
    ['resets on 30-11-2026 at 07:00 UTC', '2026-11-30T07:00:00.000Z'],
    ['resets on 11/30/2026, 7:00:00 PM', '2026-11-30T18:00:00.000Z'],
    ['resets on 11/30/26, 7am', '2026-11-30T06:00:00.000Z'],
    ['resets on 12/01/2026 07:00', '2026-12-01T06:00:00.000Z'],
    ['resets on 01/12/2026 07:00', '2026-12-01T06:00:00.000Z'],
    ['resets on 02/03/2027 07:00', '2027-02-03T06:00:00.000Z'],
    ['retry 2/5 at 07:00', '2026-11-28T06:00:00.000Z'],
    ['{"resetsAt":1795831200}', iso(1_795_831_200_000)],
    ['{"resets_at": "1795831200000"}', iso(1_795_831_200_000)],
    ['usage limit reached|1795831200', iso(1_795_831_200_000)],
  ])('reads the time in %j', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each([
    ['Please try again in 5m', 5 * minute],
    ['{"retry_after": 30, "timestamp": "2026-11-27T22:00:00Z"}', 30 * second],
    ['try again in 3 hours', 3 * hour],
    ['Try again in 20s.', 20 * second],
    ['Please try again in 6m0s. Visit the site', 6 * minute],
    ['try again in 1m30.5s', 90.5 * second],
    ['try again in 350ms', 350],
    ['resets in 2 hours and 30 minutes', 2.5 * hour],
    ['resets in 4h 12m', 4 * hour + 12 * minute],
    ['available again in 2 days', 48 * hour],
    ['try again in an hour', hour],
    ['Please wait 45 seconds', 45 * second],
    ['Retry after 30 seconds', 30 * second],
    ['"retryDelay": "34.07s"', 34.07 * second],
    ['retry-after: 30', 30 * second],
    ['retry-after-ms: 1500', 1500],
    ['{"resets_in_seconds":3600}', 3600 * second],
    ['x-ratelimit-reset-tokens: 6m0s', 6 * minute],
  ])('reads the length in %j', (text, length) => {
    expect(read(text)).toBe(after(length))
  })

  it.each([
    'Rate limit exceeded',
    'Please try again later. (request at 12:30)',
    'It is 12:30',
    'reset your password within 5 minutes',
    'resets in 02:30',
    'resets 3pm (Nowhere/Land)',
    'resets at 25:00',
    'resetsAt: 1000000000',
    'resets on 31/13/2031 07:00',
    'resets on 01/02/2021 07:00',
    'resets on 2031-02-01 at 07:00',
    'resets on 30.11.2031 at 07:00',
    '',
  ])('reads nothing in %j', (text) => {
    expect(read(text)).toBeNull()
  })

  it('reads a time of day in the night when clocks change', () => {
    const evening = at('2026-10-24T23:00:00+02:00')
    expect(iso(resetTime.call({ zone }, 'resets at 06:00', evening) ?? 0)).toBe('2026-10-25T05:00:00.000Z')
  })

  it('is null without a text', () => {
    expect(read(null)).toBeNull()
  })

  it('ends for long texts of one kind', () => {
    for (const piece of ['resets ', 'reset in 5 ', 'retry 1', 'wait a ', '2026-'])
      expect(read(piece.repeat(4000))).not.toBe('')
  })
})

describe('hours', () => {
  const is = (now: string, from: unknown, to: unknown): boolean => hours.call({ zone }, at(now), from, to)

  it('takes the first time of day and leaves the second out', () => {
    expect(is('2026-11-27T08:59:59+01:00', '09:00', '18:00')).toBe(false)
    expect(is('2026-11-27T09:00:00+01:00', '09:00', '18:00')).toBe(true)
    expect(is('2026-11-27T17:59:59+01:00', '09:00', '18:00')).toBe(true)
    expect(is('2026-11-27T18:00:00+01:00', '09:00', '18:00')).toBe(false)
  })

  it('goes over midnight', () => {
    expect(['21:59', '22:00', '23:59'].map((time) => is(`2026-11-27T${time}:00+01:00`, '22:00', '06:00'))).toEqual([
      false,
      true,
      true,
    ])
    expect(['00:00', '05:59', '06:00'].map((time) => is(`2026-11-27T${time}:00+01:00`, '22:00', '06:00'))).toEqual([
      true,
      true,
      false,
    ])
  })

  it('is false of nothing and wants times of day', () => {
    expect(hours.call({ zone }, null, '22:00', '06:00')).toBe(false)
    expect(is('2026-11-27T23:00:00+01:00', null, '06:00')).toBe(false)
    expect(() => is('2026-11-27T23:00:00+01:00', '22h', '06:00')).toThrow(
      'Cannot compute "hours": it wants a time such as "07:00", got the text "22h"',
    )
  })
})

describe('weekday', () => {
  it('is that of the local calendar', () => {
    expect(weekday.call({ zone }, at('2026-11-27T22:59:59Z'))).toBe('fri')
    expect(weekday.call({ zone }, at('2026-11-27T23:00:00Z'))).toBe('sat')
    expect(weekday.call({ zone: 'America/New_York' }, at('2026-11-30T03:00:00Z'))).toBe('sun')
    expect(weekday.call({ zone }, null)).toBe(null)
  })
})
