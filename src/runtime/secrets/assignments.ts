import { nameKind, type NameKind } from './names.ts'
import type { Span } from './span.ts'
import { isSecretValue, looksRandom, type Standing } from './values.ts'

/** A word for a secret and the rest of the name behind it. What stands before it is looked for only where it counts. */
const anchor =
  /(?:pass|pwd|psw|pw|secret|token|key|auth|cred|mnemonic|phrase|sig|sess|sid|cookie|pat|pin|otp|jwt|bearer|dsn)[\w.-]{0,48}/gi
const longestName = 80
const longestBetween = 160
/** By so much of a value it is judged. */
const judged = 400
/** How far the end of one that is longer is looked for. */
const longestValue = 65_536

const quote = '(?:\\\\{0,31}["\'`])'
const blanks = '[ \\t]{0,40}'
/** A line that goes on, and a text of several lines in YAML. */
const goesOn = '(?:\\\\{1,4}(?:\\r?\\n|n)[ \\t]{0,40}|[|>][-+]?\\d?[ \\t]{0,8}(?:\\r?\\n|\\\\n)[ \\t]{0,40})?'

/** Only where a text in quotes follows: base64 ends in = too. */
const type = `:[ \\t]?&?[A-Za-z][\\w<>\\[\\]. |?]{0,40}?[ \\t]?=[ \\t]?(?=${quote})`

