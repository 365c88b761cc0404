import { answerDecisions, vias } from '../../core/vocabulary.ts'
import { bytes, type Database, number, type Row, text, textOrNull } from '../database/database.ts'
import { nothingBefore, type Sealed, type Sealer } from '../seal.ts'
import type { AnswerRow, Kept } from '../store.ts'
import { type Covered, hexadecimal, highest, nextId, type ProjectRow, word } from './rows.ts'

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

/** What has an answer in a project, whoever gave it. */
export const answeredFingerprints = (database: Database, { id }: ProjectRow): string[] =>
  database
    .prepare('SELECT DISTINCT fingerprint FROM answers WHERE project = ?')
    .all(id)
    .map((row) => text(row, 'fingerprint'))

export const answerOf = (row: Row): AnswerRow => ({
  record: text(row, 'record'),
  fingerprint: text(row, 'fingerprint'),
  at: number(row, 'at'),
  via: word(row, 'via', vias, 'page'),
  name: textOrNull(row, 'name'),
  decision: word(row, 'decision', answerDecisions, 'words'),
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
