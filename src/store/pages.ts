import { type Database, number, text } from './database/database.ts'
import { nothingBefore, type Sealed, type Sealer } from './seal.ts'
import type { Kept, PageRow } from './store.ts'
import type { ProjectRow } from './tables/rows.ts'

const fields = ({ directory }: ProjectRow, page: string, row: PageRow): Sealed => [
  'page',
  directory,
  page,
  row.record,
  row.since,
  row.out,
  row.checked ? 1 : 0,
  row.wrote,
]

export function readPage(database: Database, sealer: Sealer, project: ProjectRow, page: string): Kept<PageRow>[] {
  return database
    .prepare('SELECT * FROM page_entries WHERE project = ? AND page = ?')
    .all(project.id, page)
    .map((found) => {
      const row: PageRow = {
        record: text(found, 'record'),
        since: number(found, 'since'),
        out: number(found, 'out'),
        checked: number(found, 'checked') === 1,
        wrote: text(found, 'wrote'),
      }
      return { ...row, sealed: sealer.isSealed(fields(project, page, row), nothingBefore, found['seal']) }
    })
}

/** The newest state of a page that a row names; 0 without rows. */
export function newestState(database: Database, project: ProjectRow, page: string): number {
  const row = database
    .prepare(
      `SELECT max(since, out) AS newest FROM page_entries WHERE project = ? AND page = ?
       ORDER BY max(since, out) DESC LIMIT 1`,
    )
    .get(project.id, page)
  return row === undefined ? 0 : number(row, 'newest')
}

export function writePage(
  database: Database,
  sealer: Sealer,
  project: ProjectRow,
  page: string,
  rows: readonly PageRow[],
): void {
  const insert = database.prepare(
    `INSERT OR REPLACE INTO page_entries (project, page, record, since, out, checked, wrote, seal)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const row of rows) {
    const seal = sealer.seal(fields(project, page, row), nothingBefore)
    insert.run(project.id, page, row.record, row.since, row.out, row.checked ? 1 : 0, row.wrote, seal)
  }
}

/** What nobody without the key can say of a state of a page: 12 hexadecimal digits. */
export const pageStamp = (sealer: Sealer, { directory }: ProjectRow, page: string, state: number): string =>
  Buffer.from(sealer.seal(['page state', directory, page, state], nothingBefore))
    .toString('hex')
    .slice(0, 12)
