import type { NameKind } from './names.ts'
import { wordsOf } from './names.ts'

/** How a value stands in its text: quoted, behind a bare = without blanks, or behind blanks or a colon. */
export type Standing = 'quoted' | 'close' | 'apart'

/** Words that stand where a value will be, and names of types. */
const plain = new Set(
  (
    'string str text number int integer float boolean bool bytes byte buffer any unknown never void object array list ' +
    'null nil none undefined true false yes no on off required optional hidden secret password passwd token key apikey ' +
    'auth value values default example test testing dummy placeholder redacted masked empty missing invalid valid ' +
    'incorrect wrong correct accepted rejected expired changed mismatch failed failure error enabled disabled unset ' +
    'generated generate random bearer basic digest oauth oauth2 jwt cookie session sessions header query body form env ' +
    'environment varchar char uuid date datetime self this inherit auto manual read write admin user root input output ' +
    'await async return new function class const let var import export public private static type interface enum ' +
    'identifier keyword operator punctuation literal comment whitespace next end start eof current refresh access id ' +
    'stored config settings options params props state ref description label title name names email username ' +
    'prompt vault keychain keyring stdin file files path aws-sdk kubernetes docker github gitlab local remote'
  ).split(' '),
)

const hasLetter = /[A-Za-z]/
const hasDigit = /\d/
const isMixed = (text: string): boolean => hasLetter.test(text) && hasDigit.test(text)

/** A run of letters and digits in which people see no word. */
export function looksRandom(text: string): boolean {
  const runs = text.split(/[^A-Za-z0-9]+/)
  const solid = text.length >= 16 && isMixed(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)
  return (
    (solid && runs.some((run) => run.length >= 12 && isMixed(run))) ||
    runs.some((run) => (run.length >= 20 && isMixed(run) && !/^\d+$/.test(run)) || /^[0-9a-f]{32,}$/i.test(run))
  )
}

