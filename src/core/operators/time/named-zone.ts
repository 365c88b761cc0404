import { isZone, nextClock, timesOf, type WallTime } from './zone.ts'

/** Where a time of day is meant: a zone, or UTC moved by so many milliseconds. */
export interface Place {
  zone: string
  shift: number
}

/** Abbreviations that providers print; those with several meanings across the world are read as American. */
const abbreviations: Readonly<Record<string, string>> = {
  Z: 'UTC',
  UTC: 'UTC',
  GMT: 'UTC',
  PT: 'America/Los_Angeles',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  MT: 'America/Denver',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  CT: 'America/Chicago',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  ET: 'America/New_York',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  BST: 'Europe/London',
  CET: 'Europe/Berlin',
  CEST: 'Europe/Berlin',
  WET: 'Europe/Lisbon',
  WEST: 'Europe/Lisbon',
  EET: 'Europe/Athens',
  EEST: 'Europe/Athens',
  MSK: 'Europe/Moscow',
  IST: 'Asia/Kolkata',
  SGT: 'Asia/Singapore',
  HKT: 'Asia/Hong_Kong',
  KST: 'Asia/Seoul',
  JST: 'Asia/Tokyo',
  AEST: 'Australia/Sydney',
  AEDT: 'Australia/Sydney',
  NZST: 'Pacific/Auckland',
  NZDT: 'Pacific/Auckland',
}

const offset = /^\s*\(?\s*(?:(?:UTC|GMT)\s?([+-])(\d{1,2})|([+-])(\d{2}))(?::?(\d{2}))?(?!\d)/
const zone = /^\s*\(?\s*([A-Z][A-Za-z_+-]*(?:\/[A-Za-z0-9_+-]+){1,2})/
const american = /^\s*\(?\s*(P|M|C|E)(?:acific|ountain|entral|astern)(?: (?:standard|daylight))?(?: time)?\b/i
const abbreviation = /^\s*\(?\s*([A-Z]{1,4})(?![A-Za-z0-9/])/

/**
 * The place named at the beginning of `rest`, else the local one.
 * Null if a zone is named that nobody knows: guessing would be hours off.
 */
export function placeNamed(rest: string, local: string): Place | null {
  const shifted = offset.exec(rest)
  if (shifted !== null) {
    const [, namedSign, namedHours, bareSign, bareHours, minutes] = shifted
    const length = (Number(namedHours ?? bareHours) * 60 + Number(minutes ?? 0)) * 60_000
    return { zone: 'UTC', shift: (namedSign ?? bareSign) === '-' ? -length : length }
  }
  const named = zone.exec(rest)?.[1]
  if (named !== undefined) return isZone(named) ? { zone: named, shift: 0 } : null
  const coast = american.exec(rest)?.[1]
  const short = coast === undefined ? abbreviation.exec(rest)?.[1] : `${coast.toUpperCase()}T`
  return { zone: abbreviations[short ?? ''] ?? local, shift: 0 }
}

/** The first time that a clock at the place shows all of this. */
export function timeAt(wall: WallTime, place: Place): number | null {
  const time = timesOf(wall, place.zone)[0]
  return time === undefined ? null : time - place.shift
}

/** The first time after `since` at which a clock at the place shows this time of day. */
export function nextTimeOfDay(
  clock: Pick<WallTime, 'hour' | 'minute' | 'second'>,
  since: number,
  place: Place,
): number {
  return nextClock(clock.hour, clock.minute, clock.second, since + place.shift, place.zone) - place.shift
}
