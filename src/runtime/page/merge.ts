import type { Digest } from '../../core/fingerprint.ts'
import type { PageRow } from '../../store/store.ts'
import { leftoversOn } from './leftovers.ts'
import { groupsOf, linesIn, partsOf } from './lines.ts'
import { type SessionName, sectionHeading, sessionHeading } from './markdown.ts'
import { isOutcomeOf, outcomeName, outcomeRow, setOutcome } from './outcome-line.ts'
import { type Different, ownSection, type Stamp } from './own-section.ts'
import { type Entry, type Found, type Page, type Part, parsePage, printPage, setBox } from './page.ts'
import { ended, partsBySession, putEntry } from './put.ts'

/** How one record is to stand on a page. */
export interface Wanted {
  id: string
  session: SessionName
  section: string
  lines: readonly string[]
  checked: boolean
  /** Whether it waits for an answer. */
  isOpen: boolean
}

/** What is known of a page beside its text. */
export interface Memory {
  rows: ReadonlyMap<string, PageRow>
  /** The newest state that was left. */
  newest: number
  /** Entries that read differently and are not among those wanted now; whether they wait for an answer. */
  different: ReadonlyMap<string, boolean>
}

export interface Means {
  digest: Digest
  zone: string
  now: number
  mark: (state: number) => string
  /** Whether a session began before another; null if it is not known. */
  follows: (session: SessionName) => (root: string) => boolean | null
  /** What became of a session, as a line; empty for nothing yet, null to leave what stands there. */
  outcome: (root: string, isNew: boolean) => string | null
}

export interface Merged {
  text: string
  /** Rows that are new or have changed. */
  rows: PageRow[]
  /** Those that are to be kept before the page is written. */
  outcomes: PageRow[]
  /** Entries that had stood on the page, had gone and stand there again. */
  back: string[]
  different: ReadonlyMap<string, boolean>
  /** The state in which the page is left. */
  state: number
}

/**
 * Brings a page to what the store has, in place. What a person wrote stays. An entry that is not there was taken out by
 * a person if the page is a state that had it, which its mark tells; else it comes back.
 */
