/** Texts in quotes in the code of any language, without their quotes; each ends on its own line. Takes one pass. */
export function literalsOf(code: string): string[] {
  const ends = endsOf(code)
  const texts: string[] = []
  for (let at = 0; at < code.length; at += 1) {
    const end = isQuote(code.charAt(at)) ? (ends.get(at) ?? -1) : -1
    if (end < 0) continue
    texts.push(code.slice(at + 1, end))
    at = end
  }
  return texts
}

const isQuote = (letter: string): boolean => letter === '"' || letter === "'" || letter === '`'

/** Where a text that begins at a quote ends: at the next one alike that has no backslash before it. */
function endsOf(code: string): Map<number, number> {
  const ends = new Map<number, number>()
  /** Quotes of this line that wait for their end. */
  let open = new Map<string, number[]>()
  let isEscaped = false
  for (let at = 0; at < code.length; at += 1) {
    const letter = code.charAt(at)
    if (letter === '\n') open = new Map()
    if (isQuote(letter)) {
      const waiting = open.get(letter) ?? []
      if (!isEscaped) for (const begin of waiting.splice(0)) ends.set(begin, at)
      waiting.push(at)
      open.set(letter, waiting)
    }
    isEscaped = letter === '\\' && !isEscaped
  }
  return ends
}
