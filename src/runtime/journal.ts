import { failureText } from './failure-text.ts'
import { type JournalLine, type LineBody, parseLine } from './journal-line.ts'
import type { OwnFolder } from './own-folder.ts'
import type { Files } from './ports.ts'

/** Lines that wait in memory for a disk that takes them again; beyond it the oldest are given up. */
const mostWaiting = 1000

export interface Journal {
  file: string
  /** Lines in the file that this process neither wrote nor read yet. */
  news: () => JournalLine[]
  /** One line, in one append. A line that cannot be written waits and is tried again. */
  append: (at: number, line: LineBody) => void
  /** Tries the lines that wait; true if none is left. */
  retry: () => boolean
  waiting: () => number
  /** Why lines wait or could not be read, in words; null if all is well. */
  problem: () => string | null
}

/** The journal file of one session tree. Several processes may append to it. */
export function createJournal(files: Files, folder: OwnFolder, file: string, process: string): Journal {
  let read = 0
  let ownUnread = 0
  /** The file ends in the middle of a line: another process died, or is about to write on. */
  let endsTorn = false
  let tornSize = 0
  let sequence = 0
  let lost = 0
  let strange = 0
  let failure: string | null = null
  let waiting: string[] = []

  function news(): JournalLine[] {
    try {
      return readOn()
    } catch (error) {
      failure = failureText(error)
      return []
    }
  }

  function readOn(): JournalLine[] {
    const size = files.size(file) ?? 0
    const known = read + ownUnread
    if (size <= known) {
      // Smaller than what we know: somebody cut or removed the file, and memory holds what it said.
      read = size
      ownUnread = 0
      return []
    }
    if (endsTorn && size === tornSize) return []
    const text = files.tail(file, read)
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    read += Buffer.byteLength(whole)
    ownUnread = 0
    endsTorn = whole.length < text.length
    tornSize = size
    const lines = whole.split('\n').filter((line) => line.trim() !== '')
    const parsed = lines.map(parseLine)
    strange += parsed.filter((line) => line === null).length
    return parsed.filter((line): line is JournalLine => line !== null && line.process !== process)
  }

  function write(): boolean {
    if (waiting.length === 0) return true
    const text = `${endsTorn ? '\n' : ''}${waiting.join('')}`
    try {
      folder.prepare()
      files.append(file, text)
    } catch (error) {
      failure = failureText(error)
      return false
    }
    if (!endsTorn) ownUnread += Buffer.byteLength(text)
    endsTorn = false
    waiting = []
    failure = null
    return true
  }

  return {
    file,
    news,
    append: (at, line) => {
      sequence += 1
      waiting.push(`${JSON.stringify({ v: 1, seq: sequence, process, at, ...line })}\n`)
      if (waiting.length > mostWaiting) {
        waiting.shift()
        lost += 1
      }
      write()
    },
    retry: write,
    waiting: () => waiting.length,
    problem: () => {
      if (failure !== null) {
        const given = lost > 0 ? `, ${lost} were given up` : ''
        return `${waiting.length} lines wait to be written (${failure})${given}`
      }
      if (lost > 0) return `${lost} lines could not be written and were given up`
      const skipped = strange + (endsTorn ? 1 : 0)
      return skipped > 0 ? `${skipped} lines could not be read and were skipped` : null
    },
  }
}
