import type { NightStore } from '../runtime/ports.ts'
import type { AnswerRow, Commit, Grant, Kept, PageRow, RecordRow } from '../store/store.ts'

/** What all sessions of a project share, as values; all of it counts as sealed. */
export interface PaperTables {
  reading: Omit<NightStore, 'tree' | 'since' | 'sets' | 'roots' | 'rootOf' | 'elsewhere' | 'commit' | 'note'>
  /** Writes what a commit says of them; false, and nothing is written, if it did not know what is there. */
  write: (commit: Commit) => boolean
  revision: () => number
}

const sealed = <T>(row: T): Kept<T> => ({ ...row, sealed: true })

export function paperTables(): PaperTables {
  const records = new Map<string, RecordRow>()
  const answers: AnswerRow[] = []
  const grants = new Map<number, Grant>()
  const titles = new Map<string, string>()
  const pages = new Map<string, Map<string, PageRow>>()
  let revision = 0

  const last = (prefix: string): number =>
    Math.max(0, ...[...records.values()].flatMap((row) => (row.prefix === prefix ? row.number : [])))
  const rowsOf = (page: string): PageRow[] => [...(pages.get(page)?.values() ?? [])]
  const inForce = (): Grant[] => [...grants.values()].filter(({ ended }) => ended === null)

  return {
    reading: {
      shared: () => ({
        ok: true,
        value: { revision, next: (prefix) => last(prefix) + 1, grants: inForce().map(sealed), isRenewed: false },
      }),
      given: (prefix) => ({ ok: true, value: last(prefix) }),
      inForce: () => ({ ok: true, value: inForce().map(sealed) }),
      records: (only) => ({
        ok: true,
        value: [...records.values()]
          .filter(({ fingerprint }) => only === undefined || fingerprint === only.fingerprint)
          .map(sealed),
      }),
      answers: (only) => ({
        ok: true,
        value: answers.filter(({ fingerprint }) => only === undefined || fingerprint === only.fingerprint).map(sealed),
      }),
      grants: () => ({ ok: true, value: [...grants.values()].map(sealed) }),
      titles: () => ({ ok: true, value: titles }),
      page: (page) => ({ ok: true, value: rowsOf(page).map(sealed) }),
      pageState: (page) => ({
        ok: true,
        value: Math.max(0, ...rowsOf(page).flatMap(({ since, out }) => [since, out])),
      }),
      keepPage: (page, rows) => {
        const known = pages.get(page) ?? new Map<string, PageRow>()
        pages.set(page, known)
        for (const row of rows) known.set(row.record, row)
        return { ok: true, value: undefined }
      },
      pageStamp: () => '000000000000',
    },
    write: (commit) => {
      const news = (commit.records ?? []).filter(({ isNew }) => isNew)
      const ends = commit.ended ?? []
      const isBehind =
        (commit.revision !== null && commit.revision !== revision) ||
        news.some(({ prefix, number }) => number <= last(prefix)) ||
        ends.some(({ grant }) => inForce().every(({ id }) => id !== grant))
      if (isBehind) return false
      for (const { root, title } of commit.trees) if (title !== undefined) titles.set(root, title)
      for (const { isNew: _, ...row } of commit.records ?? []) records.set(nameOf(row), row)
      answers.push(...(commit.answers ?? []))
      for (const given of commit.grants ?? []) {
        const id = grants.size + 1
        grants.set(id, { ...given, id, ended: null })
      }
      for (const { grant, at, by } of ends) {
        const row = grants.get(grant)
        if (row !== undefined) grants.set(grant, { ...row, ended: { at, by } })
      }
      if ([commit.records, commit.answers, commit.grants, ends].some((rows) => (rows?.length ?? 0) > 0)) revision += 1
      return true
    },
    revision: () => revision,
  }
}

const nameOf = ({ prefix, number }: RecordRow): string => `${prefix}${number}`
