import { grantWords, vias } from '../../core/vocabulary.ts'
import { bytes, type Database, number, numberOrNull, type Row, text, textOrNull } from '../database/database.ts'
import { nothingBefore, type Sealed, type Sealer } from '../seal.ts'
import { type Grant, type GrantEnd, grantEnds, type Kept, type NewGrant } from '../store.ts'
import { type Covered, hexadecimal, highest, nextId, type ProjectRow, word } from './rows.ts'

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
