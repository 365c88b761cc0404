import type { Digest } from '../../core/fingerprint.ts'
import { isWaiting } from '../../core/records/kind.ts'
import type { Run } from '../../core/state.ts'
import type { RecordRow, Result } from '../../store/store.ts'
import type { NightStore } from '../ports.ts'
import { recordIn } from '../answers/record-rows.ts'
import { runIn } from '../nights/snapshot.ts'
import { createKinds, isTicked, type Trees } from './kinds.ts'
import { entryLines, type SessionName } from './markdown.ts'
import type { Wanted } from './merge.ts'
import { outcomeLine } from './outcome-line.ts'

/** One record with the page that its kind names. */
export interface OnPage {
  file: string
  wanted: Wanted
}

/** How records stand on pages. */
export interface Entries {
  /** Every entry that the store has and that is sealed, by session in order of time. */
  all: (project: NightStore) => Result<OnPage[]>
  /** The same of a row; null for one that no policy gives a page. */
  one: (project: NightStore, row: RecordRow) => OnPage | null
  follows: (session: SessionName) => (root: string) => boolean | null
  /** What became of a session, as `Means.outcome` wants it: of one that is at work elsewhere only what the store has. */
  outcome: (project: Pick<NightStore, 'tree'>, root: string, isNew: boolean) => string | null
}

export function createEntries(zone: string, trees: Trees, digest: Digest): Entries {
  const findKind = createKinds(trees, digest)
  const sessions = new Map<string, SessionName>()

  function one(project: NightStore, row: RecordRow): OnPage | null {
    const record = recordIn(row.body)
    if (record === null) return null
    const known = sessions.get(row.root)
    const title = trees.title(row.root) ?? known?.title ?? ''
    const session = { root: row.root, title, at: known?.at ?? row.at }
    sessions.set(row.root, session)
    const kind = findKind(project, row.root, row.kind)
    if (kind === null) return null
    const checked = isTicked(kind, record)
    const section = kind.sections.find(({ id }) => id === record.section)?.title ?? record.section
    const lines = entryLines(kind, record, checked, zone)
    const isOpen = isWaiting(kind, record)
    return { file: kind.file, wanted: { id: record.id, session, section, lines, checked, isOpen } }
  }

  return {
    one,
    all: (project) => {
      const rows = project.records()
      const titles = project.titles()
      if (!rows.ok) return rows
      if (!titles.ok) return titles
      for (const { root, at } of rows.value) {
        const known = sessions.get(root)
        sessions.set(root, { root, title: titles.value.get(root) ?? '', at: Math.min(known?.at ?? at, at) })
      }
      const found = rows.value.flatMap((row) => (row.sealed ? (one(project, row) ?? []) : []))
      return { ok: true, value: found.sort((a, b) => a.wanted.session.at - b.wanted.session.at) }
    },
    outcome: (project, root, isNew) => {
      const run = trees.run(root) ?? (isNew ? storedRun(project, root) : null)
      return run === null ? null : outcomeLine(run, zone)
    },
    follows: (session) => (root) => {
      const other = sessions.get(root)
      return other === undefined ? null : other.at <= session.at
    },
  }
}

/** Null if it cannot be read. */
export function storedRun(project: Pick<NightStore, 'tree'>, root: string): Run | null {
  const found = project.tree(root)
  return found.ok && found.value !== null ? runIn(found.value) : null
}