/** A word that somebody drew or made up with care: of both cases with a digit, or with a sign. */
export const isMadeUp = (secret: string): boolean =>
  !/^(?:[A-Z][a-z]+)+V?\d{1,3}[a-z]*$/.test(secret) &&
  secret.length >= 6 &&
  isMixed(secret) &&
  (/[a-z]/.test(secret) ? /[A-Z]/.test(secret) || /[!@#$%^&*~+]/.test(secret) : false)

/** The same, and no words with a number among them, such as `Sha256Hash`. */
export const isDrawn = (secret: string): boolean =>
  isMadeUp(secret) && !/^[A-Za-z]+\d{1,4}(?:[A-Z][a-z]+)*$/.test(secret)

/** Drawn from nearly all signs there are, as salts of programs are: nothing else has so many so close. */
export function looksDrawn(text: string): boolean {
  if (text.length < 20 || /[a-z]{7}|[A-Z]{7}/.test(text.replace(/^[a-z]+-[a-z]+-/, ''))) return false
  const count = (sign: RegExp): number => text.match(sign)?.length ?? 0
  const signs = new Set(text.match(/[^\w\s.-]/g) ?? [])
  return signs.size >= 3 && count(/[a-z]/g) >= 4 && count(/[A-Z]/g) >= 3 && count(/\d/g) >= 3
}

/** `$NAME`, `${NAME}`, `%NAME%`, `{{ name }}`, `$(command)`, `process.env.NAME`. */
function isReference(value: string): boolean {
  if (/^%(?:25)?(?:24|7B|3C)/i.test(value)) return true
  if (/^(?:\$\{|\$\(|\{\{|\$\{\{|#\{|<%|\{\w*\}$|%\w+%$|!\w+ |\$env:)/.test(value)) return true
  const named = /^\$([A-Za-z_]\w*)$/.exec(value)?.[1]
  if (named === undefined) return /^\$[\d@*#?!]$/.test(value)
  // A password may begin with a dollar; then it is no name that anybody would give.
  if (named === named.toUpperCase() || named === named.toLowerCase()) return !/\d[a-z]|[a-z]\d/.test(named)
  return wordsOf(named).some((word) => plain.has(word) || /^(?:pass|db|my|api|app)/.test(word))
}

/** What a form demands: `required|string|min:8`. */
const demands = /^[a-z_]{2,20}(?::[\w,]{1,40})?(?:\|[a-z_]{2,20}(?::[\w,]{1,40})?){1,12}$/

const placeholder =
  /^(?:<.*>?|\[.*\]?|\*+|\.{2,}|…|x{3,}|X{3,}|-+|_+|#+|\?+|0+|1234?|(?:your|my|the|an?|some|insert|replace|enter|put|example|sample|dummy|fake)[-_ ].*|.*[-_ ](?:here|goes-here|placeholder|example)|[a-z]{1,8}[-_](?:\.{3}|…)|change-?me|to-?do|tbd|n\/a|…+)$/i

/** What a reader is told rather than what opens a door. */
function isSentence(value: string): boolean {
  const words = value.trim().split(/\s+/)
  if (words.length < 2) return false
  if (/[.?!:…]$/.test(value.trim()) && words.length > 2) return true
  return words.some((word) =>
    /^(?:the|your|is|are|must|should|please|enter|an?|to|of|or|and|be|not|no|for|with|at|this|that|in|on|by|your|new|old|password|passwords|token|tokens|secret|secrets|key|keys|api)$/i.test(
      word,
    ),
  )
}

const path =
  /^(?:~|\.{1,2})?(?:\/[\w.@+ -]*)+$|^[A-Za-z]:[\\/]|^(?:[\w.@-]+\/)+[\w-]+\.[a-z]{1,5}$|^[\w.-]+\.(?:pem|key|crt|json|ya?ml|txt|env|ts|js|py|go|rs|md)$/
const url = /^[A-Za-z][\w+.-]{1,20}:\/\//
const date = /^\d{4}-\d{2}-\d{2}(?:[T ]|$)|^\d{1,3}(?:\.\d+){1,3}(?:[-+][\w.]+)?$|^v\d+(?:\.\d+)*$/
/** Ids of sessions, messages, parts and requests, which say nothing to who has them. */
const hostId = /^(?:ses|msg|prt|per|que|wrk|pty)_[0-9a-f]{6,12}[0-9A-Za-z]{10,20}[.,;:!?)]?$/
/** `a.b`, `a?.b`, `a::b`, `a->b`, `a[0]`, `f(x)`: code that gets the value. */
const code = /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*|\[[^\]]*\]?|\()+/
const roots =
  /^(?:process|os|env|self|this|config|settings|req|request|ctx|context|args|argv|opts|options|params|props|user|row|data|secrets|vars|github|inputs|import|event|input|Deno|Bun|z|t|v|yup|joi|Type|Schema|credentials|session|client|state|result|res|response)\b/

function isCode(value: string): boolean {
  const hit = code.exec(value)
  if (hit === null) return false
  if (roots.test(value) || hit[0].includes('(') || hit[0].includes('[') || /\?\.|::|->/.test(hit[0])) return true
  return value.split('.').every((part) => /^[a-z][a-zA-Z]*$|^[A-Z][a-zA-Z]*$|^[A-Z_]+$/.test(part) && part.length < 24)
}

const isIdentifier = (value: string): boolean => /^[A-Za-z_$][A-Za-z_$-]*$/.test(value)
const isOneWord = (value: string): boolean => /^[a-z]{6,64}$/.test(value)
const isUuid = (value: string): boolean => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value)

/** Whether what stands behind a name of that kind is a secret rather than code, a place or a word about it. */
export function isSecretValue(value: string, kind: NameKind, standing: Standing, isShouted: boolean): boolean {
  if (value.startsWith('[REDACTED:')) return false
  if (standing === 'quoted' && looksDrawn(value) && !url.test(value)) return true
  if (plain.has(value.toLowerCase()) || isReference(value) || placeholder.test(value) || demands.test(value))
    return false
  if (url.test(value) || ((date.test(value) || hostId.test(value)) && kind !== 'password')) return false
  if (path.test(value) && !value.split(/[/\\]/).some((part) => part.length >= 24 && looksRandom(part))) return false
  if (kind === 'words') return /^[a-z]{3,12}(?:[ ,]+[a-z]{3,12}){7,}$/i.test(value.trim())
  if (isSentence(value)) return false
  if (kind === 'maybe') return (looksRandom(value) && !isUuid(value)) || isCredential(value)
  const isNumber = /^[\d.,_]+$/.test(value)
  if (isNumber && (kind !== 'password' || value.length < 4)) return value.length >= 20
  if (standing === 'quoted') return value.length >= 4 && !(isCode(value) && isShort(value)) && !isName(value, kind)
  if (isCode(value)) return false
  if (standing === 'close') {
    if (value.length < 6) return kind === 'password' && value.length >= 4 && !isIdentifier(value)
    return isShouted || kind === 'password' || !isIdentifier(value) || value.length >= 24
  }
  if (kind === 'password' && (isOneWord(value) || /^\d{6,12}$/.test(value))) return true
  if (value.length < 8 && kind !== 'password') return false
  return (
    value.length >= 6 &&
    (isMixed(value) ? !isNameOfThing(value) : /[a-z][^\w\s][a-z]/i.test(value) && /[!@#%^*~+]/.test(value))
  )
}

const isShort = (value: string): boolean => value.length < 40

/** Base64 of `user:password`, as `_auth` has it. */
const isCredential = (value: string): boolean => /^[A-Za-z0-9+/]{12,}={1,2}$/.test(value)

/** A word in quotes: the name of a field, a label, a key of a table. */
function isName(value: string, kind: NameKind): boolean {
  if (kind === 'password') return /^[A-Z][a-z]+$/.test(value) && plain.has(value.toLowerCase())
  return (
    isIdentifier(value) &&
    wordsOf(value).every((word) => word.length < 16) &&
    !/[a-z][A-Z]{2}|[A-Z]{2}[a-z][A-Z]/.test(value)
  )
}

/** `user_id_12`, `cl100k_base`, `es2022`: words with a number. */
const isNameOfThing = (value: string): boolean =>
  /^[a-z]+(?:[_-][a-z]+)+[_-]?\d{1,3}$|^[a-z]{2,6}\d{1,4}(?:[_-][a-z]+)*$/.test(value)

/** Whether a value only says where the secret comes from, or that one belongs there. */
export const isOpen = (value: string): boolean => isReference(value) || placeholder.test(value)
