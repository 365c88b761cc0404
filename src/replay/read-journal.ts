import { type JournalLine, parseLine } from '../runtime/journal-line.ts'

/** One line of a journal file with its place in it. */
export interface NumberedLine {
  /** From 1. */
  number: number
  line: JournalLine
  /** The text has marks of a redaction or a cut, so some value is not what the rules saw. */
  altered: boolean
}

/** The lines of a journal's text, and the numbers of those that cannot be read. */
export function readJournal(text: string): { lines: NumberedLine[]; unreadable: number[] } {
  const lines: NumberedLine[] = []
  const unreadable: number[] = []
  for (const [at, each] of text.split('\n').entries()) {
    if (each.trim() === '') continue
    const line = parseLine(each)
    if (line === null) unreadable.push(at + 1)
    else lines.push({ number: at + 1, line, altered: alteration(each) !== null })
  }
  return { lines, unreadable }
}

const redacted = /\[REDACTED:[a-z-]+\]/
const cut = / … \[cut; \d+ characters in all\]/

/** What was done to a value before it was written down; null if nothing was. */
export function alteration(text: string): 'redacted' | 'cut' | null {
  if (cut.test(text)) return 'cut'
  return redacted.test(text) ? 'redacted' : null
}
