import { plainLine } from './lines.ts'
import { type Own, ownBegin, ownLines } from './own-section.ts'

/** An entry with all lines up to the next one or the next heading, so also what a person wrote below it. */
export interface Entry {
  id: string
  text: string
  checked: boolean
}

/** Text that is no entry of ours. */
export interface Loose {
  id: null
  text: string
}

export interface Section {
  /** The heading without the end of its line; empty before the first. */
  title: string
  head: string
  items: (Entry | Loose)[]
}

export interface Part {
  is: 'part'
  /** The session that entries here belong to; empty before the first. */
  session: string
  /** Its heading names the session; else it is a person's heading. */
  isOwn: boolean
  head: string
  sections: Section[]
}

/** A page of records that people may have edited; put together again it is the same text, byte for byte. */
export interface Page {
  parts: (Part | Own)[]
  /** How its lines end. */
  ending: string
  /** By id: the first entry below the headings of each session. */
  entries: Map<string, Found[]>
}

/** An entry with its place. */
export interface Found {
  part: Part
  section: Section
  entry: Entry
}

export const newPart = (session: string, isOwn: boolean, head: string): Part => ({
  is: 'part',
  session,
  isOwn,
  head,
  sections: [{ title: '', head: '', items: [] }],
})

/** Other bullets, escaped brackets, a BOM; the id stands at the end, and no id of ours has more digits. */
const entryLine = /^\uFEFF?[-*+] \\?\[([ xX])\\?\] .*(?<!\\)\(([a-z]\d{1,9})\)\s*$/
const boxLine = /^\uFEFF?[-*+] \\?\[([ xX])\\?\] /
const idMark = /(?<!\\)\(([a-z]\d{1,9})\)/g
const sessionLine = /^\uFEFF?## Session: (.+?) — /

