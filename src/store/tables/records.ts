import { bytes, type Database, number, text } from '../database/database.ts'
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

/** The seals of an entry before and after it was written; `before` is null for a new one. */
export interface Sealing {
  before: Uint8Array | null
  after: Uint8Array
}

/** Writes an entry; null, and nothing is written, if its number is another tree's, or is there and ought to be new. */
export function writeRecord(
  database: Database,
  sealer: Sealer,
  project: ProjectRow,
  row: WrittenRecord,
): Sealing | null {
  const known = database
    .prepare('SELECT root, seal FROM records WHERE project = ? AND prefix = ? AND number = ?')
    .get(project.id, row.prefix, row.number)
  if (known !== undefined && (row.isNew || text(known, 'root') !== row.root)) return null
  const after = sealer.seal(recordFields(project, row), nothingBefore)
  database
    .prepare(
      `INSERT INTO records (project, prefix, number, root, kind, fingerprint, status, at, body, seal)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (project, prefix, number) DO UPDATE SET kind = excluded.kind,
         fingerprint = excluded.fingerprint, status = excluded.status, at = excluded.at, body = excluded.body,
         seal = excluded.seal`,
    )
    .run(project.id, row.prefix, row.number, row.root, row.kind, row.fingerprint, row.status, row.at, row.body, after)
  return { before: known === undefined ? null : bytes(known, 'seal'), after }
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
