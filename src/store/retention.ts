import { type Database, number, reading, type Row, text, transaction } from './database/database.ts'
import { firstLine, readLines } from './lines.ts'
import { limitLog } from './log-size.ts'
import { freePlaces, lastAt, lookFor } from './looks.ts'
import { attempt, type Result } from './problem.ts'
import type { Open } from './project-store.ts'
import type { Reduced, Reduction, Store, TreeName } from './store.ts'
import { asTree, keepFigures, keepSnapshot, keptFigures, lastLink, snapshotOf, treeRow } from './trees.ts'

type Upkeep = Pick<Store, 'directories' | 'set' | 'find' | 'olderThan' | 'size' | 'reduce' | 'look' | 'tidy'>

/** What concerns all projects of a user: finding a session, and taking old nights away. */
export function upkeep({ database, path, by }: Open): Upkeep {
  const read = <T>(work: () => T): Result<T> => attempt('read', path, () => reading(database, work))
  return {
    directories: () =>
      read(() =>
        database
          .prepare('SELECT directory FROM projects ORDER BY directory')
          .all()
          .map((row) => text(row, 'directory')),
      ),
    set: (hash) =>
      read(() => {
        const row = database.prepare('SELECT documents FROM sets WHERE hash = ?').get(hash)
        return row === undefined ? null : text(row, 'documents')
      }),
    find: (session) =>
      read(() => {
        const row = database
          .prepare(
            `${places} WHERE trees.root = ? OR trees.id = (SELECT tree FROM sessions WHERE session = ?)
             ORDER BY trees.root = ? DESC, trees.at DESC LIMIT 1`,
          )
          .get(session, session, session)
        return row === undefined ? null : nameOf(row)
      }),
    olderThan: (at, counted) =>
      read(() =>
        database
          .prepare(
            // By the last line, which is sealed: the time in the row of a tree is for finding it.
            `${places} JOIN lines AS last ON last.tree = trees.id AND
               last.seq = (SELECT max(seq) FROM lines WHERE tree = trees.id)
             WHERE trees.at < ?1 AND last.at < ?1 AND last.rowid <= ?2 ORDER BY trees.at, trees.id`,
          )
          .all(at, counted === undefined ? Number.MAX_SAFE_INTEGER : lastAt(database, counted))
          .map(nameOf),
      ),
    size: (name) =>
      read(() => {
        const row = rowOf(database, name)
        if (row === null) return null
        const sums = database.prepare(`SELECT count(*) AS lines, ${bytesOf} FROM lines WHERE tree = ?`)
        const found = sums.get(number(row, 'id')) ?? {}
        return { at: number(row, 'at'), lines: number(found, 'lines'), bytes: number(found, 'bytes') }
      }),
    reduce: (name, to) =>
      attempt('write', path, () =>
        transaction(database, () => {
          const row = rowOf(database, name)
          if (row === null || number(row, 'seq') !== to.after) return { result: 'behind' }
          return reduceTree(database, by, row, to)
        }),
      ),
    look: (now, every) => attempt('write', path, () => transaction(database, () => lookFor(database, now, every))),
    tidy: (pages) =>
      attempt('write', path, () => {
        database.prepare(`PRAGMA incremental_vacuum(${pages ?? 0})`).all()
        database.prepare('PRAGMA wal_checkpoint(PASSIVE)').all()
        limitLog(database, path)
        return number(database.prepare('PRAGMA freelist_count').get() ?? {}, 'freelist_count')
      }),
  }
}

const places = 'SELECT projects.directory, trees.root FROM trees JOIN projects ON projects.id = trees.project'

const nameOf = (row: Row): TreeName => ({
  directory: text(row, 'directory'),
  root: text(row, 'root'),
})

/** In the encoding of the file, which for almost all letters of ours is one byte each. */
const bytesOf = 'coalesce(sum(length(CAST(body AS BLOB))), 0) AS bytes'

function rowOf(database: Database, { directory, root }: TreeName): Row | null {
  const project = database.prepare('SELECT id FROM projects WHERE directory = ?').get(directory)
  return project === undefined ? null : treeRow(database, number(project, 'id'), directory, root)
}

/** The state comes first: from then on the tree is opened without the lines that go. */
function reduceTree(database: Database, by: Open['by'], row: Row, to: Reduction): Reduced {
  const tree = asTree(row)
  if (snapshotOf(database, by, row)?.state !== to.snapshot) {
    keepSnapshot(database, by, row, lastLink(database, by, row), to.snapshot)
    database.prepare('DELETE FROM sessions WHERE tree = ?').run(tree.id)
    // By its sets the page knows how its entries stand there; without them it would take them for gone.
    database
      .prepare(
        `DELETE FROM sets_of_trees WHERE tree = ?
         AND NOT EXISTS (SELECT 1 FROM records WHERE project = ? AND root = ?)`,
      )
      .run(tree.id, number(row, 'project'), text(row, 'root'))
    database.exec('DELETE FROM sets WHERE hash NOT IN (SELECT hash FROM sets_of_trees)')
  }
  const kept = keptFigures(by, row)
  const from = { seq: (firstLine(database, tree.id) ?? 1) - 1, mac: null }
  const { lines, seq } = readLines(database, by, tree, from, to.most)
  const range = 'tree = ? AND seq <= ?'
  const gone =
    database.prepare(`SELECT count(*) AS lines, ${bytesOf} FROM lines WHERE ${range}`).get(tree.id, seq) ?? {}
  keepFigures(database, by, row, to.figures(kept?.figures ?? null, lines), seq)
  database.prepare(`DELETE FROM lines WHERE ${range}`).run(tree.id, seq)
  freePlaces(database)
  return { result: 'done', lines: number(gone, 'lines'), bytes: number(gone, 'bytes'), isEmpty: seq >= tree.seq }
}
