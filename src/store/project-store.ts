import { Behind, NotItsOwn, raised, writeCommit } from './commit.ts'
import { type Database, number, reading, safely, text, transaction } from './database/database.ts'
import { type Head, readHead, usedNumbers, writeHead } from './head/head.ts'
import { remembered } from './head/remembered.ts'
import { attempt, problem, type Result } from './problem.ts'
import { newestState, pageStamp, readPage, writePage } from './pages.ts'
import { nothingBefore, type Part, parts, type SealedBy } from './seal.ts'
import type { Commit, Committed, ProjectStore } from './store.ts'
import { answeredFingerprints, readAnswers } from './tables/answers.ts'
import { readGrants } from './tables/grants.ts'
import { readRecords } from './tables/records.ts'
import { readNotes, writeNote } from './tables/notes.ts'
import type { ProjectRow } from './tables/rows.ts'
import { linesSince, openTree, rootsNaming, treeRow } from './trees.ts'

/** The database as it is open, and what everything in it is done with. */
export interface Open {
  database: Database
  /** For messages. */
  path: string
  by: SealedBy
  /** Names this process in the lines. */
  process: string
  /** Keeps beside the database that a project has come to this revision. */
  keepMark: (directory: string, revision: number) => void
}

/** A project with its row, which must be there. */
export function projectStore({ database, path, by, process, keepMark }: Open, project: ProjectRow): ProjectStore {
  const { id, directory } = project
  const { sealer } = by
  const read = <T>(work: () => T): Result<T> => attempt('read', path, () => reading(database, work))
  const write = <T>(work: () => T, isWord = false): Result<T> =>
    attempt('write', path, () => (isWord ? safely(database, work) : transaction(database, work)))
  const row = (root: string) => treeRow(database, id, directory, root)

  /** Reads what a head covers. What does not fit is left behind at once, before somebody writes a head without a look. */
  function lookedThrough<T>(asked: readonly Part[], work: (head: Head) => T): Result<T> {
    let isUnfit = false
    const done = read(() => {
      const { head, fits } = readHead(database, by, project, asked)
      isUnfit = !fits
      return work(head)
    })
    if (isUnfit) write(() => leaveBehind(asked))
    return done
  }

  function leaveBehind(asked: readonly Part[]): void {
    const { head, fits } = readHead(database, by, project, asked)
    if (!fits) writeHead(database, by, project, head)
    forget()
  }

  const version = () => dataVersion({ database, path })
  const inForce = remembered(version, () =>
    lookedThrough(['grants'], ({ grants }) => readGrants(database, sealer, project, grants, true)),
  )
  const answered = remembered(version, () =>
    lookedThrough(['answers'], () => new Set(answeredFingerprints(database, project))),
  )
  const given = remembered(version, () => lookedThrough([], ({ last }) => numbersGiven(last)))

  const numbersGiven = (last: Head['last']): Head['last'] =>
    usedNumbers(database, id).reduce((numbers, [prefix, to]) => raised(numbers, { prefix, number: to }), last)

  function forget(): void {
    for (const each of [inForce, answered, given]) each.forget()
  }

  /** What this connection writes, it knows to have changed. */
  function commit(commit: Commit): Result<Committed> {
    const { answers = [], grants = [], ended = [] } = commit
    const isWord = answers.length + grants.length + ended.length > 0
    const all = () => writeCommit(database, by, project, process, commit)
    const done = commitTo(() => write(all, isWord))
    if (isWord && done.ok && done.value.result === 'done') keepMark(directory, done.value.revision)
    // A word is held against all that was said, and may leave it behind.
    if (isWord) forget()
    else if (done.ok && done.value.result === 'done') given.amend((last) => (commit.records ?? []).reduce(raised, last))
    return done
  }

  return {
    directory,
    tree: (root) =>
      lookedThrough(['grants', 'trees'], ({ isRenewed }) => {
        const found = row(root)
        return found === null ? null : { ...openTree(database, by, found), isRenewed }
      }),
    since: (root, seq, most) =>
      read(() => {
        const found = row(root)
        return found === null ? { seq: 0, lines: [], unsealed: [] } : linesSince(database, by, found, seq, most)
      }),
    rootOf: (session) =>
      read(() => {
        const found = database
          .prepare(
            `SELECT trees.root, sessions.seal FROM sessions JOIN trees ON trees.id = sessions.tree
             WHERE sessions.session = ? AND trees.project = ?`,
          )
          .get(session, id)
        if (found === undefined) return row(session) === null ? null : session
        const root = text(found, 'root')
        return sealer.isSealed(['session', directory, root, session], nothingBefore, found['seal']) ? root : null
      }),
    sets: (root) =>
      read(() =>
        database
          .prepare(
            `SELECT sets.* FROM trees JOIN sets_of_trees ON sets_of_trees.tree = trees.id
             JOIN sets ON sets.hash = sets_of_trees.hash WHERE trees.project = ? AND trees.root = ? ORDER BY sets.hash`,
          )
          .all(id, root)
          .map((each) => ({ hash: text(each, 'hash'), documents: text(each, 'documents') })),
      ),
    elsewhere: (root) =>
      read(() => {
        const found = database
          .prepare(
            // Of few projects each is asked by its index: of trees there are many.
            `SELECT projects.directory FROM projects CROSS JOIN trees ON trees.project = projects.id AND trees.root = ?
             WHERE projects.id <> ? ORDER BY trees.at DESC LIMIT 1`,
          )
          .get(root, id)
        return found === undefined ? null : text(found, 'directory')
      }),
    roots: (since = 0) =>
      read(() =>
        database
          .prepare('SELECT root FROM trees WHERE project = ? AND at >= ? ORDER BY at, id')
          .all(id, since)
          .map((each) => text(each, 'root')),
      ),
    namedBehind: (line, named) => read(() => rootsNaming(database, id, line, named)),
    commit,
    shared: () =>
      lookedThrough(['grants'], ({ revision, last, grants, isRenewed }) => {
        const numbers = numbersGiven(last)
        return {
          revision,
          next: (prefix) => (numbers[prefix] ?? 0) + 1,
          grants: readGrants(database, sealer, project, grants, true),
          isRenewed,
        }
      }),
    given: (prefix) => {
      const numbers = given.get()
      return numbers.ok ? { ok: true, value: numbers.value[prefix] ?? 0 } : numbers
    },
    reserve: (name) => {
      forget()
      return write(() => {
        const { head } = readHead(database, by, project, [])
        const last = raised(head.last, name)
        if (last !== head.last) writeHead(database, by, project, { ...head, last, revision: head.revision + 1 })
      })
    },
    records: (only) => {
      const rows = () => readRecords(database, sealer, project, only?.fingerprint ?? null)
      return only === undefined ? lookedThrough(['entries'], rows) : read(rows)
    },
    answers: (only) => {
      const known = only === undefined ? null : answered.get()
      if (known?.ok === false) return known
      if (only !== undefined && known?.value.has(only.fingerprint) === false) return { ok: true, value: [] }
      return lookedThrough(['answers'], ({ answers }) =>
        readAnswers(database, project, answers, only?.fingerprint ?? null),
      )
    },
    inForce: inForce.get,
    grants: () => lookedThrough(parts, ({ grants }) => readGrants(database, sealer, project, grants, false)),
    titles: () =>
      read(
        () =>
          new Map(
            database
              .prepare('SELECT root, title FROM trees WHERE project = ? AND title IS NOT NULL')
              .all(id)
              .map((each) => [text(each, 'root'), text(each, 'title')]),
          ),
      ),
    page: (page) => read(() => readPage(database, sealer, project, page)),
    pageState: (page) => read(() => newestState(database, project, page)),
    keepPage: (page, rows) => write(() => writePage(database, sealer, project, page, rows)),
    pageStamp: (page, state) => pageStamp(sealer, project, page, state),
    note: (note) => write(() => writeNote(database, sealer, project, note)),
    notes: (code) => read(() => readNotes(database, sealer, project, code)),
  }
}

/** Another number whenever another connection has committed. */
export const dataVersion = ({ database, path }: Pick<Open, 'database' | 'path'>): Result<number> =>
  attempt('read', path, () => number(database.prepare('PRAGMA data_version').get() ?? {}, 'data_version'))

function commitTo(work: () => Result<Committed>): Result<Committed> {
  try {
    return work()
  } catch (error) {
    if (error instanceof Behind) return { ok: true, value: { result: 'behind' } }
    if (error instanceof NotItsOwn)
      return { ok: false, problem: problem('write', 'not-its-own', { detail: error.entry }) }
    throw error
  }
}

/** The row of a project, made if it is not there. */
export function projectRow({ database, path }: Open, directory: string): Result<ProjectRow> {
  const find = () => database.prepare('SELECT id FROM projects WHERE directory = ?').get(directory)
  return attempt('write', path, () => {
    const known = find()
    if (known !== undefined) return { id: number(known, 'id'), directory }
    return transaction(database, () => {
      database.prepare('INSERT OR IGNORE INTO projects (directory) VALUES (?)').run(directory)
      return { id: number(find() ?? {}, 'id'), directory }
    })
  })
}
