import { matchesIn } from './matches.ts'
import type { Span } from './span.ts'
import { isOpen } from './values.ts'

const isMixed = (secret: string): boolean => /\d/.test(secret) && /[A-Za-z]/.test(secret)

const attributes = /^(?:path|domain|expires|max-age|samesite|version|priority|lang|locale|theme|tz)$/i
const cookieHeader =
  /(?:set-)?cookie2?(?:\\{0,7}["'`])?\s{0,5}[:=]\s{0,5}\[?\s{0,5}(?:\\{0,7}["'`])?((?:[\w.%-]{1,80}=[^\s;,"'`\\]{0,4000}(?:;\s{0,4}(?:(?:HttpOnly|Secure|Partitioned)\b(?:;\s{0,4})?)*)?(?:(?:Expires)=[^;\n"'\\]{0,60};?\s{0,4})?){1,60})/gi
const cookie = /([\w.%-]{1,80})=([^\s;,"'`\\]{8,})/g

/** The values of cookies in headers. */
export function cookiesIn(text: string): Span[] {
  if (!/cookie/i.test(text)) return []
  return matchesIn(text, cookieHeader).flatMap(({ 0: whole, 1: pairs = '', index }) => {
    const first = index + whole.length - pairs.length
    return matchesIn(pairs, cookie).flatMap(({ 0: pair, 1: name = '', 2: value = '', index: at }) => {
      const to = first + at + pair.length
      const isSecret = !attributes.test(name) && !value.startsWith('[REDACTED:') && !isOpen(value) && isMixed(value)
      return isSecret ? [{ from: to - value.length, to, kind: 'cookie' }] : []
    })
  })
}