/** How all lines of a structure begin; most lines are none, and need not be looked at more closely. */
const maybeStructure = /^\s*[#*+<`~-]/

/** The first lines of entries as we write them, plain, by id. */
export type Titles = ReadonlyMap<string, string>

/**
 * Only lines that begin at the margin are structure; everything of an entry's content is indented. An entry of which
 * the title is known is one also where a person wrote on behind it.
 */
export function parsePage(text: string, titles: Titles = new Map()): Page {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const parts: (Part | Own)[] = []
  let part = newPart('', false, '')
  let section = part.sections[0] ?? never()
  let entry: Entry | null = null
  /** Blank lines that may yet turn out to stand within an entry. */
  let blanks = ''
  parts.push(part)

  const loose = (more: string): void => {
    const last = section.items.at(-1)
    if (more === '') return
    if (last?.id === null) last.text += more
    else section.items.push({ id: null, text: more })
  }
  const takeText = (line: string): void => {
    if (entry === null) loose(line)
    else if (line.trim() === '') blanks += line
    else {
      entry.text += blanks + line
      blanks = ''
    }
  }
  const endEntry = (): void => {
    loose(blanks)
    entry = null
    blanks = ''
  }
  const begin = (next: Part): void => {
    endEntry()
    part = next
    section = part.sections[0] ?? never()
    parts.push(part)
  }

  const fenceEnd = fences(lines)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (!maybeStructure.test(line)) {
      takeText(line)
      continue
    }
    const end = fenceEnd(at)
    const session = sessionLine.exec(line)?.[1]?.replace(/\\(.)/g, '$1')
    const box = entryLine.exec(line) ?? writtenOn(line, titles)
    if (end !== null) {
      // What a person put into a fence is theirs, also where it was ours.
      const fenced = lines.slice(at, end + 1).join('')
      if (entry !== null) {
        entry.text += blanks + fenced
        blanks = ''
      } else loose(fenced)
      at = end
    } else if (session !== undefined) begin(newPart(session, true, line))
    else if (ownBegin(line)) {
      const own = ownLines(lines, at)
      const before = part.session
      endEntry()
      parts.push({ is: 'own', text: takeBlank(section) + own.text, stamps: own.stamps })
      part = newPart(before, false, '')
      section = part.sections[0] ?? never()
      parts.push(part)
      loose(own.rest)
      at = own.last
    } else if (/^\uFEFF?#{1,2}(\s|$)/.test(line)) begin(newPart(part.session, false, line))
    else if (/^###(\s|$)/.test(line)) {
      endEntry()
      section = { title: line.trim(), head: line, items: [] }
      part.sections.push(section)
    } else if (box?.[2] !== undefined) {
      endEntry()
      entry = { id: box[2], text: line, checked: box[1] !== ' ' }
      section.items.push(entry)
    } else if (/^(#|[-*+] \\?\[)/.test(line)) {
      endEntry()
      loose(line)
    } else takeText(line)
  }
  endEntry()
  const page: Page = { parts, ending: text.includes('\r\n') ? '\r\n' : '\n', entries: new Map() }
  for (const found of entriesOf(parts)) addFound(page, found)
  return page
}

/** The box and the id of an entry of ours behind whose first line somebody wrote on; as `entryLine` finds them. */
function writtenOn(line: string, titles: Titles): readonly string[] | null {
  const box = boxLine.exec(line)?.[1]
  if (box === undefined) return null
  const plain = plainLine(line)
  for (const [, id = ''] of line.matchAll(idMark)) {
    const title = titles.get(id)
    if (title !== undefined && plain.startsWith(title)) return [line, box, id]
  }
  return null
}

export function addFound({ entries }: Page, found: Found): void {
  const known = entries.get(found.entry.id)
  if (known === undefined) entries.set(found.entry.id, [found])
  else if (known.every(({ part }) => part.session !== found.part.session)) known.push(found)
}

export function printPage({ parts }: Page): string {
  let text = ''
  for (const part of parts) text += printPart(part)
  return text
}

export function printPart(part: Part | Own): string {
  if (part.is === 'own') return part.text
  let text = part.head
  for (const { head, items } of part.sections) {
    text += head
    for (const item of items) text += item.text
  }
  return text
}

/** The entries of a page in order. */
export function entriesOf(parts: Page['parts']): Found[] {
  return parts.flatMap((part) =>
    part.is === 'own'
      ? []
      : part.sections.flatMap((section) =>
          section.items.flatMap((entry) => (entry.id === null ? [] : { part, section, entry })),
        ),
  )
}

/** Sets the box of an entry and nothing else. */
export function setBox(entry: Entry, checked: boolean): void {
  entry.text = entry.text.replace(/^(\uFEFF?[-*+] \\?\[)[ xX]/, checked ? '$1x' : '$1 ')
  entry.checked = checked
}

/** For the first line of a fence at the margin the number of its last one. What is never closed is no fence. */
function fences(lines: readonly string[]): (at: number) => number | null {
  const open = new Map<string, number>()
  return (at) => {
    const fence = /^(`{3,}|~{3,})/.exec(lines[at] ?? '')?.[1]
    if (fence === undefined) return null
    const kind = fence.charAt(0)
    // Looked for in vain once, a longer one need not be looked for again.
    if (fence.length >= (open.get(kind) ?? Number.POSITIVE_INFINITY)) return null
    for (let end = at + 1; end < lines.length; end++) if (lines[end]?.startsWith(fence) === true) return end
    open.set(kind, fence.length)
    return null
  }
}

/** One blank line before our section is ours. */
function takeBlank({ items }: Section): string {
  const last = items.at(-1)
  const blank = last?.id === null ? (/(?:^|\n)(\r?\n)$/.exec(last.text)?.[1] ?? '') : ''
  if (last !== undefined) last.text = last.text.slice(0, last.text.length - blank.length)
  return blank
}

function never(): never {
  throw new Error('A part of a page has no section')
}
