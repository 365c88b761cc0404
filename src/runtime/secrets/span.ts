/** A secret in a text, in UTF-16 units, and whose it is. */
export interface Span {
  from: number
  to: number
  kind: string
}

const mark = (kind: string): string => `[REDACTED:${kind}]`

/** The text with each span replaced by its mark; of two that overlap the one that begins first counts. */
export function blackedOut(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const parts: string[] = []
  let done = 0
  for (const { from, to, kind } of [...spans].sort((one, other) => one.from - other.from)) {
    if (from < done) continue
    parts.push(text.slice(done, from), mark(kind))
    done = to
  }
  parts.push(text.slice(done))
  return parts.join('')
}
