import { type Database, number, type Row } from './database/database.ts'
import { type Head, readHead, writeHead } from './head/head.ts'
import { entryMark, grown, mixed } from './head/marks.ts'
import { appendLines } from './lines.ts'
import { nothingBefore, parts, type SealedBy } from './seal.ts'
import type { Commit, Committed, RecordName, TreeCommit } from './store.ts'
import { writeAnswer } from './tables/answers.ts'
import { endGrant, grantsDigest, writeGrant } from './tables/grants.ts'
import { writeRecord } from './tables/records.ts'
import type { ProjectRow } from './tables/rows.ts'
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

/** Writes all of a commit. Call it within a transaction; throws `Behind` if the decision did not know what is there. */
export function writeCommit(
  database: Database,
  by: SealedBy,
  project: ProjectRow,
  process: string,
  commit: Commit,
): Extract<Committed, { result: 'done' }> {
  const asked = isWord(commit) ? parts : (commit.ended?.length ?? 0) > 0 ? (['grants'] as const) : []
  let { head } = readHead(database, by, project, asked)
  if (commit.revision !== null && commit.revision !== head.revision) throw new Behind()
  const seqs = new Map<string, number>()
  for (const tree of commit.trees) {
    const ends = writeTree(database, by, project, process, tree)
    seqs.set(tree.root, ends.to)
    head = { ...head, trees: grown(by, project, head.trees, tree.root, ends) }
  }
  head = writeShared(database, by, project, commit, head)
  writeHead(database, by, project, head)
  return { result: 'done', seqs, revision: head.revision, isRenewed: head.isRenewed }
}

/** Whether a person decides something in it. */
const isWord = ({ answers = [], grants = [] }: Commit): boolean => answers.length + grants.length > 0

interface Grown {
  from: number | null
  to: number
}

/** Where the tree ended before, null for a new one, and where it ends. */
function writeTree(database: Database, by: SealedBy, project: ProjectRow, process: string, given: TreeCommit): Grown {
  const known = treeRow(database, project.id, project.directory, given.root)
  const row = known ?? plant(database, project, given)
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
  return { from: known === null ? null : tree.seq, to: last.seq }
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

/** Writes what decisions of other trees depend on; the head with it. */
function writeShared(database: Database, by: SealedBy, project: ProjectRow, commit: Commit, head: Head): Head {
  const { sealer } = by
  const { records = [], answers = [], grants = [], ended = [] } = commit
  let { last, entries } = head
  // The lowest first: what has just been given is not what others were given.
  for (const record of records.toSorted((one, other) => one.number - other.number)) {
    if (record.isNew && record.number <= (last[record.prefix] ?? 0)) throw new Behind()
    const seals = writeRecord(database, sealer, project, record)
    if (seals === null) throw record.isNew ? new Behind() : new NotItsOwn(record)
    const marks = [seals.before, seals.after].map((seal) => seal && entryMark(by, project, { ...record, seal }))
    entries = mixed(entries, marks)
    last = raised(last, record)
  }
  const given = answers.reduce(
    (covered, answer) => writeAnswer(database, sealer, project, covered, answer),
    head.answers,
  )
  for (const grant of grants) writeGrant(database, sealer, project, head.grants, grant)
  for (const end of ended) if (!endGrant(database, sealer, project, head.grants, end)) throw new Behind()
  const { after } = head.grants
  const seal = grants.length + ended.length === 0 ? head.grants.seal : grantsDigest(database, sealer, project, after)
  // Somebody keeps what is written from staying.
  if (seal === null) throw new Behind()
  return {
    ...head,
    revision: head.revision + (records.length + answers.length + grants.length + ended.length === 0 ? 0 : 1),
    last,
    entries,
    answers: given,
    grants: { after, seal },
    isRenewed: head.isRenewed && answers.length === 0,
  }
}

/** No new entry gets a number up to this one. */
export const raised = (last: Head['last'], { prefix, number: to }: RecordName): Head['last'] =>
  to > (last[prefix] ?? 0) ? { ...last, [prefix]: to } : last
