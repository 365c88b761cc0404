import { matchesIn } from './matches.ts'
import type { Span } from './span.ts'
import { tokenStart } from './token-start.ts'

const keyBegin = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g
const keyEnd = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g
/** What a key begins with; the line alone, as programs and people name it, is none. */
const keyBody = /^(?:[\s"'`+,|>.-]|\\[nr])*(?:[A-Za-z0-9+/=]{16,}|[A-Z][A-Za-z-]{2,20}:)/
const keyLine = /(?:^|\n|\\n)[ \t>|+]{0,20}[A-Za-z0-9+/=]{4,80}(?:\r|\\r)?(?:\n|\\n)?$/

/** Whole keys, those whose end was cut away, and the lines before an end whose beginning was cut away. */
function blocksIn(text: string): Span[] {
  if (!text.includes('PRIVATE KEY')) return []
  const found: Span[] = []
  const ends = matchesIn(text, keyEnd).map(({ 0: line, index }) => ({ from: index, to: index + line.length }))
  let done = 0
  let next = 0
  for (const { 0: line, index } of matchesIn(text, keyBegin)) {
    if (index < done) continue
    const from = index + line.length
    while (next < ends.length && (ends[next]?.from ?? 0) < from) next += 1
    const end = ends[next]
    if (end === undefined && !keyBody.test(text.slice(from, from + 200))) continue
    done = end?.to ?? text.length
    found.push({ from: index, to: done, kind: 'private-key' })
  }
  const whole = [...found]
  let last = 0
  let at = 0
  for (const end of ends) {
    while (at < whole.length && (whole[at]?.to ?? 0) < end.to) at += 1
    const isInside = (whole[at]?.from ?? end.to) < end.from
    const from = isInside ? end.from : tailBefore(text, end.from, last)
    if (from < end.from) found.push({ from, to: end.to, kind: 'private-key' })
    last = end.to
  }
  return found
}

const longestKeyLine = 120

/** Where the lines of a key begin that stand before its end. */
function tailBefore(text: string, end: number, last: number): number {
  let from = end
  for (;;) {
    const line = keyLine.exec(text.slice(Math.max(last, from - longestKeyLine), from))
    if (line === null || line[0].trim() === '') return from
    from -= line[0].replace(/^(?:\n|\\n)/, '').length
  }
}

const lineBreak = '(?:\\\\{0,7}\\r?\\n|\\\\{1,7}(?:r\\\\{1,7})?n)'
const indent = '[ \\t>|+]{0,20}'

/**
 * How the base64 of a private key begins, by its form: OpenSSH's word, and in DER a sequence with a version before what
 * else it holds, as no certificate and no public key has it; then an encrypted key and a key store.
 */
const bodies = [
  'b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/]',
  'MII[A-Za-z0-9+/]{2}[AQgw]IBA[A-Dz]',
  'MI[E-H][A-Za-z0-9+/]AgE[AB]',
  'M[A-H][A-Za-z0-9+/][A-Za-z0-9+/]AQ(?:EE|Aw)',
  'MI[A-Za-z0-9+/]{4,8}BgkqhkiG9w0BBQ',
]
const body = new RegExp(
  `${tokenStart}(?<![/=])(?:${bodies.join('|')})[A-Za-z0-9+/]{16,}={0,2}(?:${lineBreak}${indent}[A-Za-z0-9+/]{16,120}={0,2}(?![\\w.-]))*(?:${lineBreak}${indent}[A-Za-z0-9+/]{2,120}={1,2})?`,
  'g',
)

/** Bodies of keys whose first and last line are cut away. */
const bodiesIn = (text: string): Span[] =>
  /b3BlbnNzaC1rZXkt|M[A-I]/.test(text)
    ? matchesIn(text, body).map(({ 0: whole, index }) => ({
        from: index,
        to: index + whole.length,
        kind: 'private-key',
      }))
    : []

/** Between the parts of a token, and within them, where a program or a terminal broke it. */
const broken = `(?:${lineBreak}${indent}|\\\\{0,3}["'\`](?:\\s|\\\\{1,7}n|\\+){0,40}\\\\{0,3}["'\`])`
const jwt = new RegExp(
  `${tokenStart}eyJ[\\w-]{8,}(?:${broken}[\\w-]{4,}){0,12}${broken}?\\.${broken}?eyJ[\\w-]{8,}(?:${broken}[\\w-]{4,}){0,60}${broken}?\\.${broken}?[\\w-]{4,}(?:${broken}(?=[\\w-]{0,200}\\d)(?=[\\w-]{0,200}[A-Z])[\\w-]{16,}){0,40}`,
  'g',
)

/** JSON web tokens over lines; those of one line have a shape. */
const brokenTokensIn = (text: string): Span[] =>
  text.includes('eyJ')
    ? matchesIn(text, jwt).map(({ 0: whole, index }) => ({ from: index, to: index + whole.length, kind: 'jwt' }))
    : []

/** Whole private keys, parts of them, and tokens that lines part. */
export const keysIn = (text: string): Span[] => [...blocksIn(text), ...brokenTokensIn(text), ...bodiesIn(text)]
