import type { RecordEntry } from '../core/event.ts'
import type { PolicySet, RecordKind } from '../core/policy.ts'
import type { Change } from '../core/state.ts'
import { confine } from './confine.ts'
import { failureText } from './failure-text.ts'
import type { Files, Ports } from './ports.ts'
import { editedByHand } from './record-edits.ts'
import { type Addition, createRecordFile, type RecordFile } from './record-file.ts'
import { entryLines, supplementLines } from './record-markdown.ts'
import { pageEntries } from './record-page.ts'

/** The page that is used if a policy names one that may not be written. */
const fallbackPage = 'blockers.md'

/** What the view knows of the tree whose records it shows. */
export interface Shown {
  root: string
  set: PolicySet
  records: readonly RecordEntry[]
  now: number
}

export interface Edited {
  page: string
  ids: string[]
}

export interface RecordView {
  /** What the pages are to say of changes to records, each as a text that waits in the store until it is delivered. */
  words: (tree: Shown, changes: readonly Change[]) => string[]
  /** Writes what waits in the store onto the pages; a string says why some of it is not yet there. */
  deliver: () => string | null
  /** Brings back once what vanished from the pages, such as by the host's undo; the ids. */
  heal: (tree: Shown) => string[]
  /** Ticks the box of an entry; a string says why not. */
  tick: (tree: Shown, record: RecordEntry) => string | null
  /** The pages with open records into which a person wrote; nobody reads that as answers. */
  edited: (tree: Shown) => Edited[]
  /** Tries what waits; true if nothing is left. */
  retry: () => boolean
  waiting: () => number
  problem: () => string | null
  /** The highest number that the pages give to an id with this letter; 0 for none. */
  taken: (tree: Shown, letter: string) => number
  /** Paths of the pages of a set, relative to the project. */
  pages: (set: PolicySet) => string[]
}

/** How long what another process has to write is left to it, in milliseconds. */
const patience = 5000

/** A word for a page, as it waits in the store. */
interface Word {
  /** The page that the policy names. */
  page: string
  /** Who is about to write it. */
  process: string
  addition: Addition
}

export function createRecordView(
  ports: Pick<Ports, 'files' | 'host' | 'store' | 'clock' | 'process'>,
  directory: string,
): RecordView {
  const { files, host, store, clock, process } = ports
  const pages = new Map<string, RecordFile>()
  const accepted = new Map<string, string>()
  /** What a page has been given and the store does not know as delivered, by number: the page. */
  const given = new Map<number, string>()
  /** What the pages had when this process first looked: a store that is new beside them knows nothing of it. */
  const taken = new Map<string, number>()
  /** What is left to other processes. */
  let left = 0
  let problem: string | null = null

  function pageName(wanted: string): string {
    const known = accepted.get(wanted)
    if (known !== undefined) return known
    // What stands in the way of the usual page itself is told with each entry that waits for it.
    const reason = wanted === fallbackPage ? null : refusal(files, directory, wanted)
    if (reason !== null) host.notify(null, `${reason}. ${fallbackPage} is used instead`, 'warning')
    const name = reason === null ? wanted : fallbackPage
    accepted.set(wanted, name)
    return name
  }

  function page(name: string): RecordFile {
    const known = pages.get(name) ?? createRecordFile(files, directory, name)
    pages.set(name, known)
    return known
  }

  const words: RecordView['words'] = (tree, changes) =>
    changes.filter(isOnPage).flatMap((change) => {
      const made = addition(tree, change)
      if (made === null) return []
      const word: Word = { page: made.kind.file, process, addition: made.addition }
      return [JSON.stringify(word)]
    })

  function deliver(): string | null {
    const project = store.project()
    const found = project.ok ? project.value.outbox() : project
    if (!project.ok || !found.ok) return problem
    const news = found.value.flatMap(({ id, at, body }) => {
      const word = given.has(id) ? null : wordIn(body)
      return word === null ? [] : [{ id, at, word }]
    })
    const mine = news.filter(({ at, word }) => word.process === process || clock.now() - at >= patience)
    left = news.length - mine.length
    const byPage = new Map<string, Addition[]>()
    for (const { id, word } of mine) {
      const name = pageName(word.page)
      given.set(id, name)
      byPage.set(name, [...(byPage.get(name) ?? []), word.addition])
    }
    const failures = [...byPage].flatMap(([name, additions]) => page(name).add(additions) ?? [])
    if (byPage.size > 0) problem = failures[0] ?? null
    const done = [...given].filter(([, name]) => page(name).waiting() === 0).map(([id]) => id)
    // What is not marked is not given again here, and another process sees that it stands on the page.
    if (done.length > 0 && project.value.delivered(done).ok) for (const id of done) given.delete(id)
    return problem
  }

  function highestOf(tree: Shown, letter: string): number {
    const entries = pagesOf(tree.set).flatMap((name) => pageEntries(page(pageName(name)).text()))
    const own = entries.filter(({ id }) => id.startsWith(letter))
    return Math.max(0, ...own.map(({ id }) => Number(id.slice(1))))
  }

  const waiting = (): number => [...pages.values()].reduce((sum, one) => sum + one.waiting(), left)

  return {
    words,
    deliver,
    heal: (tree) => pagesOf(tree.set).flatMap((name) => pages.get(accepted.get(name) ?? name)?.heal() ?? []),
    tick: (tree, record) => {
      const kind = kindOf(tree.set, record.kind)
      return kind === null
        ? `no policy has records of kind ${record.kind}`
        : page(pageName(kind.file)).tick(tree.root, record.id)
    },
    edited: (tree) =>
      [...new Set(pagesOf(tree.set).map(pageName))].flatMap((name) => {
        const open = tree.records.filter(({ status }) => status === 'open')
        const ids = editedByHand(page(name).text(), tree.root, open, (record) => isChecked(tree.set, record))
        return ids.length === 0 ? [] : [{ page: name, ids }]
      }),
    retry: () => {
      const failures = [...pages.values()].flatMap((one) => one.retry() ?? [])
      problem = failures[0] ?? null
      return deliver() === null
    },
    waiting,
    taken: (tree, letter) => {
      const known = taken.get(letter) ?? highestOf(tree, letter)
      taken.set(letter, known)
      return known
    },
    problem: () => problem,
    pages: (set) => pagesOf(set).map(pageName),
  }
}