export function merge(page: Page, wanted: readonly Wanted[], memory: Memory, means: Means): Merged {
  const { digest, zone } = means
  const state = stateOf(page, means.mark)
  const next = Math.max(memory.newest + 1, state + 1, means.now)
  const parts = partsBySession(page)
  const known = new Set(parts.keys())
  const rows: PageRow[] = []
  const outcomes: PageRow[] = []
  const back: string[] = []
  const different = new Map(memory.different)
  let isNewState = state === 0 && wanted.length > 0

  const put = (one: Wanted, entry: Entry): Found => {
    const { root } = one.session
    const place = { root, session: () => sessionHeading(one.session, zone), section: sectionHeading(one.section) }
    return putEntry(page, parts, { ...place, follows: means.follows(one.session) }, entry)
  }
  const sections = new Map<string, string>()
  const sectionDigest = (title: string): string => {
    const known = sections.get(title) ?? digest(title)
    sections.set(title, known)
    return known
  }
  const fresh = (one: Wanted): Entry => ({ id: one.id, text: textOf(one, page.ending), checked: one.checked })
  const rowOf = (one: Wanted, since: number): PageRow => ({
    record: one.id,
    since,
    out: 0,
    checked: one.checked,
    wrote: wroteOf(one, digest),
  })

  const isLeftOver = leftoversOn(page)
  for (const one of wanted) {
    const row = memory.rows.get(one.id)
    const at = foundOn(page, one, means.follows)
    different.delete(one.id)
    if (at === undefined) {
      if (row !== undefined && row.out > 0) continue
      if (row !== undefined && row.since <= state && isLeftOver(one.id, one.lines[0] ?? '')) {
        different.set(one.id, one.isOpen)
        continue
      }
      isNewState = true
      if (row !== undefined && row.since <= state) rows.push({ ...row, out: next })
      else {
        put(one, fresh(one))
        rows.push(rowOf(one, row?.since ?? next))
        if (row !== undefined) back.push(one.id)
      }
      continue
    }
    const wasThere = row !== undefined && row.out === 0
    if (row !== undefined && !wasThere) isNewState = true
    const isCurrent = readsSame(at.entry.text, one)
    const isOurs = isCurrent || readsAsLeft(at.entry.text, one, row, state, digest)
    if (row !== undefined && row.out > state && isOurs) {
      takeOut(page, at)
      continue
    }
    const hasMoved = row !== undefined && isOurs && sectionOf(row) !== sectionDigest(one.section)
    const { entry } = at
    if (isOurs && !isCurrent) rewrite(entry, one, page.ending)
    // Without a row a process died, or could not go on, between the page and the store: what came since is news too.
    else if (!isOurs) addNews(entry, one, row?.wrote ?? '', page.ending, digest)
    if (row === undefined ? one.checked : row.checked !== one.checked) setBox(entry, one.checked)
    if (entry.checked !== one.checked || !(isOurs || readsSame(entry.text, one))) different.set(one.id, one.isOpen)
    if (hasMoved) {
      takeOut(page, at)
      put(one, entry)
    }
    if (!wasThere) rows.push(rowOf(one, row === undefined && state > 0 ? state : next))
    else if (!isCurrent || hasMoved || row.checked !== one.checked) rows.push(rowOf(one, row.since))
  }
  const names = new Map(wanted.map(({ session }) => [session.root, session]))
  for (const [root, part] of parts) {
    const name = names.get(root)
    if (name === undefined) continue
    part.head = withTitle(part.head, name, zone)
    const outcome = means.outcome(root, !known.has(root))
    if (outcome === null) continue
    const row = memory.rows.get(outcomeName(root))
    const stood = setOutcome(part, outcome, page.ending, isOutcomeOf(row, digest))
    const kept = outcomeRow(root, row, [stood, outcome], digest)
    if (kept !== null) outcomes.push(kept)
  }
  const left = isNewState ? next : state
  // By the rows the store knows which numbers are given; one that no entry's row names needs a row of its own.
  if (isNewState && rows.every(({ since, out }) => since < next && out < next)) rows.push(rowOfState(next))
  if (wanted.length > 0) closePage(page, different, { state: left, mark: means.mark(left) })
  return { text: printPage(page), rows, outcomes, back, different, state: left }
}

/** A page of nothing but these entries, without the mark of a state. */
export function freshPage(wanted: readonly Wanted[], { zone, outcome }: Pick<Means, 'zone' | 'outcome'>): string {
  const page = parsePage('')
  const parts = new Map<string, Part>()
  for (const one of wanted) {
    const { root } = one.session
    const place = { root, session: () => sessionHeading(one.session, zone), section: sectionHeading(one.section) }
    const entry = { id: one.id, text: textOf(one, page.ending), checked: one.checked }
    putEntry(page, parts, { ...place, follows: () => true }, entry)
  }
  for (const [root, part] of parts) setOutcome(part, outcome(root, true) ?? '', page.ending, () => false)
  return printPage(page)
}

/** A row of no entry: that the page was left in this state. */
const rowOfState = (since: number): PageRow => ({ record: '', since, out: 0, checked: false, wrote: '' })

/** The state that a page is, by its marks: of several the oldest; 0 if one is not ours or none is there. */
function stateOf({ parts }: Page, mark: Means['mark']): number {
  const stamps = parts.flatMap((part) => (part.is === 'own' ? part.stamps : []))
  if (stamps.length === 0 || stamps.some((stamp) => stamp.mark !== mark(stamp.state))) return 0
  return Math.min(...stamps.map(({ state }) => state))
}

/**
 * An entry is ours below the heading of its session, where no heading names one, and below that of another session of
 * the store, in which no id is given twice: a person may have moved it. Below one of another store it is not ours.
 */
