/** By so much of a value it is judged. */
const judged = 400
/** How far the end of one that is longer is looked for. */
const longestValue = 65_536

export interface Value {
  from: number
  to: number
  isQuoted: boolean
  /** Where its quote stands; the same as `from` without one. */
  opened: number
  /** What stands behind it. */
  rest: string
}

/** A shell has `'\\''` and `'"'"'` for a quote within quotes. */
const opening =
  /^(?:[fFrRbBuUL$@]{0,2})(?:('\\{1,3}\'\'|'"'"')|(\\{0,31})(?:(["'`])\2\3\2\3|(["'`])(?:\\{0,31}(?!\4)["'`])?))/
const bare = /^[^\s\u001b"'`<>(){}[\],;&|\\]+/

/** The value that begins at a place, in quotes or without them. */
export function valueAt(text: string, from: number, longest = judged): Value | null {
  const start = text.slice(from, from + longest)
  const open = opening.exec(start)
  if (open === null) {
    const hit = bare.exec(start)
    if (hit === null) return null
    const to = from + hit[0].length
    return { from, to, isQuoted: false, opened: from, rest: text.slice(to, to + 40) }
  }
  const [whole, joined, escapes = '', three, one = ''] = open
  const first = from + whole.length
  const to = joined === undefined ? closing(start, whole.length, three ?? one, escapes.length) : joint(start, whole)
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

/** Where the quote within quotes comes again. */
function joint(text: string, sign: string): number {
  const unit = sign.slice(sign.indexOf("'"))
  const at = text.indexOf(unit, sign.length)
  return at < 0 ? closing(text, sign.length, "'", 0) : at
}

/** Where a value really ends: of a long one only its beginning is judged. */
export function wholeEnd(text: string, { to, opened }: Value): number {
  return to - opened < judged ? to : (valueAt(text, opened, longestValue)?.to ?? to)
}
