import { type Database, number, text } from '../database.ts'
import { nothingBefore, type Sealed, type Sealer } from '../seal.ts'
import type { Kept, RecordRow, WrittenRecord } from '../store.ts'
import { highest, type ProjectRow } from './rows.ts'

const recordFields = ({ directory }: ProjectRow, row: RecordRow): Sealed => [
  'record',
  directory,
  row.prefix,
  row.number,
  row.root,
  row.kind,
  row.fingerprint,
  row.status,
  row.at,
  row.body,
]

/** Writes an entry; false, and nothing is written, if its number is another tree's, or is there and ought to be new. */
export function writeRecord(database: Database, sealer: Sealer, project: ProjectRow, row: WrittenRecord): boolean {
  const seal = sealer.seal(recordFields(project, row), nothingBefore)
  const written = database
    .prepare(
      `INSERT INTO records (project, prefix, number, root, kind, fingerprint, status, at, body, seal)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (project, prefix, number) DO UPDATE SET kind = excluded.kind,
         fingerprint = excluded.fingerprint, status = excluded.status, at = excluded.at, body = excluded.body,
         seal = excluded.seal
       WHERE root = excluded.root AND NOT ?
       RETURNING 1`,
    )
    .get(
      project.id,
      row.prefix,
      row.number,
      row.root,
      row.kind,
      row.fingerprint,
      row.status,
      row.at,
      row.body,
      seal,
      row.isNew ? 1 : 0,
    )
  return written !== undefined
}

export function readRecords(
  database: Database,
  sealer: Sealer,
  project: ProjectRow,
  fingerprint: string | null,
): Kept<RecordRow>[] {
  return database
    .prepare(
      `SELECT * FROM records WHERE project = ? AND number <= ${highest} AND (? IS NULL OR fingerprint = ?) ORDER BY rowid`,
    )
    .all(project.id, fingerprint, fingerprint)
    .map((row) => {
      const record: RecordRow = {
        prefix: text(row, 'prefix'),
        number: number(row, 'number'),
        root: text(row, 'root'),
        kind: text(row, 'kind'),
        fingerprint: text(row, 'fingerprint'),
        status: text(row, 'status'),
        at: number(row, 'at'),
        body: text(row, 'body'),
      }
      return { ...record, sealed: sealer.isSealed(recordFields(project, record), nothingBefore, row['seal']) }
    })
}
