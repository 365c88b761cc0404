import { type Database, number, numberOrNull, type Row, text } from './database.ts'
import { appendLines, type SealedBy } from './lines.ts'
import { nothingBefore } from './seal.ts'
import type { Commit, Committed, RecordName, TreeCommit } from './store.ts'
import { endGrant, type ProjectRow, writeAnswer, writeGrant, writeRecord } from './tables.ts'
import { asTree, keepSnapshot, lastLink, treeRow } from './trees.ts'

/** Ends a transaction in which others turn out to have been faster, so that nothing of it stays. */
export class Behind extends Error {}

/** Ends a transaction that would change an entry of another tree. */
export class NotItsOwn extends Error {
  /** As a person reads it. */
  readonly entry: string
  constructor({ prefix, number: of }: RecordName) {
    super(`Cannot change ${prefix}${of}: it belongs to another tree`)
    this.entry = `${prefix}${of}`
  }
}

/** The revision of a project. */
export const revisionOf = (database: Database, project: ProjectRow): number =>
  number(database.prepare('SELECT revision FROM projects WHERE id = ?').get(project.id) ?? {}, 'revision')

/** Writes all of a commit. Call it within a transaction; throws `Behind` if the decision did not know what is there. */
export function writeCommit(
  database: Database,
  by: SealedBy,
  project: ProjectRow,
  process: string,
  commit: Commit,
): Extract<Committed, { result: 'done' }> {
  const before = revisionOf(database, project)
  if (commit.revision !== null && commit.revision !== before) throw new Behind()
  const seqs = new Map<string, number>()
  for (const tree of commit.trees) seqs.set(tree.root, writeTree(database, by, project, process, tree))
  const revision = writeShared(database, by, project, commit) ? before + 1 : before
  if (revision !== before) database.prepare('UPDATE projects SET revision = ? WHERE id = ?').run(revision, project.id)
  return { result: 'done', seqs, revision }
}

function writeTree(database: Database, by: SealedBy, project: ProjectRow, process: string, given: TreeCommit): number {
  const row = treeRow(database, project.id, project.directory, given.root) ?? plant(database, project, given)
  const tree = asTree(row)
  if (given.after !== null && given.after !== tree.seq) throw new Behind()
  const last = appendLines(database, by, tree, process, given.lines, lastLink(database, by, row))
  const at = given.lines.at(-1)?.at ?? number(row, 'at')
  database
    .prepare('UPDATE trees SET seq = ?, at = ?, title = coalesce(?, title) WHERE id = ?')
    .run(last.seq, at, given.title ?? null, tree.id)
  if (given.snapshot !== undefined) keepSnapshot(database, by, row, last, given.snapshot)
  for (const session of given.sessions ?? []) writeSession(database, by, project, tree.id, given.root, session)
  for (const { hash, documents } of given.sets ?? []) {
    database.prepare('INSERT OR IGNORE INTO sets (hash, documents) VALUES (?, ?)').run(hash, documents)
    database.prepare('INSERT OR IGNORE INTO sets_of_trees (tree, hash) VALUES (?, ?)').run(tree.id, hash)
  }
  return last.seq
}

function plant(database: Database, project: ProjectRow, { root, lines }: TreeCommit): Row {
  database
    .prepare('INSERT INTO trees (project, root, at, seq) VALUES (?, ?, ?, 0)')
    .run(project.id, root, lines[0]?.at ?? 0)
  const row = treeRow(database, project.id, project.directory, root)
  if (row === null) throw new Error(`Cannot begin the tree ${root}: its row is gone`)
  return row
}

function writeSession(
  database: Database,
  { sealer }: SealedBy,
  { directory }: ProjectRow,
  tree: number,
  root: string,
  session: string,
): void {
  const seal = sealer.seal(['session', directory, root, session], nothingBefore)
  database.prepare('INSERT OR REPLACE INTO sessions (session, tree, seal) VALUES (?, ?, ?)').run(session, tree, seal)
}

/** True if something changed that decisions of other trees depend on. */
function writeShared(database: Database, { sealer }: SealedBy, project: ProjectRow, commit: Commit): boolean {
  let changed = false
  // The lowest first: what has just been given is not what others were given.
  for (const record of (commit.records ?? []).toSorted((one, other) => one.number - other.number)) {
    changed = true
    if (record.isNew && record.number <= lastNumber(database, project, record.prefix)) throw new Behind()
    if (!writeRecord(database, sealer, project, record)) throw record.isNew ? new Behind() : new NotItsOwn(record)
    raiseCounter(database, project, record)
  }
  for (const answer of commit.answers ?? []) {
    writeAnswer(database, sealer, project, answer)
    changed = true
  }
  for (const grant of commit.grants ?? []) {
    writeGrant(database, sealer, project, grant)
    changed = true
  }
  for (const end of commit.ended ?? []) {
    if (!endGrant(database, sealer, project, end)) throw new Behind()
    changed = true
  }
  return changed
}

/** A row with a number above it was made by somebody who does not count. */
const highest = 999_999_999

/** By prefix: the highest number that an entry has or had. Costs the same however many there are. */
export function lastNumbers(database: Database, { id }: ProjectRow): Map<string, number> {
  const rows = database
    .prepare(
      `WITH RECURSIVE used (prefix) AS (
         SELECT min(prefix) FROM records WHERE project = ?1
         UNION ALL
         SELECT (SELECT min(prefix) FROM records WHERE project = ?1 AND prefix > used.prefix) FROM used
         WHERE prefix IS NOT NULL
       )
       SELECT prefix, last FROM counters WHERE project = ?1
       UNION ALL
       SELECT prefix,
         (SELECT max(number) FROM records WHERE project = ?1 AND prefix = used.prefix AND number <= ${highest})
       FROM used WHERE prefix IS NOT NULL`,
    )
    .all(id)
  const numbers = new Map<string, number>()
  for (const row of rows) {
    const prefix = text(row, 'prefix')
    numbers.set(prefix, Math.max(numbers.get(prefix) ?? 0, numberOrNull(row, 'last') ?? 0))
  }
  return numbers
}

/** The highest number that an entry with this prefix was given. */
export function lastNumber(database: Database, { id }: ProjectRow, prefix: string): number {
  const row = database.prepare('SELECT last FROM counters WHERE project = ? AND prefix = ?').get(id, prefix)
  return row === undefined ? 0 : number(row, 'last')
}

/** No new entry gets a number up to this one. */
export function raiseCounter(database: Database, project: ProjectRow, { prefix, number: last }: RecordName): void {
  database
    .prepare(
      `INSERT INTO counters (project, prefix, last) VALUES (?, ?, ?)
       ON CONFLICT (project, prefix) DO UPDATE SET last = max(last, excluded.last)`,
    )
    .run(project.id, prefix, last)
}
