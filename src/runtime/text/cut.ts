import { redact } from './redact.ts'

/**
 * So much beyond what is kept is looked at for secrets, in UTF-16 units. A secret is known by its beginning, by its end
 * or by what stands before it, all of which are shorter.
 */
const margin = 16_384

/**
 * At most `limit` UTF-16 units of a text from its start, cut where a reader sees a border, with the whole length said.
 * What is cut has its secrets blacked out first, so that no half of one is left.
 */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const { start, whole, length } = blackedOut(text, limit, 0)
  if (whole !== null && whole.length <= limit) return whole
  return `${start.slice(0, borderBefore(start, limit))}${lengthNote(length)}`
}

/** The start and the end of a long text, with the whole length said between them. */
export function cutMiddle(text: string, head: number, tail: number): string {
  if (text.length <= head + tail) return text
  const { start, end, whole, length } = blackedOut(text, head, tail)
  if (whole !== null && whole.length <= head + tail) return whole
  return `${start.slice(0, borderBefore(start, head))}${lengthNote(length)} ${lastOf(end, tail)}`
}

/** The same for a text that is kept for later: what went is known by its digest, so that equal texts stay equal. */
export function cutKept(text: string, limit: number, digest: (text: string) => string): string {
  if (text.length <= limit) return text
  const tail = Math.floor(limit / 4)
  const { start, end, whole, length } = blackedOut(text, limit - tail, tail)
  if (whole !== null && whole.length <= limit) return whole
  const head = start.slice(0, borderBefore(start, limit - tail))
  return `${head} … [cut; ${length} characters in all, digest ${digest(whole ?? text)}] ${lastOf(end, tail)}`
}

/** What stands where something was cut. */
export const cutMark = / … \[cut; \d+ (?:characters|items) in all(?:, digest \w+)?\]/

const lengthNote = (length: number): string => ` … [cut; ${length} characters in all]`

interface BlackedOut {
  start: string
  end: string
  /** All of the text; null of one that is too long to be looked through. */
  whole: string | null
  length: number
}

/** The start and the end of a text without secrets, each longer than what is kept of it. */
function blackedOut(text: string, head: number, tail: number): BlackedOut {
  if (text.length <= head + tail + 2 * margin) {
    const whole = redact(text)
    return { start: whole, end: whole, whole, length: whole.length }
  }
  const start = text.slice(0, head + margin)
  const end = text.slice(text.length - tail - margin)
  return {
    start: redact(withoutLastPart(start)),
    end: tail === 0 ? '' : redact(withoutFirstPart(end)),
    whole: null,
    length: text.length,
  }
}

/** A part that the edge goes through is at most so long; in UTF-16 units. */
const longestPart = 4096
const separator = /[\s,;"'`]/

/** What is blacked out becomes short, so that the edge may come into what is kept: nothing is left there of a half. */
function withoutLastPart(text: string): string {
  for (let at = text.length; at > text.length - longestPart; at -= 1)
    if (separator.test(text.charAt(at - 1))) return text.slice(0, at)
  return text.slice(0, -longestPart)
}

function withoutFirstPart(text: string): string {
  const at = text.slice(0, longestPart).search(separator)
  return text.slice(at < 0 ? longestPart : at)
}

const lastOf = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(borderBefore(text, text.length - length))

/** A family of emoji or a letter with its accents is one thing for the reader; half of it is none. */
function borderBefore(text: string, at: number): number {
  if (at >= text.length) return text.length
  const window = Math.max(0, at - 1000)
  const near = text.slice(window, at + 100)
  const segment = new Intl.Segmenter().segment(near).containing(at - window)
  return window + (segment?.index ?? at - window)
}
