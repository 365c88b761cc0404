import { type Confined, confine } from './confine.ts'
import { failureText, unlessFault } from './failure-text.ts'
import type { Files } from './ports.ts'
import { sectionHeading, sessionHeading } from './record-markdown.ts'
import { pageEntries, tick } from './record-page.ts'

/** What is to stand in a page of records: an entry, or more about one. */
export interface Addition {
  root: string
  /** Null for an addition to an entry, which is not looked for after an undo. */
  id: string | null
  section: string
  lines: string[]
  at: number
}

export interface RecordFile {
  /** Adds all in one write. A string says why nothing could be written; then all waits for the next time. */
  add: (additions: readonly Addition[]) => string | null
  /** Tries what waits; null if nothing is left. */
  retry: () => string | null
  waiting: () => number
  /** Adds once more what vanished when the file shrank; the ids that came back. */
  heal: () => string[]
  /** The page as it stands; empty if it cannot be read. */
  text: () => string
  /** Ticks an entry's box. A string says why not. */
  tick: (root: string, id: string) => string | null
}

/** How long another process may write the page, in milliseconds: lines without a heading of their own belong to the last one. */
const patience = 2000

/** A Markdown page to which this and other processes append, and which people edit meanwhile. */
export function createRecordFile(files: Files, directory: string, name: string): RecordFile {
  let waiting: Addition[] = []
  let written: Addition[] = []
  /** How we left the file, to notice that somebody else wrote. */
  let left: { size: number; ending: string; root: string; section: string } | null = null

  function write(): string | null {
    if (waiting.length === 0) return null
    const place = confined(files, directory, name)
    if ('refused' in place) return place.refused
    let release = (): void => undefined
    try {
      release = files.lock(place.path, patience)
      const { text, size, ending } = render(place.path)
      if (text !== '') files.append(place.path, text)
      const last = waiting.at(-1)
      const after = files.size(place.path)
      // Somebody else wrote at the same moment: where our headings stand is not known any more.
      const alone = after === size + Buffer.byteLength(text)
      left =
        last === undefined || after === null
          ? null
          : { size: after, ending, root: alone ? last.root : '', section: last.section }
      written.push(...waiting.filter(({ id }) => id !== null))
      waiting = []
      return null
    } catch (error) {
      return failureText(error)
    } finally {
      release()
    }
  }

  function render(path: string): { text: string; size: number; ending: string } {
    const size = files.size(path) ?? 0
    const untouched = left !== null && left.size === size
    const before = untouched ? '' : (files.read(path) ?? '')
    const ending = untouched && left !== null ? left.ending : before.includes('\r\n') ? '\r\n' : '\n'
    let root = untouched && left !== null ? left.root : ''
    let section = untouched && left !== null ? left.section : ''
    const lines: string[] = []
    // A process that died may have written without a chance to say so.
    const stands = untouched ? () => false : onPage(before)
    for (const addition of waiting.filter((one) => !stands(one))) {
      if (addition.root !== root) {
        if (size > 0 || lines.length > 0) lines.push('')
        lines.push(sessionHeading(addition.root, addition.at))
        section = ''
      }
      if (addition.section !== section) lines.push('', sectionHeading(addition.section))
      lines.push(...addition.lines)
      root = addition.root
      section = addition.section
    }
    if (lines.length === 0) return { text: '', size, ending }
    const freshLine = before === '' || before.endsWith('\n') ? '' : ending
    return { text: `${freshLine}${lines.join(ending)}${ending}`, size, ending }
  }

  function heal(): string[] {
    const place = confined(files, directory, name)
    if (left === null || 'refused' in place) return []
    try {
      const size = files.size(place.path) ?? 0
      if (size >= left.size) return []
      const there = new Set(pageEntries(files.read(place.path) ?? '').map(({ session, id }) => `${session} ${id}`))
      const gone = written.filter(({ root, id }) => !there.has(`${root} ${id}`))
      left = { ...left, size, root: '' }
      // Once only: what a person takes out again stays out.
      written = written.filter((addition) => !gone.includes(addition))
      waiting.push(...gone)
      write()
      written = written.filter((addition) => !gone.includes(addition))
      return gone.flatMap(({ id }) => id ?? [])
    } catch (error) {
      return unlessFault(error, [])
    }
  }

  return {
    add: (additions) => {
      waiting.push(...additions)
      return write()
    },
    retry: write,
    waiting: () => waiting.length,
    heal,
    text: () => {
      const place = confined(files, directory, name)
      try {
        return 'refused' in place ? '' : (files.read(place.path) ?? '')
      } catch (error) {
        return unlessFault(error, '')
      }
    },
    tick: (root, id) => {
      const place = confined(files, directory, name)
      if ('refused' in place) return place.refused
      let release = (): void => undefined
      try {
        release = files.lock(place.path, patience)
        const page = files.read(place.path) ?? ''
        const ticked = tick(page, root, id)
        if (ticked === null) return `${name} has no entry ${id} of this session`
        if (ticked !== page) files.replace(place.path, ticked)
        return null
      } catch (error) {
        return failureText(error)
      } finally {
        release()
      }
    },
  }
}

/** Whether a page says something already. */
function onPage(page: string): (addition: Addition) => boolean {
  if (page === '') return () => false
  const there = new Set(pageEntries(page).map(({ session, id }) => `${session} ${id}`))
  const text = page.replaceAll('\r\n', '\n')
  // After its box: a person may have ticked it.
  const entry = (line = '') => line.slice('- [ ]'.length)
  return ({ root, id, lines }) =>
    id === null ? text.includes(lines.join('\n')) : there.has(`${root} ${id}`) && text.includes(entry(lines[0]))
}

function confined(files: Files, directory: string, name: string): Confined {
  try {
    return confine(files, directory, name)
  } catch (error) {
    return { refused: failureText(error) }
  }
}
