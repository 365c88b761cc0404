import { textOf, textsOf } from './arguments.ts'
import { describe, EvaluationError } from './error.ts'
import { indentedCode } from './indented-code.ts'
import { memo } from './memo.ts'
import { type MatchMode, matchModes } from './table.ts'

/** Tags that models put around or behind what they say. */
const tags = /<\/?[a-z][^<>\n]{0,80}>/gi
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g

/** One form for what looks the same: width, invisible characters, tags but those of a marker's own name, markdown escapes. */
const plain = (text: string, wanted: readonly RegExp[]): string =>
  text
    .replace(/[！？]/g, (mark) => `${mark}。`)
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(tags, (tag) => {
      const name = tag.replace(/^<\/?|\/?>$/g, '').trim()
      return wanted.some((pattern) => name.replace(pattern, '') === '') ? ` ${name} ` : ' '
    })
    .replace(/\\([\p{P}\p{S}])/gu, '$1')

const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/
const fence = /^(?:[ \t>]|[-*+] |\d{1,3}[.)] )*(`{3,}|~{3,})(.*)$/

/** The lines of a text; null for each one in code: indented, or inside a fence that ends only at one of its kind and length. */
function linesOf(text: string, wanted: readonly RegExp[]): (string | null)[] {
  const isIndented = indentedCode()
  let open: string | null = null
  return text.split(lineBreak).map((written) => {
    const line = plain(written, wanted)
    const [, bar = '', rest = ''] = fence.exec(line) ?? []
    if (open !== null) {
      if (bar.startsWith(open) && rest.trim() === '') open = null
      return null
    }
    // As it was written: a tag is no blank there.
    if (isIndented(written)) return null
    if (bar === '' || (bar.startsWith('`') && rest.includes('`'))) return line.trim()
    open = bar
    return null
  })
}

const emoji = String.raw`\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}\uFE0F\u20E3]`
/** What may stand around a marker that is alone on its line: list and quote signs, emphasis, code, emoji. */
const opening = new RegExp(String.raw`^(?:[\s>#*_\x60+=|•·●▪–—✓→"'“”‘’«»([{-]|\d{1,3}[.)]|\[[ xX]\]|${emoji})*$`, 'u')
const closing = new RegExp(String.raw`^(?:[\s*_\x60+=|•–—✓"'“”‘’«»)\]}.,;:!?。…-]|${emoji})*$`, 'u')
const sentenceEnd = new RegExp(
  String.raw`(?:[.!?][*_\x60"'”’»)\]]{0,8}\s|。)(?:[\s*_\x60"'“‘«([]|${emoji}){0,20}$`,
  'u',
)
const abbreviated = /(?:^|[\s(])(?:e\.g|i\.e|viz|vs|cf|z\.b)\.\s*[^\p{L}\p{N}]*$/iu
const afterwards = /^[^\p{L}\p{N}]*?\s[^\p{L}\p{N}]*(?:(\p{Ll})|[\p{L}\p{N}])/u

interface Place {
  before: string
  after: string
  /** True inside inline code. */
  code: boolean
}

/** Scripts that put spaces between words; in others a marker may follow a letter directly. */
const letters = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}`
const beginsAsWord = new RegExp(`^[${letters}_]`, 'u')
const endsAsWord = new RegExp(`[${letters}_]$`, 'u')

/** Finds a marker as a whole word; underscores at its edges are emphasis. */
function finder(marker: string): RegExp {
  const escaped = marker.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const start = beginsAsWord.test(marker) ? `(?<![${letters}]_{0,4})` : ''
  const end = endsAsWord.test(marker) ? `(?!_{0,4}[${letters}])` : ''
  return new RegExp(`${start}${escaped}${end}`, 'giu')
}

const finders = memo(50, finder)

/** No expression can look for one that is much longer; in UTF-16 units. */
const longestMarker = 1000

/** What to look for; blank markers, and those that nobody would say, are never there. */
const findersOf = (markers: readonly string[]): RegExp[] =>
  markers
    .map((marker) => marker.normalize('NFKC').replace(invisible, '').trim())
    .filter((marker) => marker !== '' && marker.length <= longestMarker)
    .map(finders)

/** Where the markers stand in a text. */
function placesOf(text: string, wanted: readonly RegExp[]): Place[] {
  return wanted.flatMap((pattern) => {
    let ticks = 0
    let counted = 0
    return [...text.matchAll(pattern)].map(({ index, 0: found }) => {
      for (; counted < index; counted++) if (text.charAt(counted) === '`') ticks += 1
      return { before: text.slice(0, index), after: text.slice(index + found.length), code: ticks % 2 === 1 }
    })
  })
}

