import type { RecordEntry } from '../core/event.ts'
import type { PolicySet, RecordKind } from '../core/policy.ts'
import type { Change } from '../core/state.ts'
import { confine } from './confine.ts'
import { failureText } from './failure-text.ts'
import type { Files } from './ports.ts'
import { editedByHand } from './record-edits.ts'
import { type Addition, createRecordFile, type RecordFile } from './record-file.ts'
import { entryLines, supplementLines } from './record-markdown.ts'

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
  /** Shows what a decision did to the records; a string says why it is not yet on disk. */
  show: (tree: Shown, changes: readonly Change[]) => string | null
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
  /** Paths of the pages of a set, relative to the project. */
  pages: (set: PolicySet) => string[]
}

export function createRecordView(files: Files, directory: string, warn: (message: string) => void): RecordView {
  const pages = new Map<string, RecordFile>()
  const accepted = new Map<string, string>()
  let problem: string | null = null

  function pageName(wanted: string): string {
    const known = accepted.get(wanted)
    if (known !== undefined) return known
    // What stands in the way of the usual page itself is told with each entry that waits for it.
    const reason = wanted === fallbackPage ? null : refusal(files, directory, wanted)
    if (reason !== null) warn(`${reason}. ${fallbackPage} is used instead`)
    const name = reason === null ? wanted : fallbackPage
    accepted.set(wanted, name)
    return name
  }

  function page(name: string): RecordFile {
    const known = pages.get(name) ?? createRecordFile(files, directory, name)
    pages.set(name, known)
    return known
  }

  function show(tree: Shown, changes: readonly Change[]): string | null {
    const byPage = new Map<string, Addition[]>()
    for (const change of changes.filter(isOnPage)) {
      const made = addition(tree, change)
      if (made === null) continue
      const name = pageName(made.kind.file)
      byPage.set(name, [...(byPage.get(name) ?? []), made.addition])
    }
    const failures = [...byPage].flatMap(([name, additions]) => page(name).add(additions) ?? [])
    if (byPage.size > 0) problem = failures[0] ?? null
    return failures[0] ?? null
  }

  const waiting = (): number => [...pages.values()].reduce((sum, one) => sum + one.waiting(), 0)

  return {
    show,
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
      return problem === null
    },
    waiting,
    problem: () => problem,
    pages: (set) => pagesOf(set).map(pageName),
  }
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
