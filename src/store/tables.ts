import { grantWords, vias, wordDecisions } from '../core/vocabulary.ts'
import { bytes, type Database, number, numberOrNull, type Row, text, textOrNull } from './database.ts'
import type { Covered } from './head.ts'
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

/** A row with a higher id or number was made by somebody who does not count. */
export const highest = 999_999_999

const answerFields = ({ directory }: ProjectRow, id: number, row: AnswerRow): Sealed => [
  'answer',
  directory,
  id,
  row.record,
  row.fingerprint,
  row.at,
  row.via,
  row.name,
  row.decision,
  row.text,
]

const grantFields = ({ directory }: ProjectRow, row: Grant): Sealed => [
  'granted',
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

/** Writes an answer sealed over the one before it; what the head says of them then. */
export function writeAnswer(
  database: Database,
  sealer: Sealer,
  project: ProjectRow,
  { after, seal: before }: Covered,
  row: AnswerRow,
): Covered {
  const id = nextId(database, 'answers', after)
  const seal = sealer.seal(answerFields(project, id, row), Buffer.from(before, 'hex'))
  database
    .prepare(
      `INSERT INTO answers (id, project, record, fingerprint, at, via, name, decision, text, seal)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(id, project.id, row.record, row.fingerprint, row.at, row.via, row.name, row.decision, row.text, seal)
  return { after, seal: hexadecimal(seal) }
}

function nextId(database: Database, table: 'answers' | 'grants', after: number): number {
  const sql = `SELECT coalesce(max(id), 0) AS id FROM ${table} WHERE id <= ${highest}`
  return Math.max(after, number(database.prepare(sql).get() ?? {}, 'id')) + 1
}

const hexadecimal = (seal: Uint8Array): string => Buffer.from(seal).toString('hex')

/** The answers of a project; those behind the id `after` are believed, since the head was held against them. */
export function readAnswers(
  database: Database,
  project: ProjectRow,
  { after }: Covered,
  fingerprint: string | null,
): Kept<AnswerRow>[] {
  return database
    .prepare(
      `SELECT * FROM answers WHERE project = ? AND id <= ${highest} AND (? IS NULL OR fingerprint = ?) ORDER BY id`,
    )
    .all(project.id, fingerprint, fingerprint)
    .map((row) => ({ ...answerOf(row), sealed: number(row, 'id') > after }))
}

export const answerOf = (row: Row): AnswerRow => ({
  record: text(row, 'record'),
  fingerprint: text(row, 'fingerprint'),
  at: number(row, 'at'),
  via: word(row, 'via', vias, 'page'),
  name: textOrNull(row, 'name'),
  decision: word(row, 'decision', wordDecisions, 'words'),
  text: textOrNull(row, 'text'),
})

/** The seal of the last answer behind the id `after`; null if one of them is not sealed over the one before it. */
export function answerSeals(database: Database, sealer: Sealer, project: ProjectRow, after: number): string | null {
  let before: Uint8Array = nothingBefore
  const rows = database.prepare(`SELECT * FROM answers WHERE project = ? AND id > ? AND id <= ${highest} ORDER BY id`)
  for (const row of rows.all(project.id, after)) {
    const fields = answerFields(project, number(row, 'id'), answerOf(row))
    if (!sealer.isSealed(fields, before, row['seal'])) return null
    before = bytes(row, 'seal')
  }
  return hexadecimal(before)
}

/** Seals an answer again, over the one before it. */
export function sealAnswer(database: Database, sealer: Sealer, project: ProjectRow, row: Row, before: string): string {
  const id = number(row, 'id')
  const seal = sealer.seal(answerFields(project, id, answerOf(row)), Buffer.from(before, 'hex'))
  database.prepare('UPDATE answers SET seal = ? WHERE id = ?').run(seal, id)
  return hexadecimal(seal)
}

export function writeGrant(
  database: Database,
  sealer: Sealer,
  project: ProjectRow,
  { after }: Covered,
  given: NewGrant,
): void {
  const grant: Grant = { ...given, id: nextId(database, 'grants', after), ended: null }
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
  head: Covered,
  { grant, at, by }: { grant: number; at: number; by: GrantEnd },
): boolean {
  const found = readGrants(database, sealer, project, head, true).find(({ id }) => id === grant)
  if (found === undefined || (by === 'used' && !found.sealed)) return false
  const { sealed: _sealed, ...row } = found
  return sealGrant(database, sealer, project, { ...row, ended: { at, by } })
}

/** Writes how a grant ended, and its seal; false if somebody keeps it from being written. */
export function sealGrant(database: Database, sealer: Sealer, project: ProjectRow, grant: Grant): boolean {
  const seal = sealer.seal(grantFields(project, grant), nothingBefore)
  const { id, ended } = grant
  const sql = 'UPDATE grants SET ended = ?, ended_by = ?, seal = ? WHERE id = ? RETURNING id'
  return database.prepare(sql).get(ended?.at ?? null, ended?.by ?? null, seal, id) !== undefined
}

/**
 * The grants of a project. Those in force are believed behind the id `after`, since the head was held against them; a
 * never of ours always is, as the safe side.
 */
export function readGrants(
  database: Database,
  sealer: Sealer,
  project: ProjectRow,
  { after }: Covered,
  inForce: boolean,
): Kept<Grant>[] {
  return database
    .prepare(
      `SELECT * FROM grants WHERE project = ? AND id <= ${highest} ${inForce ? 'AND ended IS NULL ' : ''}ORDER BY id`,
    )
    .all(project.id)
    .map((row) => {
      const grant = grantOf(row)
      const isCovered = grant.ended === null && grant.id > after
      const standsAlone = grant.ended !== null || grant.reach === 'never'
      return { ...grant, sealed: isCovered || (standsAlone && isOwnGrant(sealer, project, grant, row)) }
    })
}

const isOwnGrant = (sealer: Sealer, project: ProjectRow, grant: Grant, row: Row): boolean =>
  sealer.isSealed(grantFields(project, grant), nothingBefore, row['seal'])

export function grantOf(row: Row): Grant {
  const ended = numberOrNull(row, 'ended')
  return {
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
}

/** A seal over those in force behind the id `after`; null if one of them is not sealed. */
export function grantsDigest(database: Database, sealer: Sealer, project: ProjectRow, after: number): string | null {
  const rows = database
    .prepare(`SELECT * FROM grants WHERE project = ? AND ended IS NULL AND id > ? AND id <= ${highest} ORDER BY id`)
    .all(project.id, after)
  if (!rows.every((row) => isOwnGrant(sealer, project, grantOf(row), row))) return null
  const seals = rows.map((row) => hexadecimal(bytes(row, 'seal')))
  return hexadecimal(seals.length === 0 ? nothingBefore : sealer.seal(['grants', ...seals], nothingBefore))
}

/** A word out of a closed list. Another one is read as `otherwise`, and the row's seal does not fit then. */
function word<T extends string>(row: Row, column: string, allowed: readonly T[], otherwise: T): T {
  const found = row[column]
  return allowed.find((one) => one === found) ?? otherwise
}