/** No sign around a marker goes on for so long; looked at from each of many markers, it would take long. */
const longestAround = 1000
const opens = (before: string): boolean => before.length <= longestAround && opening.test(before)
const closes = (after: string): boolean => after.length <= longestAround && closing.test(after)

const alone = ({ before, after }: Place): boolean => opens(before) && closes(after)

function completes(place: Place): boolean {
  if (alone(place)) return true
  if (place.code) return false
  const near = place.before.slice(-200)
  const starts = opens(place.before) || (sentenceEnd.test(near) && !abbreviated.test(near))
  if (!starts) return false
  if (closes(place.after)) return true
  const next = afterwards.exec(place.after.slice(0, 200))
  return next !== null && next[1] === undefined
}

/**
 * Words of some languages by which a sentence says that its end is not meant now: "so I do not say …", "when it works
 * I say …".
 */
const hedges = [
  'not|never|cannot|will|shall|going to|until|before|unless|when|once|if|yet|without',
  String.raw`nicht|kein\p{L}*|nie|erst|sobald|wenn|bevor|bis|werde`,
  'pas|jamais|quand|lorsque|avant|jusqu',
  'aún|todavía|nunca|cuando|hasta|antes|no (?:digo|puedo|está|están|he)',
  'non (?:ho|è|sono|dico|posso)|quando|prima (?:di|che)|finché',
  'não|ainda|até',
  'niet|nog|geen|nooit|zodra|voordat|totdat|zal',
  'не|ещё|еще|никогда|когда|пока|если|после|jeszcze|kiedy|gdy|inte|när|innan|ikke|når',
]
const hedged = new RegExp(
  String.raw`(?<!\p{L})(?:${hedges.join('|')})(?!\p{L})|n['’]t(?!\p{L})|['’]ll(?!\p{L})|没有|還沒|还没|尚未|之后|まだ|したら|아직`,
  'iu',
)

const isHedged = (before: string): boolean => {
  const sentence =
    before
      .slice(-200)
      .split(/[.!?;]\s/)
      .at(-1) ?? ''
  return hedged.test(sentence)
}

type Counts = (lines: readonly (string | null)[], wanted: readonly RegExp[]) => boolean

const counts: Readonly<Record<Exclude<MatchMode, 'anywhere'>, Counts>> = {
  sentence: (lines, wanted) => lines.some((line) => line !== null && placesOf(line, wanted).some(completes)),
  line: (lines, wanted) => lines.some((line) => line !== null && placesOf(line, wanted).some(alone)),
  end: (lines, wanted) => {
    const last = lines.filter((line) => line === null || line.trim() !== '').at(-1) ?? ''
    return last !== null && placesOf(last, wanted).some(({ before, after }) => closes(after) && !isHedged(before))
  },
}

/**
 * True if the text says one of the markers in the way that `mode` asks for. `sentence`: at the start of a line
 * or of a sentence, with nothing or a new sentence after it, so that talk about the marker does not count;
 * `line`: alone on a line; `end`: at the end of the last line, if its sentence does not put it off; `anywhere`: wherever. In doubt it is false.
 */
export function hasMarker(text: string, markers: readonly string[], mode: MatchMode): boolean {
  const wanted = findersOf(markers)
  const shown = plain(text, wanted)
  if (placesOf(shown, wanted).length === 0) return false
  return mode === 'anywhere' || counts[mode](linesOf(text, wanted), wanted)
}

/** True if the text holds a marker, but nowhere where it counts as said. */
export function markerStoodElsewhere(text: string, markers: readonly string[]): boolean {
  return hasMarker(text, markers, 'anywhere') && !hasMarker(text, markers, 'sentence')
}

export function marker(text: unknown, markers: unknown, mode: unknown): boolean {
  const known = matchModes.find((each) => each === mode)
  if (known === undefined)
    throw new EvaluationError(
      `Cannot compute "marker": it wants one of ${matchModes.join(', ')}, got ${describe(mode)}`,
    )
  return hasMarker(textOf(text, 'marker') ?? '', markersOf(markers, 'marker'), known)
}

export function mentions(text: unknown, markers: unknown): boolean {
  return markerStoodElsewhere(textOf(text, 'mentions') ?? '', markersOf(markers, 'mentions'))
}

function markersOf(given: unknown, operator: string): readonly string[] {
  const markers = textsOf(given, operator)
  const long = markers.find(({ length }) => length > longestMarker)
  if (long === undefined) return markers
  throw new EvaluationError(
    `Cannot compute "${operator}": a marker has ${long.length} characters; allowed are ${longestMarker}`,
  )
}
