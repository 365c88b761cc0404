import type { MapTree, Span } from '../yaml/tree.ts'

/** A stretch of a text and what takes its place; all around it stays byte for byte. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** The text with all edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const backwards = [...edits].sort((a, b) => b.start - a.start)
  return backwards.reduce(
    (changed, { start, end, text: put }) => changed.slice(0, start) + put + changed.slice(end),
    text,
  )
}

export const replaceSpan = ({ start, end }: Span, text: string): Edit => ({ start, end, text })

/**
 * Takes an entry of a map out: with its line if it has one of its own, else up to the next entry. A comment on the
 * line stays. Null where that cannot be done without touching something else.
 */
export function removeEntry(map: MapTree, name: string): Edit | null {
  const entries = [...map.entries]
  const at = entries.findIndex(([key]) => key === name)
  const found = entries[at]?.[1]
  if (found?.value.kind !== 'scalar') return null
  const { text } = map.at.lines
  const [start, end] = [found.key.start, found.value.at.end]
  if (text[map.at.start] !== '{') {
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const rest = /^[ \t]*\r?(?:\n|$)/.exec(text.slice(end))
    if (text.slice(lineStart, start).trim() === '')
      return rest === null ? { start, end, text: '' } : { start: lineStart, end: end + rest[0].length, text: '' }
  }
  const next = entries[at + 1]?.[1].key.start
  if (next !== undefined) return isSeparator(text.slice(end, next)) ? { start, end: next, text: '' } : null
  const before = entries[at - 1]?.[1].value.at.end
  return before !== undefined && isSeparator(text.slice(before, start)) ? { start: before, end, text: '' } : null
}

const isSeparator = (between: string): boolean => /^[\s,]*$/.test(between)
