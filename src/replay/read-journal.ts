import { cutMark } from '../runtime/text/cut.ts'
import { type JournalLine, parseLine } from '../runtime/nights/journal-line.ts'

/** One line of a night with its number. */
export interface NumberedLine {
  /** As the store counts the lines of a tree, from 1. */
  number: number
  line: JournalLine
  /** The text has marks of a redaction or a cut, so some value is not what the rules saw. */
  altered: boolean
}

/** A night as an export has it. */
export interface NightLines {
  lines: NumberedLine[]
  /** Which lines cannot be read: of a text by their place, from 1; of the store by their number. */
  unreadable: number[]
  /** The documents of the policy sets, as JSON, by hash. */
  sets: Map<string, string>
}

export function readJournal(text: string): NightLines {
  const lines: NumberedLine[] = []
  const unreadable: number[] = []
  const sets = new Map<string, string>()
  for (const [at, each] of text.split('\n').entries()) {
    if (each.trim() === '') continue
    const line = parseLine(each)
    const set = line === null ? setIn(each) : null
    if (line !== null) lines.push(numbered(line, each))
    else if (set !== null) sets.set(set.hash, set.documents)
    else unreadable.push(at + 1)
  }
  return { lines, unreadable, sets }
}

/** A line with what its text tells. */
export const numbered = (line: JournalLine, text: string): NumberedLine => ({
  number: line.seq,
  line,
  altered: alteration(text) !== null,
})

/** A policy set that the night decided by. */
function setIn(text: string): { hash: string; documents: string } | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('line' in value) || value.line !== 'policies') return null
    if (!('hash' in value) || typeof value.hash !== 'string' || !('documents' in value)) return null
    return { hash: value.hash, documents: JSON.stringify(value.documents) }
  } catch {
    return null
  }
}

const redacted = /\[REDACTED:[a-z-]+\]/

/** What was done to a value before it was written down; null if nothing was. */
export function alteration(text: string): 'redacted' | 'cut' | null {
  if (cutMark.test(text)) return 'cut'
  return redacted.test(text) ? 'redacted' : null
}
