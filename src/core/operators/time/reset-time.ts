import { nextTimeOfDay, type Place, placeNamed, timeAt } from './named-zone.ts'
import { type WallTime, wallTime } from './zone.ts'

type Clock = Pick<WallTime, 'hour' | 'minute' | 'second'>
/** Reads a time from a match; `rest` is what follows it. */
type Read = (match: RegExpExecArray, rest: string, now: number, zone: string) => number | null

const day = 86_400_000
/** A time of day that is over by no more is meant as it stands: clocks differ, and minutes are rounded down. */
const justOver = 10 * 60_000
const units = { w: 7 * day, d: day, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const

/** Times are read only shortly after such a word, so that other times in the text stay what they are. */
const trigger = /reset|try again|retry|wait|available|renew|refresh|until|limit reached/gi
const nearby = 120
const searched = 16_384

const unitOf = (word: string): number => {
  const name = word.toLowerCase()
  if (name.startsWith('ms') || name.startsWith('milli')) return units.ms
  return units[name.charAt(0) as keyof typeof units] ?? 0
}

// "1h30m" has no word boundary after its units, only the end of the letters.
const amount = String.raw`(?:\d+(?:\.\d+)?|an?)\s*(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)(?![a-z])`
const duration = new RegExp(
  String.raw`(?:\b(?:in|after|for|wait)|[:=~|])\s*["']?(?:about |approximately |another |~)?((?:${amount}[\s,]*(?:and\s+)?)+)`,
  'i',
)

const readDuration: Read = (match, _rest, now) => {
  const parts = (match[1] ?? '').matchAll(/(\d+(?:\.\d+)?|\ban?\b)\s*([a-z]+)/gi)
  const lengths = [...parts].map(
    ([, number = '', unit = '']) => (/^a/i.test(number) ? 1 : Number(number)) * unitOf(unit),
  )
  return now + Math.round(lengths.reduce((sum, length) => sum + length, 0))
}

const seconds =
  /^(?:retry|resets?)[-_ ]?(?:after|in)?(?:[-_ ]?(ms|milliseconds|s|secs?|seconds))?["']?\s*[:=]\s*["']?(\d{1,9}(?:\.\d+)?)(?![\d:.a-z-]|\s*[a-z/])/i

const readSeconds: Read = (match, _rest, now) =>
  now + Math.round(Number(match[2]) * (match[1]?.toLowerCase().startsWith('m') ? units.ms : units.s))

const readUnix: Read = (match) => Number(`${match[1]}${match[2] ?? '000'}`)

const clock = String.raw`(?:(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?\s*(am|pm)\b|(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d:])|(noon|midnight)\b)`

function clockOf(groups: readonly (string | undefined)[]): Clock | null {
  const [hour12, minute12, second12, half, hour24, minute24, second24, word] = groups
  if (word !== undefined) return { hour: word.toLowerCase() === 'noon' ? 12 : 0, minute: 0, second: 0 }
  const hour = half === undefined ? Number(hour24) : (Number(hour12) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  const minute = Number(minute12 ?? minute24 ?? 0)
  const second = Number(second12 ?? second24 ?? 0)
  if (half === undefined && hour === 24 && minute === 0 && second === 0) return { hour: 0, minute, second }
  const isTime = hour < 24 && minute < 60 && second < 60 && (half === undefined || Number(hour12) <= 12)
  return isTime ? { hour, minute, second } : null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month = String.raw`(${months.join('|')})[a-z]*\.?`
const abbreviatedMonth = new RegExp(String.raw`\b(${months.join('|')})\.`, 'gi')
const dated = new RegExp(
  String.raw`\b(?:${month} (\d{1,2})(?:st|nd|rd|th)?|(\d{1,2})(?:st|nd|rd|th)? ${month}),? ?(?:(\d{4}),? ?)?(?:at )?${clock}`,
  'i',
)

const readDated: Read = (match, rest, now, zone) => {
  const [, firstMonth, firstDay, secondDay, secondMonth, year] = match
  const at = clockOf(match.slice(6))
  const place = placeNamed(rest, zone)
  if (at === null || place === null) return null
  const monthNumber = months.indexOf((firstMonth ?? secondMonth ?? '').toLowerCase()) + 1
  const thisYear = wallTime(now, place.zone).year
  const years = year === undefined ? [thisYear, thisYear + 1] : [Number(year)]
  const times = years.map((each) =>
    timeAt({ year: each, month: monthNumber, day: Number(firstDay ?? secondDay), ...at }, place),
  )
  return times.find((time) => time !== null && (year !== undefined || time > now - day)) ?? null
}

const numbered = new RegExp(
  String.raw`(?<!\d|\d[-/.])(\d{4}|\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{1,2})[T ,]+(?:at )?${clock}(?:\.\d+)?`,
  'i',
)

/** Of two days that it may be the first one ahead: a limit that is still there then is waited for again. */
const readNumbered: Read = (match, rest, now, zone) => {
  const [, first = '', sign = '', second = '', third = ''] = match
  const at = clockOf(match.slice(5))
  const place = placeNamed(rest, zone)
  if (at === null || place === null) return null
  const times = daysOf(first, second, third, sign).map((day) => timeAt({ ...day, ...at }, place))
  const ahead = times.filter((time): time is number => time !== null && time > now - justOver)
  return ahead.length > 0 ? Math.min(...ahead) : (times.find((time) => time !== null) ?? null)
}

type Day = Pick<WallTime, 'year' | 'month' | 'day'>

/** The days that three numbers may mean: which of them is the month only a dot tells, or a number above 12. */
function daysOf(first: string, second: string, third: string, sign: string): Day[] {
  const [one, two, three] = [Number(first), Number(second), Number(third)]
  const yearFirst = { year: one, month: two, day: three }
  const year = third.length === 4 ? three : 2000 + three
  const dayFirst = { year, month: two, day: one }
  const monthFirst = { year, month: one, day: two }
  const days = first.length === 4 ? [yearFirst] : sign === '.' ? [dayFirst] : [dayFirst, monthFirst]
  return days.filter(({ month, day }) => month <= 12 && day <= 31)
}

const dayAlone = new RegExp(
  String.raw`\b(?:(\d{4})-(\d{1,2})-(\d{1,2})(?![\dT:])|(?:${month} (\d{1,2})(?:st|nd|rd|th)?|(\d{1,2})(?:st|nd|rd|th)? ${month})(?:,? (\d{4}))?(?![\d:]))`,
  'i',
)

/** A day without a time begins at midnight. */
const readDay: Read = (match, rest, now, zone) => {
  const [, full, monthOf, dayOf, firstMonth, firstDay, secondDay, secondMonth, year] = match
  const place = placeNamed(rest, zone)
  if (place === null) return null
  const named = months.indexOf((firstMonth ?? secondMonth ?? '').toLowerCase()) + 1
  const thisYear = wallTime(now, place.zone).year
  const years = [full, year].flatMap((each) => (each === undefined ? [] : Number(each)))
  const times = (years.length > 0 ? years : [thisYear, thisYear + 1]).map((each) => {
    const at = { month: monthOf === undefined ? named : Number(monthOf), day: Number(dayOf ?? firstDay ?? secondDay) }
    return at.month > 12 || at.day > 31 ? null : timeAt({ year: each, ...at, hour: 0, minute: 0, second: 0 }, place)
  })
  return times.find((time) => time !== null && time > now) ?? null
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const daily = new RegExp(
  String.raw`\b(?:(tomorrow|today|${weekdays.map((name) => `${name}[a-z]*`).join('|')}),? )?(?:at )?${clock}(?: (tomorrow|today))?`,
  'i',
)

function nthDay(at: Clock, dayWord: string, now: number, place: Place): number | null {
  const today = wallTime(now + place.shift, place.zone)
  const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay()
  const wanted = weekdays.indexOf(dayWord.slice(0, 3))
  const steps = dayWord === 'tomorrow' ? [1] : [(wanted - weekday + 7) % 7, ((wanted - weekday + 7) % 7) + 7]
  const times = steps.map((step) => timeAt({ ...today, day: today.day + step, ...at }, place))
  return times.find((time) => time !== null && time > now - justOver && time !== now) ?? null
}

const readDaily: Read = (match, rest, now, zone) => {
  const at = clockOf(match.slice(2))
  const place = placeNamed(rest, zone)
  if (at === null || place === null) return null
  const dayWord = (match[1] ?? match[10] ?? 'today').toLowerCase()
  if (dayWord !== 'today') return nthDay(at, dayWord, now, place)
  const next = nextTimeOfDay(at, now - justOver, place)
  // What ends at this very moment was told ahead.
  return next === now ? nextTimeOfDay(at, now, place) : next
}

/**
 * A date with a time says more than a time of day, both more than a day alone, and all more than a length: "limit
 * reached for 5 hours, resets at 11:50".
 */
const ranks = ['date', 'clock', 'day', 'length'] as const
type Rank = (typeof ranks)[number]

const readers: readonly (readonly [Rank, RegExp, Read])[] = [
  ['date', numbered, readNumbered],
  ['date', /(?<![\d.])([12]\d{9})(\d{3})?(?![\d.])/, readUnix],
  ['date', dated, readDated],
  ['day', dayAlone, readDay],
  ['length', duration, readDuration],
  ['length', seconds, readSeconds],
  // "in 02:30" is a length of unclear unit, not a time of day; behind a date it is that day's.
  [
    'clock',
    new RegExp(String.raw`(?<!\bin )(?<![\d:.])(?<!\d[-/.]\d{1,2}[-/.]\d{1,4}[ ,]{1,2}(?:at )?)${daily.source}`, 'i'),
    readDaily,
  ],
]

/** A time far in the past or future is a misread number. */
const isPlausible = (time: number, now: number): boolean => time > now - day && time < now + 366 * day

/** Whether it stands in brackets right behind a length, which it says more exactly: "in 3 days (02:00 UTC)". */
const saysMore = (near: string, { rank, match }: Found, all: readonly Found[]): boolean =>
  rank !== 'length' &&
  all.some((one) => {
    const end = one.match.index + one.match[0].length
    return one.rank === 'length' && end <= match.index && /^ ?[([](?:at |on )?$/.test(near.slice(end, match.index))
  })

interface Found {
  rank: Rank
  match: RegExpExecArray
  read: Read
}

function readNear(near: string, now: number, zone: string): { rank: Rank; time: number } | null {
  const found = readers.flatMap(([rank, pattern, read]): Found[] => {
    const match = pattern.exec(near)
    return match === null ? [] : [{ rank, match, read }]
  })
  const inOrder = found.sort((a, b) => a.match.index - b.match.index)
  for (const { rank, match, read } of [...inOrder.filter((one) => saysMore(near, one, inOrder)), ...inOrder]) {
    const time = read(match, near.slice(match.index + match[0].length), now, zone)
    if (time !== null && isPlausible(time, now)) return { rank, time }
  }
  return null
}

/**
 * When a limit ends by what a text says: "resets at 02:00", "try again in 5m", "resets 3pm (Europe/Berlin)",
 * dates with or without zone, seconds in headers, unix times. A time of day is its next occurrence, or was just now,
 * in the zone that is named, else in the local one. Milliseconds since 1970, or null.
 */
export function readResetTime(text: string, now: number, zone: string): number | null {
  const plain = text
    .slice(-searched)
    .replace(/\b([ap])\.m\./gi, '$1m')
    .replace(abbreviatedMonth, '$1')
    .replace(/[^\S\n]+/g, ' ')
  const found = [...plain.matchAll(trigger)].flatMap(({ index }) => {
    const [near = ''] = plain.slice(index, index + nearby).split(/\n|[.!?;] /)
    return readNear(near, now, zone) ?? []
  })
  return ranks.flatMap((rank) => found.filter((one) => one.rank === rank))[0]?.time ?? null
}
