import { grantWords, vias, wordDecisions } from '../core/vocabulary.ts'
import { type Database, number, numberOrNull, type Row, text, textOrNull } from './database.ts'
import { nothingBefore, type Sealed, type Sealer } from './seal.ts'
import {
  type AnswerRow,
  type Grant,
  type GrantEnd,
  grantEnds,
  type Kept,
  type NewGrant,
  type RecordRow,
  type WrittenRecord,
} from './store.ts'

/** A project as the tables know it. */
export interface ProjectRow {
  id: number
  directory: string
}

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

const answerFields = ({ directory }: ProjectRow, row: AnswerRow): Sealed => [
  'answer',
  directory,
  row.record,
  row.fingerprint,
  row.at,
  row.via,
  row.name,
  row.decision,
  row.text,
]

const grantFields = ({ directory }: ProjectRow, row: Grant): Sealed => [
  'grant',
  directory,
  row.id,
  row.fingerprint,
  row.subject,
  row.reach,
  row.record,
  row.at,
  row.via,
  row.name,
  row.ended?.at ?? null,
  row.ended?.by ?? null,
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
    .prepare('SELECT * FROM records WHERE project = ? AND (? IS NULL OR fingerprint = ?) ORDER BY rowid')
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

export function writeAnswer(database: Database, sealer: Sealer, project: ProjectRow, row: AnswerRow): void {
  database
    .prepare(
      `INSERT INTO answers (project, record, fingerprint, at, via, name, decision, text, seal)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      project.id,
      row.record,
      row.fingerprint,
      row.at,
      row.via,
      row.name,
      row.decision,
      row.text,
      sealer.seal(answerFields(project, row), nothingBefore),
    )
}

export function readAnswers(
  database: Database,
  sealer: Sealer,
  project: ProjectRow,
  fingerprint: string | null,
): Kept<AnswerRow>[] {
  return database
    .prepare('SELECT * FROM answers WHERE project = ? AND (? IS NULL OR fingerprint = ?) ORDER BY id')
    .all(project.id, fingerprint, fingerprint)
    .map((row) => {
      const answer: AnswerRow = {
        record: text(row, 'record'),
        fingerprint: text(row, 'fingerprint'),
        at: number(row, 'at'),
        via: word(row, 'via', vias, 'page'),
        name: textOrNull(row, 'name'),
        decision: word(row, 'decision', wordDecisions, 'words'),
        text: textOrNull(row, 'text'),
      }
      return { ...answer, sealed: sealer.isSealed(answerFields(project, answer), nothingBefore, row['seal']) }
    })
}

export function writeGrant(database: Database, sealer: Sealer, project: ProjectRow, given: NewGrant): void {
  const highest = database.prepare('SELECT coalesce(max(id), 0) AS id FROM grants').get() ?? {}
  const grant: Grant = { ...given, id: number(highest, 'id') + 1, ended: null }
  database
    .prepare(
      `INSERT INTO grants (id, project, fingerprint, subject, reach, record, at, via, name, seal)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      grant.id,
      project.id,
      grant.fingerprint,
      grant.subject,
      grant.reach,
      grant.record,
      grant.at,
      grant.via,
      grant.name,
      sealer.seal(grantFields(project, grant), nothingBefore),
    )
}

/** Ends a grant; false if it is not in force any more. What is not sealed can be revoked and never used. */
export function endGrant(
  database: Database,
  sealer: Sealer,
  project: ProjectRow,
  { grant, at, by }: { grant: number; at: number; by: GrantEnd },
): boolean {
  const found = readGrants(database, sealer, project, true).find(({ id }) => id === grant)
  if (found === undefined || (by === 'used' && !found.sealed)) return false
  const { sealed: _sealed, ...row } = found
  const seal = sealer.seal(grantFields(project, { ...row, ended: { at, by } }), nothingBefore)
  database.prepare('UPDATE grants SET ended = ?, ended_by = ?, seal = ? WHERE id = ?').run(at, by, seal, grant)
  return true
}

export function readGrants(database: Database, sealer: Sealer, project: ProjectRow, inForce: boolean): Kept<Grant>[] {
  return database
    .prepare(`SELECT * FROM grants WHERE project = ? ${inForce ? 'AND ended IS NULL ' : ''}ORDER BY id`)
    .all(project.id)
    .map((row) => {
      const ended = numberOrNull(row, 'ended')
      const grant: Grant = {
        id: number(row, 'id'),
        fingerprint: text(row, 'fingerprint'),
        subject: text(row, 'subject'),
        reach: word(row, 'reach', grantWords, 'never'),
        record: textOrNull(row, 'record'),
        at: number(row, 'at'),
        via: word(row, 'via', vias, 'page'),
        name: textOrNull(row, 'name'),
        ended: ended === null ? null : { at: ended, by: word(row, 'ended_by', grantEnds, 'revoked') },
      }
      return { ...grant, sealed: sealer.isSealed(grantFields(project, grant), nothingBefore, row['seal']) }
    })
}

/** A word out of a closed list. Another one is read as `otherwise`, and the row's seal does not fit then. */
function word<T extends string>(row: Row, column: string, allowed: readonly T[], otherwise: T): T {
  const found = row[column]
  return allowed.find((one) => one === found) ?? otherwise
}
