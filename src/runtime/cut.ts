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

/** The same for a text that is kept for later: what went is known by its digest, so that equal texts stay equal. */
export function cutKept(text: string, limit: number, digest: (text: string) => string): string {
  if (text.length <= limit) return text
  const tail = Math.floor(limit / 4)
  const start = text.slice(0, borderBefore(text, limit - tail))
  const end = text.slice(borderBefore(text, text.length - tail))
  return `${start} … [cut; ${text.length} characters in all, digest ${digest(text)}] ${end}`
}

/** What stands where something was cut. */
export const cutMark = / … \[cut; \d+ characters in all(?:, digest \w+)?\]/

const lengthNote = (text: string): string => ` … [cut; ${text.length} characters in all]`

/** A family of emoji or a letter with its accents is one thing for the reader; half of it is none. */
function borderBefore(text: string, at: number): number {
  const window = Math.max(0, at - 1000)
  const near = text.slice(window, at + 100)
  const segment = new Intl.Segmenter().segment(near).containing(at - window)
  return window + (segment?.index ?? at - window)
}
