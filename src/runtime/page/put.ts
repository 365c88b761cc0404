import type { Own } from './own-section.ts'
import { addFound, type Entry, type Found, newPart, type Page, type Part, printPart, type Section } from './page.ts'

/** Where an entry belongs, by its headings. */
export interface Place {
  root: string
  /** The heading of the session. */
  session: () => string
  /** The heading of the section. */
  section: string
  /** Whether another session began before this one; null for one that is not known. */
  follows: (root: string) => boolean | null
}

/** Puts an entry behind the last one of its section; headings that are not there come with it. */
export function putEntry(page: Page, parts: Map<string, Part>, place: Place, entry: Entry): Found {
  const known = parts.get(place.root)
  const part = known ?? putPart(page, place)
  parts.set(place.root, part)
  const section =
    part.sections.findLast(({ title }) => title === place.section) ?? putSection(page, part, place.section)
  const last = section.items.findLastIndex(({ id }) => id !== null)
  const before = section.items[last]
  if (before === undefined) section.head = ended(section.head, page.ending)
  else before.text = ended(before.text, page.ending)
  section.items.splice(last + 1, 0, entry)
  const found = { part, section, entry }
  addFound(page, found)
  return found
}

/** The parts with a session's own heading, the last of each. */
export const partsBySession = (page: Page): Map<string, Part> =>
  new Map(page.parts.flatMap((part) => (part.is === 'part' && part.isOwn ? [[part.session, part]] : [])))

function putPart(page: Page, { root, session, follows }: Place): Part {
  const { parts, ending } = page
  const at = placeOf(parts, follows)
  const part = newPart(root, true, `${leadBehind(parts, at - 1, ending)}${session()}${ending}`)
  parts.splice(at, 0, part)
  return part
}

/**
 * Behind the last session that began earlier, with all entries that stand below a person's headings in it, else before
 * the first that began later, else at the end.
 */
function placeOf(parts: readonly (Part | Own)[], follows: Place['follows']): number {
  let later: number | null = null
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]
    if (part?.is !== 'part' || !(part.isOwn || hasEntries(part))) continue
    const order = follows(part.session)
    if (order === true) return at + 1
    if (order === false) later = at
  }
  const own = parts.findIndex(({ is }) => is === 'own')
  return later ?? (own < 0 ? parts.length : own)
}

const hasEntries = ({ sections }: Part): boolean => sections.some(({ items }) => items.some(({ id }) => id !== null))

function putSection(page: Page, part: Part, title: string): Section {
  const at = page.parts.lastIndexOf(part)
  const lead = leadBehind(page.parts, at, page.ending)
  const section: Section = { title, head: `${lead}${title}${page.ending}`, items: [] }
  part.sections.push(section)
  const next = page.parts[at + 1]
  if (next?.is === 'part' && printPart(next) !== '') section.items.push({ id: null, text: page.ending })
  return section
}

/** What has to stand before a heading behind a part so that a blank line is above it. */
function leadBehind(parts: readonly (Part | Own)[], last: number, ending: string): string {
  for (let at = last; at >= 0; at--) {
    const part = parts[at]
    const text = part === undefined ? '' : printPart(part)
    if (text === '' || text === '\uFEFF') continue
    if (part !== undefined && !text.endsWith('\n')) endLine(part, ending)
    return endsBlank(text) ? '' : ending
  }
  return ''
}

/** Ends the last line of a part that has text. */
function endLine(part: Part | Own, ending: string): void {
  if (part.is === 'own') {
    part.text += ending
    return
  }
  const section = part.sections.findLast(({ head, items }) => head !== '' || items.some(({ text }) => text !== ''))
  const item = section?.items.findLast(({ text }) => text !== '')
  if (item !== undefined) item.text += ending
  else if (section !== undefined) section.head += ending
  else part.head += ending
}

const endsBlank = (text: string): boolean => /(?:^|\n)\r?\n$/.test(text)

/** A text whose last line is ended. */
export const ended = (text: string, ending: string): string =>
  text === '' || text === '\uFEFF' || text.endsWith('\n') ? text : text + ending