function foundOn({ entries }: Page, { session, id }: Wanted, follows: Means['follows']): Found | undefined {
  const known = entries.get(id) ?? []
  const below = (root: string): Found | undefined => known.find(({ part }) => part.session === root)
  const isKnown = follows(session)
  return below(session.root) ?? below('') ?? known.find(({ part }) => isKnown(part.session) !== null)
}

const textOf = ({ lines }: Pick<Wanted, 'lines'>, ending: string): string => lines.map((line) => line + ending).join('')

/** Of the section first, then of each part. */
const wroteOf = ({ section, lines }: Wanted, digest: Digest): string =>
  [section, ...partsOf(lines)].map(digest).join(' ')

const sectionOf = ({ wrote }: PageRow): string => wrote.slice(0, wrote.indexOf(' '))

const readsSame = (text: string, { lines }: Wanted): boolean =>
  partsOf(linesIn(text)).join('\n') === partsOf(lines).join('\n')

/** Whether an entry reads as we left it; on a page that was cut off, as far as it goes. */
function readsAsLeft(
  text: string,
  { lines }: Wanted,
  row: PageRow | undefined,
  state: number,
  digest: Digest,
): boolean {
  if (row === undefined) return false
  const there = partsOf(linesIn(text))
  if (there.map(digest).join(' ') === row.wrote.slice(row.wrote.indexOf(' ') + 1)) return true
  return state === 0 && partsOf(lines).join('\n').startsWith(there.join('\n'))
}

function rewrite(entry: Entry, one: Wanted, ending: string): void {
  entry.text = textOf(one, ending)
  setBox(entry, entry.checked)
}

/** What somebody wrote into is left as it is; what became known since we left it comes below. */
function addNews(entry: Entry, { lines }: Wanted, wrote: string, ending: string, digest: Digest): void {
  const there = partsOf(linesIn(entry.text))
  const known = new Set(wrote.split(' '))
  const wanted = partsOf(lines)
  const news = groupsOf(lines).filter((_, at) => {
    const part = wanted[at] ?? ''
    return at > 0 && !known.has(digest(part)) && !there.includes(part)
  })
  if (news.length > 0) entry.text = ended(entry.text, ending) + textOf({ lines: news.flat() }, ending)
}

/** Takes an entry of ours out, with the heading of its section if nothing else stands below. */
function takeOut({ entries }: Page, { part, section, entry }: Found): void {
  const others = (entries.get(entry.id) ?? []).filter((found) => found.entry !== entry)
  entries.set(entry.id, others)
  section.items.splice(section.items.indexOf(entry), 1)
  const isEmpty = section.items.every(({ text }) => text.trim() === '')
  if (!isEmpty || section.title === '') return
  part.sections.splice(part.sections.indexOf(section), 1)
  const before = part.sections.at(-1)
  const blank = section.items.map(({ text }) => text).join('')
  if (blank !== '') before?.items.push({ id: null, text: blank })
}

/** The title of a session may become known later. */
function withTitle(head: string, name: SessionName, zone: string): string {
  const hasTitle = head.split(' — ').length > 2
  if (name.title === '' || hasTitle) return head
  const untitled = sessionHeading({ ...name, title: '' }, zone)
  return head.trim() === untitled ? head.replace(untitled, () => sessionHeading(name, zone)) : head
}

function closePage(page: Page, different: ReadonlyMap<string, boolean>, stamp: Stamp): void {
  const ids = (isOpen: boolean): string[] => [...different].flatMap(([id, open]) => (open === isOpen ? id : []))
  const told: Different = { open: ids(true), closed: ids(false) }
  const own = ownSection(told, stamp, page.ending)
  const last = page.parts.findLastIndex(({ is }) => is === 'own')
  const known = page.parts[last]
  if (known === undefined) {
    const text = printPage(page)
    if (text !== '' && !text.endsWith('\n')) own.text = page.ending + own.text
    page.parts.push(own)
  } else page.parts[last] = own
  page.parts = page.parts.filter((part) => part.is === 'part' || part === own)
}
