import { bytes, type Database, number, numberOrNull, type Row, text, textOrNull } from '../database/database.ts'
import { nothingBefore, type Part, type Sealed, type SealedBy } from '../seal.ts'
import { answerSeals } from '../tables/answers.ts'
import { grantsDigest } from '../tables/grants.ts'
import { type Covered, highest, type ProjectRow } from '../tables/rows.ts'
import { entriesDigest, noMarks, treesDigest } from './marks.ts'

/**
 * What all of a project must be seen against: a row alone does not tell that another one is gone or came back. It is
 * written in the transaction of what it covers.
 */
export interface Head {
  revision: number
  /** By prefix: the highest number that an entry ever had. */
  last: Readonly<Record<string, number>>
  /** `seal` is that of the last answer, which covers the one before it. */
  answers: Covered
  /** `seal` is over those in force. */
  grants: Covered
  /** Over the last line of each tree. */
  trees: string
  /** Over the seal of each entry. */
  entries: string
  /** What was there did not fit, and no answer was given since. */
  isRenewed: boolean
}

export const firstHead: Head = {
  revision: 0,
  last: {},
  answers: { after: 0, seal: noMarks },
  grants: { after: 0, seal: noMarks },
  trees: noMarks,
  entries: noMarks,
  isRenewed: false,
}

const fields = ({ directory }: ProjectRow, body: string): Sealed => ['head', directory, body]

/** `fits` is false for a head behind all that is there, which is to be written. */
export interface FoundHead {
  head: Head
  fits: boolean
}

/**
 * The head of a project as it is to be gone on with: one behind all that is there, if a part that is asked for does not
 * fit. A part is looked through again only after others have written.
 */
export function readHead(database: Database, by: SealedBy, project: ProjectRow, asked: readonly Part[]): FoundHead {
  const row = headRow(database, project)
  const body = textOrNull(row, 'body')
  const lost = (known: Head): FoundHead => ({ head: renewed(database, by, project, known), fits: false })
  const floor = by.floors.get(project.directory) ?? 0
  if (body === null) return floor === 0 && isNew(database, project) ? { head: firstHead, fits: true } : lost(firstHead)
  const [version, seal] = [number(row, 'data_version'), bytes(row, 'seal')]
  const known = by.heads.get(project.id)
  const isKnown = known?.version === version && Buffer.compare(known.seal, seal) === 0
  if (!isKnown && !by.sealer.isSealed(fields(project, body), nothingBefore, seal)) return lost(firstHead)
  const head = headIn(database, by, project, body)
  if (head.revision < floor) return lost(head)
  by.floors.set(project.directory, head.revision)
  const fitting = isKnown ? known.fitting : new Set<Part>()
  const news = asked.filter((part) => !fitting.has(part))
  if (!news.every((part) => isFitting(database, by, project, head, part))) return lost(head)
  if (!isKnown || news.length > 0) by.heads.set(project.id, { version, seal, fitting: new Set([...fitting, ...news]) })
  return { head, fits: true }
}

/** Call it within the transaction that changes what it covers. */
export function writeHead(database: Database, by: SealedBy, project: ProjectRow, head: Head): void {
  const kept: KeptHead = { ...head, entries: { at: head.revision, marks: head.entries } }
  const body = JSON.stringify(kept)
  const seal = by.sealer.seal(fields(project, body), nothingBefore)
  const row = database
    .prepare(
      `INSERT INTO heads (project, body, seal) VALUES (?, ?, ?)
       ON CONFLICT (project) DO UPDATE SET body = excluded.body, seal = excluded.seal
       RETURNING (SELECT data_version FROM pragma_data_version) AS version`,
    )
    .get(project.id, body, seal)
  if (row === undefined) return
  const version = number(row, 'version')
  const known = by.heads.get(project.id)
  // If nothing of it stays, the seal that stands there is another one.
  by.heads.set(project.id, { version, seal, fitting: known?.version === version ? known.fitting : new Set() })
}

/** A head as it is written; the marks are those of a revision. */
type KeptHead = Omit<Head, 'entries'> & { entries?: { at: number; marks: string } }

/** Processes of an earlier version know nothing of entries: they leave out their marks, or keep those of before. */
function headIn(database: Database, by: SealedBy, project: ProjectRow, body: string): Head {
  const { entries, ...head }: KeptHead = JSON.parse(body)
  const isCurrent = entries?.at === head.revision
  return { ...head, entries: isCurrent ? entries.marks : entriesDigest(database, by, project) }
}

