/** A part of a text, by its first letter and the one behind its last. */
export interface Span {
  from: number
  end: number
}

/** A line that begins a text in which nothing is replaced, and in which nothing before that could be more than it looks. */
const opening = /^[^'"`$()\\<]*<<-?[ \t]*(?:'([\w.-]+)'|"([\w.-]+)")[^'"`$()\\<]*$/
const simple = /^[^'"`$()\\<]*$/

/**
 * The here-documents of a line of commands in which a shell replaces nothing, such as a file in Markdown, up to the
 * first line that is not read at sight. Takes one pass.
 */
export function plainBodies(text: string): Span[] {
  const bodies: Span[] = []
  let at = 0
  while (at < text.length) {
    const lineEnd = endOfLine(text, at)
    const line = text.slice(at, lineEnd)
    const [, single, double] = opening.exec(line) ?? []
    const name = single ?? double
    if (name === undefined && !simple.test(line)) break
    at = lineEnd + 1
    if (name === undefined) continue
    const from = at
    const end = new RegExp(`\\n\\t*${name.replace(/[.-]/g, '\\$&')}(?=\\n|$)`, 'g')
    end.lastIndex = lineEnd
    const found = end.exec(text)
    at = found === null ? text.length : found.index + 1
    bodies.push({ from, end: Math.min(at, text.length) })
    at = endOfLine(text, at) + 1
  }
  return bodies
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at
}
