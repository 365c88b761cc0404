/** At most `limit` UTF-16 units of a text from its start, cut where a reader sees a border, with the whole length said. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, borderBefore(text, limit))}${lengthNote(text)}`
}

/** The start and the end of a long text, with the whole length said between them. */
export function cutMiddle(text: string, head: number, tail: number): string {
  if (text.length <= head + tail) return text
  const end = text.slice(borderBefore(text, text.length - tail))
  return `${text.slice(0, borderBefore(text, head))}${lengthNote(text)} ${end}`
}

const lengthNote = (text: string): string => ` … [cut; ${text.length} characters in all]`

/** A family of emoji or a letter with its accents is one thing for the reader; half of it is none. */
function borderBefore(text: string, at: number): number {
  const window = Math.max(0, at - 1000)
  const near = text.slice(window, at + 100)
  const segment = new Intl.Segmenter().segment(near).containing(at - window)
  return window + (segment?.index ?? at - window)
}