const headRow = (database: Database, { id }: ProjectRow): Row =>
  database
    .prepare('SELECT body, seal, data_version FROM pragma_data_version LEFT JOIN heads ON heads.project = ?')
    .get(id) ?? {}

/** The projects that stand behind their mark. A head that is not sealed tells nothing, and is not believed anyway. */
export const behindMarks = (database: Database, { floors, sealer }: SealedBy): string[] =>
  database
    .prepare(
      'SELECT id, directory, body, seal FROM projects LEFT JOIN heads ON heads.project = projects.id ORDER BY directory',
    )
    .all()
    .flatMap((row) => {
      const [directory, body] = [text(row, 'directory'), textOrNull(row, 'body')]
      if (
        body !== null &&
        !sealer.isSealed(fields({ id: number(row, 'id'), directory }, body), nothingBefore, row['seal'])
      )
        return []
      const { revision }: Pick<Head, 'revision'> = body === null ? firstHead : JSON.parse(body)
      return revision < (floors.get(directory) ?? 0) ? [directory] : []
    })

/** Nothing of a project was ever written. */
function isNew(database: Database, { id }: ProjectRow): boolean {
  const tables = ['trees', 'records', 'answers', 'grants']
  return tables.every((table) => database.prepare(`SELECT 1 FROM ${table} WHERE project = ?`).get(id) === undefined)
}

function isFitting(database: Database, by: SealedBy, project: ProjectRow, head: Head, part: Part): boolean {
  switch (part) {
    case 'answers':
      return answerSeals(database, by.sealer, project, head.answers.after) === head.answers.seal
    case 'grants':
      return grantsDigest(database, by.sealer, project, head.grants.after) === head.grants.seal
    case 'trees':
      return treesDigest(database, by, project) === head.trees
    case 'entries':
      return entriesDigest(database, by, project) === head.entries
    default:
      return part satisfies never
  }
}

/** A head behind all that is there. */
function renewed(database: Database, by: SealedBy, project: ProjectRow, { revision, last }: Head): Head {
  return {
    // Else it would fit no more than what was found.
    revision: Math.max(revision, by.floors.get(project.directory) ?? 0),
    last: highestNumbers(database, project, last),
    answers: { after: lastId(database, 'answers', project), seal: noMarks },
    grants: { after: lastId(database, 'grants', project), seal: noMarks },
    trees: treesDigest(database, by, project),
    entries: entriesDigest(database, by, project),
    isRenewed: true,
  }
}

function lastId(database: Database, table: 'answers' | 'grants', { id }: ProjectRow): number {
  const sql = `SELECT max(id) AS last FROM ${table} WHERE project = ? AND id <= ${highest}`
  return numberOrNull(database.prepare(sql).get(id) ?? {}, 'last') ?? 0
}

/** No entry that is there, or that a line names, loses its number to a new one. */
function highestNumbers(database: Database, { id }: ProjectRow, known: Head['last']): Head['last'] {
  const numbers = new Map(Object.entries(known))
  const raise = (prefix: string, to: number) => numbers.set(prefix, Math.max(numbers.get(prefix) ?? 0, to))
  for (const [prefix, to] of usedNumbers(database, id)) raise(prefix, to)
  const lines = database.prepare(
    `SELECT body FROM lines JOIN trees ON trees.id = lines.tree WHERE trees.project = ? AND body LIKE '%"record.added"%'`,
  )
  for (const row of lines.all(id))
    for (const [, prefix, to] of text(row, 'body').matchAll(/"id":"([a-z])([1-9]\d{0,8})"/g))
      if (prefix !== undefined) raise(prefix, Number(to))
  return Object.fromEntries(numbers)
}

/** By prefix, the highest number that a row has. Costs the same however many there are. */
export function usedNumbers(database: Database, project: number): [prefix: string, last: number][] {
  return database
    .prepare(
      `WITH RECURSIVE used (prefix) AS (
         SELECT min(prefix) FROM records WHERE project = ?1
         UNION ALL
         SELECT (SELECT min(prefix) FROM records WHERE project = ?1 AND prefix > used.prefix) FROM used
         WHERE prefix IS NOT NULL
       )
       SELECT prefix,
         (SELECT max(number) FROM records WHERE project = ?1 AND prefix = used.prefix AND number <= ${highest}) AS last
       FROM used WHERE prefix IS NOT NULL`,
    )
    .all(project)
    .map((row) => [text(row, 'prefix'), numberOrNull(row, 'last') ?? 0])
}
