import { matchesIn } from './matches.ts'
import { between } from './between.ts'
import { nameKind, type NameKind } from './names.ts'
import type { Span } from './span.ts'
import { type Value, valueAt, wholeEnd } from './value-at.ts'
import { isDrawn, isSecretValue, looksDrawn, looksRandom, type Standing } from './values.ts'

/** A word for a secret and the rest of the name behind it. What stands before it is looked for only where it counts. */
const anchor =
  /(?:pass|pwd|psw|pw|psk|secret|token|key|auth|cred|mnemonic|phrase|sig|sess|sid|cookie|pat|pin|otp|jwt|bearer|dsn|salt)[\w.-]{0,48}/gi
const longestName = 80
const longestBetween = 160

type Way = keyof typeof between

/** How much before a name is looked at. */
const nearby = 64
const saidBefore = /(?<![\w.-])([A-Za-z]{2,12})[ ]$/
/** A word that alone says little, beside whose password it is. */
const userBefore = /\buser(?:name)?\\{0,15}["']?\s{0,4}[:=][^\n]{0,50}$/i
const optionBefore = /(?:^|[\s"'`])$/
const instructionBefore = /(?:^|\s)(?:ENV|ARG|setenv|setx|export|#define|set -\w{1,4})[ \t]{1,4}$/
const tagBefore = /<[\w:.-]{0,40}$|[\w-]=\\{0,31}["']$|<\w{1,20}>$/
const gap = '(?:\\s|\\\\{1,7}[nrt]){1,20}'
const machineBefore = new RegExp(`(?:login|user|machine|account)${gap}[^\\s=]{1,60}?${gap}$`)
/** All of the entry of a machine; what is behind its password is the end or another entry. */
const wholeEntry = new RegExp(`machine${gap}\\S{1,60}?${gap}(?:login|user)${gap}\\S{1,60}?${gap}$`)
const entryEnd = /^(?:\\{1,7}[nr])?\s{0,8}(?:$|[\r\n\u001b"'`#]|(?:machine|default|account|macdef|login)\s)/
/** Behind a name that is given a value, at least: most words for a secret are only words. */
const mayBeGiven = /^(?:[\s"'`\\\][()=:?!+>,<|]|%(?:25)?3[dD])/

/** A call that is given a secret, not one that gets it. */
const giving =
  /(?:^|[.>])(?:[sS]et|[wW]ith|[uU]se|[aA]dd)[_A-Z]\w*$|\.\w{0,30}(?:[pP]assword|passwd|[tT]oken|[sS]ecret|Key|_key)$/

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
  const skipped = hit?.[1] ?? hit?.[2] ?? signOf(text, from)
  return from + skipped.length
}

/** What the name begins with that an escape before it took: `%3F`, `%253F` and `\u0026`. */
function signOf(text: string, from: number): string {
  const before = text.slice(Math.max(0, from - 2), from)
  const behind = text.slice(from, from + 5)
  if (before.endsWith('%')) return /^(?:25)?[0-9a-fA-F]{2}/.exec(behind)?.[0] ?? ''
  return before.endsWith('\\') ? (/^u00[0-9a-fA-F]{2}/.exec(behind)?.[0] ?? '') : ''
}

/** Secrets that a name before them gives away. */
export function assignedIn(text: string): Span[] {
  const found: Span[] = []
  let end = 0
  for (const { 0: tail, index } of matchesIn(text, anchor)) {
    const after = index + tail.length
    if (index < end || !mayBeGiven.test(text.slice(after, after + 5))) continue
    const begin = nameStart(text, index)
    const dashes = /^[-.]*/.exec(text.slice(begin, index))?.[0].length ?? 0
    const name = text.slice(begin + dashes, after)
    const before = text.slice(Math.max(0, begin - nearby), begin)
    const said = begin === index ? saidBefore.exec(before.slice(-16))?.[1]?.toLowerCase() : undefined
    const named = nameKind(name, said)
    if (named === null) continue
    const kind = /^pass$/i.test(name) && userBefore.test(before) ? 'password' : named
    const option = dashes > 0 && dashes < 3 && optionBefore.test(before)
    const hit = secretBehind(text, after, { name, full: text.slice(begin, after), kind, option, before })
    if (hit === null) continue
    found.push({ ...hit, kind: 'secret' })
    end = hit.to
  }
  return found
}

interface Named {
  name: string
  /** With the dot of a call before it. */
  full: string
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
    if (way === 'assigned' && !/^[{\[]/.test(text.slice(from, from + 1))) return null
  }
  return null
}

function waysOf({ name, full, before, option }: Named): Way[] {
  if (/^password$/i.test(name) && (machineBefore.test(before) || /default\s+login\s+\S+\s+$/.test(before)))
    return ['assigned', 'netrc']
  const plainly: Way[] = ['assigned', 'listed', 'given', ...(giving.test(full) ? (['called'] as const) : []), 'within']
  const isTag = tagBefore.test(before)
  return [
    ...plainly,
    ...(isTag ? (['tagged'] as const) : []),
    ...(option ? (['spaced'] as const) : (['told', 'spaced'] as const)),
    'otherwise',
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
  const isCode = /\$\{|\{\{|\$\(/.test(value) || /^[([]/.test(rest)
  if (value === '' || (isCode && !(isQuoted && looksDrawn(value)))) return false
  switch (way) {
    case 'assigned': {
      const sign = hit[1] ?? ''
      if (/^(?:={2,3}|!==?)$/.test(sign)) return isQuoted && looksRandom(value)
      const isClose = !isQuoted && /=$/.test(hit[0])
      if (kind === 'words') return wordsBehind(text, from) !== null
      if (sign === '::') return kind !== 'maybe' && /^[A-Za-z0-9+/]{8,}={0,2}$/.test(value)
      const standing: Standing = isQuoted ? 'quoted' : isClose ? 'close' : 'apart'
      const isLast = /^\s{0,8}(?:$|\u001b|\)|[\r\n]|#|\/\/|\\{1,7}[nr"']|["'`}])/.test(rest) && !/^\s*[|]/.test(rest)
      if (standing === 'apart' && /^[a-z]+$/.test(value) && !isLast) return false
      return isSecretValue(value, kind, standing, isShouted) || (/^pass$/i.test(name) && isDrawn(value))
    }
    case 'listed':
      return isSecretValue(value, kind, isQuoted ? 'quoted' : 'apart', isShouted)
    case 'given':
      return isSecretValue(value, kind === 'password' ? 'secret' : kind, 'quoted', isShouted) && hasDigit.test(value)
    case 'called':
      return (
        isSecretValue(value, kind, 'quoted', true) &&
        (kind === 'password' ? hasDigit.test(value) || /^[a-z]{8,}$/.test(value) : looksRandom(value))
      )
    case 'within':
    case 'otherwise':
      return isSecretValue(value, kind, 'quoted', isShouted) && hasDigit.test(value)
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
function endOf(text: string, value: Value, { kind }: Named): number {
  if (kind === 'words' && !value.isQuoted) return wordsBehind(text, value.from) ?? value.to
  return wholeEnd(text, value)
}

const manyWords = /^[a-z]{3,12}(?:[ ,]{1,2}[a-z]{2,12}){7,30}/i

function wordsBehind(text: string, from: number): number | null {
  const hit = manyWords.exec(text.slice(from, from + 500))
  return hit === null ? null : from + hit[0].length
}

function taggedValue(text: string, from: number, { kind, name }: Named): Omit<Span, 'kind'> | null {
  const value = /^[^<\]]{4,500}(?=<|\]\]>)/.exec(text.slice(from, from + 502))?.[0].replace(/(?:\s|\\{1,7}[nrt])+$/, '')
  if (value === undefined || !isSecretValue(value, kind, 'quoted', name === name.toUpperCase())) return null
  return { from, to: from + value.length }
}
