import { type Database, number, reading, type Row, text, transaction } from './database.ts'
import { attempt, type Result } from './problem.ts'
import type { Open } from './project-store.ts'
import type { Store } from './store.ts'
import { asTree, keepSnapshot, lastLink, treeRow } from './trees.ts'

type Upkeep = Pick<Store, 'directories' | 'set' | 'find' | 'olderThan' | 'reduce' | 'tidy'>

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
        return row === undefined ? null : placeOf(row)
      }),
    olderThan: (at) =>
      read(() =>
        database
          .prepare(
            `${places} WHERE trees.at < ? AND EXISTS (SELECT 1 FROM lines WHERE lines.tree = trees.id)
             ORDER BY trees.at, trees.id`,
          )
          .all(at)
          .map(placeOf),
      ),
    reduce: ({ directory, root }, figures) =>
      attempt('write', path, () =>
        transaction(database, () => {
          const project = database.prepare('SELECT id FROM projects WHERE directory = ?').get(directory)
          const row = project === undefined ? null : treeRow(database, number(project, 'id'), directory, root)
          if (row !== null) reduceTree(database, by, row, figures)
        }),
      ),
    tidy: () =>
      attempt('write', path, () => {
        database.prepare('PRAGMA incremental_vacuum').all()
        database.prepare('PRAGMA wal_checkpoint(PASSIVE)').all()
      }),
  }
}

const places = 'SELECT projects.directory, trees.root FROM trees JOIN projects ON projects.id = trees.project'

const placeOf = (row: Row): { directory: string; root: string } => ({
  directory: text(row, 'directory'),
  root: text(row, 'root'),
})

function reduceTree(database: Database, by: Open['by'], row: Row, figures: string): void {
  const tree = asTree(row)
  keepSnapshot(database, by, row, lastLink(database, by, row), null)
  database.prepare('UPDATE trees SET figures = ? WHERE id = ?').run(figures, tree.id)
  for (const table of ['lines', 'sessions', 'sets_of_trees'])
    database.prepare(`DELETE FROM ${table} WHERE tree = ?`).run(tree.id)
  database.exec('DELETE FROM sets WHERE hash NOT IN (SELECT hash FROM sets_of_trees)')
}