/** Null for what another version wants to have said; that version says it. */
function wordIn(body: string): Word | null {
  const word: unknown = JSON.parse(body)
  return isWord(word) ? word : null
}

function isWord(value: unknown): value is Word {
  if (typeof value !== 'object' || value === null) return false
  return ['page', 'process', 'addition'].every((key) => key in value)
}

type RecordChange = Extract<Change, { change: `record.${string}` }>

/** Which changes of records a page shows; an answer ticks the box of its entry by another way. */
const onPage = {
  'record.added': true,
  'record.counted': true,
  'record.closed': false,
  'record.dropped': false,
} as const satisfies Record<RecordChange['change'], boolean>

type Kinds = typeof onPage
type PageChange = Extract<
  Change,
  { change: { [Kind in keyof Kinds]: Kinds[Kind] extends true ? Kind : never }[keyof Kinds] }
>

const isOfRecord = (kind: Change['change']): kind is keyof Kinds => Object.hasOwn(onPage, kind)

/** Whether a page has something to show of a change. */
export const isOnPage = (change: Change): change is PageChange => isOfRecord(change.change) && onPage[change.change]

function addition(tree: Shown, change: PageChange): { kind: RecordKind; addition: Addition } | null {
  if (change.change === 'record.added') {
    const { record } = change
    const kind = kindOf(tree.set, record.kind)
    if (kind === null) return null
    const section = kind.sections.find(({ id }) => id === record.section)
    const lines = entryLines(record, isChecked(tree.set, record))
    return { kind, addition: { ...place(tree, record.id), section: section?.title ?? record.section, lines } }
  }
  const record = tree.records.find(({ id }) => id === change.id)
  const kind = record === undefined ? null : kindOf(tree.set, record.kind)
  if (record === undefined || kind === null) return null
  const { bare: _, ...details } = change.fill
  const lines = supplementLines(record.id, details)
  if (lines.length === 0) return null
  const title = kind.sections.find(({ id }) => id === record.section)?.title ?? record.section
  return { kind, addition: { ...place(tree, null), section: title, lines } }
}

/** Whether the box of an entry is ticked from the start. */
const isChecked = (set: PolicySet, record: RecordEntry): boolean =>
  kindOf(set, record.kind)?.sections.find(({ id }) => id === record.section)?.checked ?? false

const place = ({ root, now }: Shown, id: string | null): Pick<Addition, 'root' | 'at' | 'id'> => ({ root, at: now, id })

export function kindOf(set: PolicySet, name: string): RecordKind | null {
  return set.policies.map(({ records }) => records[name]).find((kind) => kind !== undefined) ?? null
}

const pagesOf = (set: PolicySet): string[] => [
  ...new Set(set.policies.flatMap(({ records }) => Object.values(records).map(({ file }) => file))),
]

function refusal(files: Files, directory: string, name: string): string | null {
  try {
    const place = confine(files, directory, name)
    return 'refused' in place ? place.refused : null
  } catch (error) {
    return failureText(error)
  }
}
