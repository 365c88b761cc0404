import { type Database, number, type Row, text } from '../database/database.ts'
import { nothingBefore, type Sealed, type Sealer } from '../seal.ts'
import type { Note } from '../store.ts'
import type { ProjectRow } from './rows.ts'

const fields = ({ directory }: ProjectRow, { code, subject, at, detail }: Note): Sealed => [
  'note',
  directory,
  code,
  subject,
  at,
  detail,
]

/** False if it was noted before. A row of somebody else keeps nothing from being told. */
export function writeNote(database: Database, sealer: Sealer, project: ProjectRow, note: Note): boolean {
  const { code, subject, at, detail } = note
  const known = database
    .prepare('SELECT * FROM faults WHERE project = ? AND code = ? AND subject = ?')
    .get(project.id, code, subject)
  if (known !== undefined && isOwn(sealer, project, known)) return false
  database
    .prepare('INSERT OR REPLACE INTO faults (project, code, subject, at, detail, seal) VALUES (?, ?, ?, ?, ?, ?)')
    .run(project.id, code, subject, at, detail, sealer.seal(fields(project, note), nothingBefore))
  return true
}

/** What was noted under a code, the oldest first; rows of somebody else are left out. */
export const readNotes = (database: Database, sealer: Sealer, project: ProjectRow, code: string): Note[] =>
  database
    .prepare('SELECT * FROM faults WHERE project = ? AND code = ? ORDER BY at, subject')
    .all(project.id, code)
    .filter((row) => isOwn(sealer, project, row))
    .map(noteOf)

const isOwn = (sealer: Sealer, project: ProjectRow, row: Row): boolean =>
  sealer.isSealed(fields(project, noteOf(row)), nothingBefore, row['seal'])

const noteOf = (row: Row): Note => ({
  code: text(row, 'code'),
  subject: text(row, 'subject'),
  at: number(row, 'at'),
  detail: text(row, 'detail'),
})
