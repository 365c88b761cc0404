import { vias } from '../../core/vocabulary.ts'
import { bytes, type Database, number, type Row, text, textOrNull } from '../database/database.ts'
import { nothingBefore, type Sealed, type SealedBy } from '../seal.ts'
import { hexadecimal, word } from './rows.ts'

/** Who says what binds: a person, or nobody where a change was noticed that waits for one. */
export const trustVias = [...vias, 'watch'] as const

/** The word of a person that what binds in a project may allow, as it was then; or what waits for one. */
export interface Trusted {
  /** The real path of the folder that holds the project's config; another name for the user's own. */
  directory: string
  at: number
  via: (typeof trustVias)[number]
  /** As given by `--by`. */
  name: string | null
  /** What the policies were made of, as the text of a JSON object. */
  body: string
}

const fields = ({ directory, at, via, name, body }: Trusted): Sealed => ['trusted', directory, at, via, name, body]

/** What a row alone does not tell: that it is the last one of its folder, and was not put back. */
interface TrustHead {
  revision: number
  /** By folder: the seal of its row. */
  rows: Readonly<Record<string, string>>
}

/** No project has this id: trust is of folders, each of which may have several. */
const ofTrust = 0
/** The name of what is trusted among the marks; a folder has an absolute path. */
export const trustMark = ''
const headFields = (body: string): Sealed => ['trust head', body]

/** One that is not sealed, or is older than what this process or the mark knows, tells of nothing that is trusted. */
function readHead(database: Database, { sealer, floors }: SealedBy): TrustHead {
  const floor = floors.get(trustMark) ?? 0
  const nothing: TrustHead = { revision: floor, rows: {} }
  const row = database.prepare('SELECT body, seal FROM heads WHERE project = ?').get(ofTrust)
  if (row === undefined) return nothing
  const body = text(row, 'body')
  if (!sealer.isSealed(headFields(body), nothingBefore, row['seal'])) return nothing
  const head: TrustHead = JSON.parse(body)
  if (head.revision < floor) return nothing
  floors.set(trustMark, head.revision)
  return head
}

/** Its revision. */
function writeHead(database: Database, { sealer }: SealedBy, before: TrustHead, rows: TrustHead['rows']): number {
  const head: TrustHead = { revision: before.revision + 1, rows }
  const body = JSON.stringify(head)
  database
    .prepare('INSERT OR REPLACE INTO heads (project, body, seal) VALUES (?, ?, ?)')
    .run(ofTrust, body, sealer.seal(headFields(body), nothingBefore))
  return head.revision
}

/** Takes the place of what was trusted in this folder. The revision, for the mark. */
export function writeTrusted(database: Database, by: SealedBy, given: Trusted): { revision: number } {
  const seal = by.sealer.seal(fields(given), nothingBefore)
  database
    .prepare('INSERT OR REPLACE INTO trusted (directory, at, via, name, body, seal) VALUES (?, ?, ?, ?, ?, ?)')
    .run(given.directory, given.at, given.via, given.name, given.body, seal)
  const head = readHead(database, by)
  return { revision: writeHead(database, by, head, { ...head.rows, [given.directory]: hexadecimal(seal) }) }
}

/** What is trusted in a folder; null for nothing, and for a row that nobody of ours wrote or that is not the last. */
export function readTrusted(database: Database, by: SealedBy, directory: string): Trusted | null {
  const row = database.prepare('SELECT * FROM trusted WHERE directory = ?').get(directory)
  if (row === undefined || readHead(database, by).rows[directory] !== hexadecimal(bytes(row, 'seal'))) return null
  const found = trustedOf(row)
  return by.sealer.isSealed(fields(found), nothingBefore, row['seal']) ? found : null
}

const trustedOf = (row: Row): Trusted => ({
  directory: text(row, 'directory'),
  at: number(row, 'at'),
  via: word(row, 'via', trustVias, 'watch'),
  name: textOrNull(row, 'name'),
  body: text(row, 'body'),
})

/** The revision, for the mark; `isGone` is false if nothing was trusted. */
export function removeTrusted(
  database: Database,
  by: SealedBy,
  directory: string,
): { revision: number; isGone: boolean } {
  const sql = 'DELETE FROM trusted WHERE directory = ? RETURNING directory'
  const isGone = database.prepare(sql).get(directory) !== undefined
  const head = readHead(database, by)
  const { [directory]: _gone, ...rows } = head.rows
  return { revision: writeHead(database, by, head, rows), isGone }
}
