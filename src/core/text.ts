/** One form for texts that say the same: width, case and white space do not count. */
export function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/**
 * A text without such letters at its end. An expression such as `[a]+$` looks at a run of them again from each of its
 * letters, which takes hours of a long one.
 */
export function withoutEnd(text: string, letters: string): string {
  let end = text.length
  while (end > 0 && letters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const

/** A span of milliseconds as people write it, such as "1h30m"; `readSpan` reads it back. */
export function spanText(milliseconds: number): string {
  if (milliseconds < 0) return `-${spanText(-milliseconds)}`
  let rest = Math.round(milliseconds)
  let text = ''
  for (const [unit, length] of units) {
    const whole = Math.floor(rest / length)
    if (whole > 0) text += `${whole}${unit}`
    rest -= whole * length
  }
  return text === '' ? '0s' : text
}

const span = /^(?:(\d{1,6})d)?(?:(\d{1,8})h)?(?:(\d{1,9})m)?(?:(\d{1,11})s)?(?:(\d{1,14})ms)?$/

/** The milliseconds of a text such as "90s", "1h30m" or "500ms"; null if it is no span. */
export function readSpan(text: string): number | null {
  const parts = span.exec(text)
  if (parts === null || text === '') return null
  return units.reduce((sum, [, length], place) => sum + Number(parts[place + 1] ?? 0) * length, 0)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const plainStart = /^[\x20-\x7e\n\t]*$/
/** A letter may carry marks without end, so its length counts too. */
const longestGrapheme = 32

/** So much is taken apart at once, in UTF-16 units: some engines look through all of a text for each character in it. */
const window = 1000
const firstHalf = /[\ud800-\udbff]/

/** Where the characters of a text end, as a reader counts them. */
function* endsIn(text: string): Generator<number> {
  for (let from = 0; from < text.length; ) {
    const part = text.slice(from, from + window + (firstHalf.test(text.charAt(from + window - 1)) ? 1 : 0))
    let end = 0
    for (const { index, segment } of graphemes.segment(part)) {
      const isAtEdge = index + segment.length === part.length && from + part.length < text.length
      // It may go on behind the edge.
      if (isAtEdge && index > 0) break
      end = index + segment.length
      yield from + end
    }
    from += end
  }
}

/** The first `most` characters as a reader counts them; never half a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  if (plainStart.test(text.slice(0, most + 1))) return text.slice(0, most)
  let end = 0
  let count = 0
  for (const next of endsIn(text.slice(0, most * longestGrapheme))) {
    if (count === most) break
    end = next
    count += 1
  }
  return text.slice(0, end)
}

/** The last `most` characters; never half a character, so it may be a few less. */
export function tail(text: string, most: number): string {
  if (text.length <= most) return text
  const around = text.slice(-(most + longestGrapheme))
  const wanted = around.length - most
  const at = graphemes.segment(around).containing(wanted)
  if (at === undefined) return ''
  return around.slice(at.index === wanted ? wanted : at.index + at.segment.length)
}

const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A text on one line: breaks, control and direction characters are shown and nothing is lost. */
export function oneLine(text: string): string {
  return text.replace(unseen, (sign) => names[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
