import type { PageRow, Result } from '../../store/store.ts'
import { type Confined, confine } from '../files/confine.ts'
import { failureText, unlessFault } from '../text/failure-text.ts'
import { FileFailure, type Files, type NightStore } from '../ports.ts'
import { plainLine } from './lines.ts'
import { sectionHeading, sessionHeading } from './markdown.ts'
import { type Means, merge, type Wanted } from './merge.ts'
import { outcomeBegin } from './outcome-line.ts'
import { hasStamp, ownBeginnings } from './own-section.ts'
import { entriesOf, type Page, parsePage } from './page.ts'

export interface Brought {
  /** Why the page is not as it should be; null if it is. */
  failure: string | null
  /** Entries that had gone and stand there again. */
  back: string[]
}

export interface PageFile {
  /**
   * Brings the page to what the store has: all of it, or, while it is as we left it, what is new. Reads once, and writes
   * once if something is to change. `isLast`: this process leaves, so that another one that writes the page is waited for.
   */
  bring: (
    project: NightStore,
    all: () => Result<readonly Wanted[]>,
    news: readonly Wanted[] | null,
    isLast: boolean,
  ) => Brought
  /** Entries that read differently than we wrote them, as last seen; whether they wait for an answer. */
  different: () => ReadonlyMap<string, boolean>
  /** The ids that stand on the page, of whatever session. */
  ids: () => string[]
}

/** How long another process may write the page, in milliseconds. */
const patience = 2000
const lastPatience = 5000
/** How often a page that others write meanwhile is read again. */
const mostTries = 5

/** How we left the page, so that somebody else's change is seen. */
interface Left {
  text: string
  page: Page
  rows: Map<string, PageRow>
  /** The newest state that the store knew then. */
  newest: number
}

/** A Markdown page that this and other processes keep up to date, and that people edit meanwhile. */
export function createPageFile(
  files: Files,
  directory: string,
  name: string,
  means: (project: NightStore) => Omit<Means, 'mark'>,
): PageFile {
  let left: Left | null = null
  let wait = patience
  let different: ReadonlyMap<string, boolean> = new Map()
  const nothing: Brought = { failure: null, back: [] }

  const bring: PageFile['bring'] = (project, all, news, isLast) => {
    const place = confined(files, directory, name)
    if ('refused' in place) return { failure: place.refused, back: [] }
    let release = (): void => undefined
    try {
      if (news?.length === 0 && left !== null && left.text === (files.read(place.path) ?? '')) return nothing
      release = files.lock(place.path, isLast ? lastPatience : wait)
      wait = patience
      for (let tries = 0; tries < mostTries; tries++) {
        const done = attempt(project, place.path, all, news)
        if (done !== null) return done
      }
      return { failure: `Cannot write ${name}: others write it without a pause, or it is not UTF-8`, back: [] }
    } catch (error) {
      left = null
      const reason = failureText(error)
      const isTaken = error instanceof FileFailure && error.code === 'LOCKED'
      // The host stands still while we wait: not again with each event.
      if (isTaken) wait = 0
      return { failure: isTaken ? reason : `Cannot write ${name}: ${reason}`, back: [] }
    } finally {
      release()
    }
  }

  /** Null if somebody wrote the page between our look and our write. */
  function attempt(
    project: NightStore,
    path: string,
    all: () => Result<readonly Wanted[]>,
    news: readonly Wanted[] | null,
  ): Brought | null {
    const was = files.read(path)
    const known = news !== null && left !== null && left.text === (was ?? '') ? left : null
    const newest = project.pageState(name)
    if (!newest.ok) return failed(newest)
    const isLeft = known !== null && known.newest === newest.value
    const wanted = isLeft && news !== null ? { ok: true as const, value: news } : all()
    if (!wanted.ok) return failed(wanted)
    const rows = isLeft ? { ok: true as const, value: known.rows } : rowsOf(project)
    if (!rows.ok) return failed(rows)
    const titles = new Map(wanted.value.map(({ id, lines }) => [id, plainLine(lines[0] ?? '')]))
    const page = isLeft ? known.page : parsePage(untorn(was ?? '', wanted.value, means(project).zone), titles)
    // Until it is written, what is in memory is not what stands there.
    left = null
    const memory = {
      rows: rows.value,
      newest: newest.value,
      different: isLeft ? different : new Map<string, boolean>(),
    }
    const merged = merge(page, wanted.value, memory, {
      ...means(project),
      mark: (state) => project.pageStamp(name, state),
    })
    // One that nobody knows for ours would be taken for a person's.
    const noted = merged.outcomes.length === 0 ? null : project.keepPage(name, merged.outcomes)
    if (noted?.ok === false) return failed(noted)
    if (merged.text !== (was ?? '') && !files.exchange(path, was, merged.text)) return null
    different = merged.different
    const kept = merged.rows.length === 0 ? null : project.keepPage(name, merged.rows)
    if (kept?.ok === false) return { ...failed(kept), back: merged.back }
    for (const row of [...merged.outcomes, ...merged.rows]) rows.value.set(row.record, row)
    const states = merged.rows.map(({ since, out }) => Math.max(since, out))
    left = { text: merged.text, page, rows: rows.value, newest: Math.max(newest.value, ...states) }
    return { failure: null, back: merged.back }
  }

  function rowsOf(project: NightStore): Result<Map<string, PageRow>> {
    const found = project.page(name)
    if (!found.ok) return found
    // A row that is not sealed takes nothing out.
    const sealed = found.value.flatMap(({ sealed: isSealed, ...row }) => (isSealed ? [row] : []))
    return { ok: true, value: new Map(sealed.map((row) => [row.record, row])) }
  }

  return {
    bring,
    different: () => different,
    ids: () => {
      const place = confined(files, directory, name)
      try {
        const text = 'refused' in place ? '' : (files.read(place.path) ?? '')
        return entriesOf(parsePage(text).parts).map(({ entry }) => entry.id)
      } catch (error) {
        return unlessFault(error, [])
      }
    },
  }
}

const failed = ({ problem }: Extract<Result<never>, { ok: false }>): Brought => ({ failure: problem.message, back: [] })

/** A page that was cut off without what is left of a character, and without the torn beginning of a line of ours. */
function untorn(text: string, wanted: readonly Wanted[], zone: string): string {
  if (text === '' || text.endsWith('\n') || hasStamp(text)) return text
  const whole = text.replace(/\uFFFD$/, '')
  const begin = whole.lastIndexOf('\n') + 1
  const torn = whole.slice(begin)
  const beginnings = wanted.flatMap(({ lines, section, session }) => [
    lines[0] ?? '',
    sectionHeading(section),
    sessionHeading(session, zone),
  ])
  const isOurs =
    torn.trim() === '' || [...ownBeginnings, outcomeBegin, ...beginnings].some((line) => line.startsWith(torn))
  return isOurs ? whole.slice(0, begin) : whole
}

function confined(files: Files, directory: string, name: string): Confined {
  try {
    return confine(files, directory, name)
  } catch (error) {
    return { refused: failureText(error) }
  }
}