const between = {
  /** `name: "…"`, `name=…`, `name => …`, `env["name"] = …`, `name: string = …`, `name 1: …`. */
  assigned: new RegExp(
    `^${quote}?[\\])]?(?:[ \\t]\\d{1,2})?${blanks}(?:${type}|(=>|:=|\\?=|={1,3}|!==?|:)${blanks}(?:\\s{0,40}(?=${quote}))?${goesOn})`,
  ),
  /** `- name: NAME`, `value: …` on the next line; the same in JSON and as attributes. */
  listed: new RegExp(`^${quote}?,?(?:\\s|\\\\n){0,40}${quote}?value${quote}?\\s{0,4}[:=]\\s{0,4}`, 'i'),
  /** `("NAME", "…")`. */
  given: new RegExp(`^${quote}\\s{0,4},\\s{0,4}(?=\\\\{0,31}["'\`])`),
  /** `setName("…")`, `.name("…")`. */
  called: /^\(\s{0,4}(?=\\{0,31}["'`])/,
  /** `<name>…<`, `name="NAME">…<`, `<key>NAME</key><string>…<`. */
  tagged: /^(?:(?:\\{0,31}["'][^<>]{0,60})?>|<\/\w{1,20}>\s{0,40}<\w{1,20}>)(?=[^<\s])/,
  /** Behind an option, an instruction, or another word of the same line. */
  spaced: /^[ \t]{1,8}(?:\\\r?\n[ \t]{0,40})?(?=[^\s=:|>-])/,
  /** `the password is …`. */
  told: /^\s(?:is|was|are|will be|should be|is now|is set to|set to|to)(?:\s|:\s){1,3}/,
  /** `login NAME password …`, over lines too. */
  netrc: /^\s{1,40}/,
} as const

type Way = keyof typeof between

interface Value {
  from: number
  to: number
  isQuoted: boolean
  /** Where its quote stands; the same as `from` without one. */
  opened: number
  /** What stands behind it. */
  rest: string
}

const opening = /^(?:[fFrRbBuUL$@]{0,2})(\\{0,31})(["'`]{1,3})/
const bare = /^[^\s\u001b"'`<>(){}[\],;&|\\]+/

function valueAt(text: string, from: number, longest = judged): Value | null {
  const start = text.slice(from, from + longest)
  const open = opening.exec(start)
  if (open === null) {
    const hit = bare.exec(start)
    if (hit === null) return null
    const to = from + hit[0].length
    return { from, to, isQuoted: false, opened: from, rest: text.slice(to, to + 40) }
  }
  const [whole, escapes = '', quotes = ''] = open
  const first = from + whole.length
  const to = closing(start, whole.length, quotes.charAt(0), escapes.length)
  return { from: first, to: from + to, isQuoted: true, opened: from, rest: text.slice(from + to, from + to + 40) }
}

/** Where the text in quotes ends: at the same quote with no more backslashes, at the end of the line, or at the limit. */
function closing(text: string, from: number, sign: string, escapes: number): number {
  const line = text.indexOf('\n', from)
  const last = line < 0 ? text.length : line
  for (let at = text.indexOf(sign, from); at >= 0 && at < last; at = text.indexOf(sign, at + 1)) {
    let backslashes = 0
    while (at - backslashes - 1 >= from && text[at - backslashes - 1] === '\\') backslashes += 1
    if (backslashes <= escapes) return at - backslashes
  }
  return last
}

/** How much before a name is looked at. */
const nearby = 64
const saidBefore = /(?<![\w.-])([A-Za-z]{2,12})[ ]$/
const optionBefore = /(?:^|[\s"'`])$/
const instructionBefore = /(?:^|\s)(?:ENV|ARG|setenv|setx|set -\w{1,4})[ \t]{1,4}$/
const tagBefore = /<[\w:.-]{0,40}$|[\w-]=\\{0,31}["']$|<\w{1,20}>$/
const machineBefore = /(?:login|user|machine)\s{1,8}\S{1,60}\s{1,20}$/
/** All of the entry of a machine; what is behind its password is the end or another entry. */
const wholeEntry = /machine\s{1,8}\S{1,60}\s{1,20}(?:login|user)\s{1,8}\S{1,60}\s{1,20}$/
const entryEnd = /^(?:\\{1,7}[nr])?\s{0,8}(?:$|[\r\n\u001b"'`#]|(?:machine|default|account|macdef|login)\s)/
/** Behind a name that is given a value, at least: most words for a secret are only words. */
const mayBeGiven = /^[\s"'`\\\]()=:?!+>,<]/

/** A call that is given a secret, not one that gets it. */
const giving = /(?:^|[.>])(?:set|with)[_A-Z]\w*$|\.(?:password|passwd|token|secret)$/

const escapeAround = /^(?:.?\\([nrt])|\u001b\[([\d;]{0,9}m))/

const isOfName = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 45 && code <= 57 && code !== 47) || code === 95

/** Where the name begins that goes on at a place. */
function nameStart(text: string, at: number): number {
  const least = Math.max(0, at - longestName)
  let from = at
  while (from > least && isOfName(text.charCodeAt(from - 1))) from -= 1
  // The last letter of an escape is none of the name's.
  const hit = from < 2 ? null : escapeAround.exec(text.slice(from - 2, at))
  const skipped = hit?.[1] ?? hit?.[2] ?? ''
  return from + skipped.length
}

/** Secrets that a name before them gives away. */
export function assignedIn(text: string): Span[] {
  const found: Span[] = []
  let end = 0
  for (const { 0: tail, index } of text.matchAll(anchor)) {
    const after = index + tail.length
    if (index < end || !mayBeGiven.test(text.slice(after, after + 1))) continue
    const begin = nameStart(text, index)
    const dashes = /^[-.]*/.exec(text.slice(begin, index))?.[0].length ?? 0
    const name = text.slice(begin + dashes, after)
    const before = text.slice(Math.max(0, begin - nearby), begin)
    const said = begin === index ? saidBefore.exec(before.slice(-16))?.[1]?.toLowerCase() : undefined
    const kind = nameKind(name, said)
    if (kind === null) continue
    const option = dashes > 0 && dashes < 3 && optionBefore.test(before)
    const hit = secretBehind(text, after, { name, kind, option, before })
    if (hit === null) continue
    found.push({ ...hit, kind: 'secret' })
    end = hit.to
  }
  return found
}

interface Named {
  name: string
  kind: NameKind
  option: boolean
  before: string
}

function secretBehind(text: string, after: number, named: Named): Omit<Span, 'kind'> | null {
  const behind = text.slice(after, after + longestBetween)
  for (const way of waysOf(named)) {
    const hit = between[way].exec(behind)
    if (hit === null) continue
    const from = after + hit[0].length
    if (way === 'tagged') return taggedValue(text, from, named)
    const value = valueAt(text, from)
    if (value === null) continue
    if (isSecret(text, value, way, hit, named)) return { from: value.from, to: endOf(text, value, named) }
    if (way === 'assigned') return null
  }
  return null
}

function waysOf({ name, before, option }: Named): Way[] {
  if (/^password$/i.test(name) && machineBefore.test(before)) return ['netrc']
  const plainly: Way[] = ['assigned', 'listed', 'given', ...(giving.test(name) ? (['called'] as const) : [])]
  const isTag = tagBefore.test(before)
  return [
    ...plainly,
    ...(isTag ? (['tagged'] as const) : []),
    ...(option ? (['spaced'] as const) : (['told', 'spaced'] as const)),
  ]
}

function isSecret(
  text: string,
  { from, to, isQuoted, rest }: Value,
  way: Way,
  hit: RegExpExecArray,
  named: Named,
): boolean {
  const value = text.slice(from, to)
  const { kind, name, option, before } = named
  const isShouted = name === name.toUpperCase()
  if (value === '' || /\$\{|\{\{|\$\(/.test(value) || /^[([]/.test(rest)) return false
  switch (way) {
    case 'assigned': {
      const sign = hit[1] ?? ''
      if (/^(?:={2,3}|!==?)$/.test(sign)) return isQuoted && looksRandom(value)
      const isClose = !isQuoted && /=$/.test(hit[0])
      if (kind === 'words') return wordsBehind(text, from) !== null
      const standing: Standing = isQuoted ? 'quoted' : isClose ? 'close' : 'apart'
      const isLast = /^\s{0,8}(?:$|\u001b|\)|[\r\n]|#|\/\/|\\{1,7}[nr"']|["'`}])/.test(rest) && !/^\s*[|]/.test(rest)
      if (standing === 'apart' && /^[a-z]+$/.test(value) && !isLast) return false
      return isSecretValue(value, kind, standing, isShouted)
    }
    case 'listed':
      return isSecretValue(value, kind, isQuoted ? 'quoted' : 'apart', isShouted)
    case 'given':
      return isSecretValue(value, kind === 'password' ? 'secret' : kind, 'quoted', isShouted) && hasDigit.test(value)
    case 'called':
      return (
        isSecretValue(value, kind, 'quoted', true) && (kind === 'password' ? hasDigit.test(value) : looksRandom(value))
      )
    case 'netrc':
      // A word of letters is one in prose as well.
      if (/^[A-Za-z]+$/.test(value) && !(wholeEntry.test(before) && entryEnd.test(rest))) return false
      return isSecretValue(value, 'password', 'close', true)
    case 'spaced':
      if (kind === 'words') return wordsBehind(text, from) !== null
      if (option || instructionBefore.test(before)) {
        const isSure = hasDigit.test(value) || /[!@#%^*~+]/.test(value) || kind === 'password'
        return isSure && isSecretValue(value, kind, isQuoted ? 'quoted' : 'close', true) && !/^-/.test(value)
      }
      if (isQuoted && kind === 'password' && hasDigit.test(value)) return isSecretValue(value, kind, 'quoted', false)
      return kind !== 'maybe' && looksRandom(value) && isSecretValue(value, kind, 'apart', false)
    case 'told':
      return (
        kind !== 'maybe' &&
        kind !== 'words' &&
        isTold(value) &&
        isSecretValue(value.replace(/[.?!:]+$/, ''), kind, 'apart', false)
      )
    case 'tagged':
      return false
    default:
      return way satisfies never
  }
}

const hasDigit = /\d/
const isTold = (value: string): boolean => value.length >= 6 && hasDigit.test(value) && /[A-Za-z]/.test(value)

/** The end of a value: of many words behind the last of them, of a long one where it really ends. */
function endOf(text: string, { from, to, isQuoted, opened }: Value, { kind }: Named): number {
  if (kind === 'words' && !isQuoted) return wordsBehind(text, from) ?? to
  return to - opened < judged ? to : (valueAt(text, opened, longestValue)?.to ?? to)
}

const manyWords = /^[a-z]{3,12}(?:[ ,]{1,2}[a-z]{2,12}){7,30}/i

function wordsBehind(text: string, from: number): number | null {
  const hit = manyWords.exec(text.slice(from, from + 500))
  return hit === null ? null : from + hit[0].length
}

function taggedValue(text: string, from: number, { kind, name }: Named): Omit<Span, 'kind'> | null {
  const value = /^[^<]{4,500}(?=<)/.exec(text.slice(from, from + 502))?.[0]
  if (value === undefined || !isSecretValue(value, kind, 'quoted', name === name.toUpperCase())) return null
  return { from, to: from + value.length }
}
