import type { PolicySet } from '../../core/policy.ts'
import type { RecordRow } from '../../store/store.ts'
import { confine } from '../files/confine.ts'
import { failureText } from '../text/failure-text.ts'
import type { Files, NightStore, Ports } from '../ports.ts'
import { createEntries, type OnPage } from './entries.ts'
import { filesOf, type Trees } from './kinds.ts'
import type { Means, Wanted } from './merge.ts'
import { createPageFile, type PageFile } from './page-file.ts'

/** The page that is used if a policy names one that may not be written. */
const fallbackPage = 'blockers.md'

/** Nobody writes so many entries: a page that names more was brought by somebody else, and numbers go on below. */
const largestTaken = 1_000_000

/** Entries of a page that read differently than we wrote them. Nobody reads that as answers. */
export interface Edited {
  page: string
  /** Those that wait for an answer. */
  open: string[]
  closed: string[]
}

/** Pages of records: a view of what the store has. */
export interface RecordView {
  /** The store has taken these entries. */
  news: (rows: readonly RecordRow[]) => void
  /** Others may have changed the store or the pages: all is to be looked at. */
  doubt: () => void
  /** Brings the pages to what the store has; a string says why one is not there yet. `isLast`: nobody tries again. */
  deliver: (isLast?: boolean) => string | null
  /** What read differently of these entries when the pages were last looked at. */
  edited: (ids: readonly string[]) => Edited[]
  /** Whether a page is not yet as it should be. */
  isBehind: () => boolean
  problem: () => string | null
  /** The highest number that the pages of a set give to an id with this letter; 0 for none. */
  taken: (set: PolicySet, letter: string) => number
  /** Paths of the pages of a set, relative to the project. */
  pages: (set: PolicySet) => string[]
}

export function createRecordView(
  ports: Pick<Ports, 'files' | 'clock' | 'digest'> & {
    host: Pick<Ports['host'], 'notify'>
    store: Pick<Ports['store'], 'project' | 'version'>
  },
  directory: string,
  trees: Trees,
): RecordView {
  const { files, host, store, clock, digest } = ports
  const entries = createEntries(clock.zone, trees, digest)
  const pages = new Map<string, PageFile>()
  const accepted = new Map<string, string>()
  /** What the pages had when this process first looked: a store that is new beside them knows nothing of it. */
  const taken = new Map<string, number>()
  /** What is to come onto the pages; null: look at all that the store has. */
  let news: Map<string, RecordRow> | null = null
  let problem: string | null = null
  /** What the pages say of sessions: all is looked at where one of this process has ended or goes on. */
  const outcomes = new Map<string, string>()

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

  function page(name: string): PageFile {
    const means = (project: NightStore): Omit<Means, 'mark'> => {
      const outcome = (root: string, isNew: boolean): string | null => {
        const line = entries.outcome(project, root, isNew)
        if (line !== null) outcomes.set(root, line)
        return line
      }
      return { digest, zone: clock.zone, now: clock.now(), follows: entries.follows, outcome }
    }
    const known = pages.get(name) ?? createPageFile(files, directory, name, means)
    pages.set(name, known)
    return known
  }

  function deliver(isLast = false): string | null {
    const project = store.project()
    if (!project.ok) return problem
    for (const [root, line] of outcomes) {
      const now = entries.outcome(project.value, root, false) ?? line
      if (now === line) continue
      // A session may stand on no page any more, and then nobody tells of it again.
      outcomes.set(root, now)
      news = null
    }
    const isAll = news === null
    const version = store.version()
    const found = isAll ? entries.all(project.value) : { ok: true as const, value: newOnes(project.value) }
    if (!found.ok) return stands(found.problem.message)
    const byPage = new Map<string, Wanted[]>([...pages.keys()].map((name) => [name, []]))
    for (const { file, wanted } of found.value) {
      const name = pageName(file)
      const known = byPage.get(name)
      if (known === undefined) byPage.set(name, [wanted])
      else known.push(wanted)
    }
    const failures: string[] = []
    const back: string[] = []
    for (const [name, wanted] of byPage) {
      // Whoever writes the page is waited for, and may have brought there what was not in the store before.
      const isCurrent = () => isAll && version !== null && version === store.version()
      const all = () => (isCurrent() ? { ok: true as const, value: wanted } : allOf(project.value, name))
      const done = page(name).bring(project.value, all, isAll ? null : wanted, isLast)
      if (done.failure !== null) failures.push(done.failure)
      back.push(...done.back)
    }
    if (back.length > 0) host.notify(null, `Entries had vanished and were added again: ${listed(back)}`, 'warning')
    return stands(failures[0] ?? null)
  }

  /** Why the pages are behind, told once; null where they are as they should be. */
  function stands(failure: string | null): string | null {
    if (failure !== null && failure !== problem) host.notify(null, `${failure}. ${isTriedAgain}`, 'warning')
    problem = failure
    news = failure === null ? new Map() : null
    return failure
  }

  const newOnes = (project: NightStore): OnPage[] =>
    [...(news ?? []).values()].flatMap((row) => entries.one(project, row) ?? [])

  function allOf(project: NightStore, name: string) {
    const all = entries.all(project)
    if (!all.ok) return all
    const value = all.value.flatMap(({ file, wanted }) => (pageName(file) === name ? [wanted] : []))
    return { ok: true as const, value }
  }

  function highestOf(set: PolicySet, letter: string): number {
    const ids = filesOf(set).flatMap((file) => page(pageName(file)).ids())
    const numbers = ids.flatMap((id) => (id.startsWith(letter) ? Number(id.slice(1)) : []))
    return numbers.reduce((highest, each) => (each <= largestTaken ? Math.max(highest, each) : highest), 0)
  }

  return {
    news: (rows) => {
      for (const row of rows) news?.set(`${row.prefix}${row.number}`, row)
    },
    doubt: () => {
      news = null
    },
    deliver,
    edited: (ids) => {
      const mine = new Set(ids)
      return [...pages].flatMap(([name, one]) => {
        const found = [...one.different()].filter(([id]) => mine.has(id))
        const those = (isOpen: boolean) => found.flatMap(([id, open]) => (open === isOpen ? id : []))
        return found.length === 0 ? [] : [{ page: name, open: those(true), closed: those(false) }]
      })
    },
    isBehind: () => problem !== null,
    taken: (set, letter) => {
      const known = taken.get(letter) ?? highestOf(set, letter)
      taken.set(letter, known)
      return known
    },
    problem: () => problem,
    pages: (set) => filesOf(set).map(pageName),
  }
}

/** An entry is lost to nobody: the store has it. */
const isTriedAgain = 'What belongs there is kept, and it is tried again'

const mostListed = 20

const listed = (ids: readonly string[]): string =>
  ids.length <= mostListed
    ? ids.join(', ')
    : `${ids.slice(0, mostListed).join(', ')} and ${ids.length - mostListed} more`

function refusal(files: Files, directory: string, name: string): string | null {
  try {
    const place = confine(files, directory, name)
    return 'refused' in place ? place.refused : null
  } catch (error) {
    return failureText(error)
  }
}
