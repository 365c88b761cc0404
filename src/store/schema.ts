import { createHash } from 'node:crypto'
import { type Database, number, type OpenDatabase, reading, transaction } from './database/database.ts'

/** Marks the file as ours: "OCDi". */
const applicationId = 0x4f434469

/** Each entry brings the database from the version before it to its own; the first makes it. Never changed, only added to. */
const migrations: readonly string[] = [
  `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- A project is a directory. What all its sessions share has one revision: ids, answers, grants.
CREATE TABLE projects (
  id INTEGER PRIMARY KEY, directory TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL
) STRICT;

-- The highest number that an entry with this prefix ever had: none is given twice.
CREATE TABLE counters (
  project INTEGER NOT NULL, prefix TEXT NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (project, prefix)
) STRICT, WITHOUT ROWID;

-- A session tree by its root, with the state after the line snapshot_seq, whose seal is snapshot_mac.
CREATE TABLE trees (
  id INTEGER PRIMARY KEY, project INTEGER NOT NULL, root TEXT NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL,
  snapshot_seq INTEGER NOT NULL, snapshot TEXT, snapshot_mac BLOB, snapshot_seal BLOB, figures TEXT,
  UNIQUE (project, root)
) STRICT;

CREATE TABLE lines (
  tree INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, process TEXT NOT NULL, kind TEXT NOT NULL,
  body TEXT NOT NULL, prev BLOB NOT NULL, mac BLOB NOT NULL, UNIQUE (tree, seq)
) STRICT;

CREATE TABLE sessions (session TEXT PRIMARY KEY, tree INTEGER NOT NULL, seal BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_tree ON sessions (tree);

CREATE TABLE sets (hash TEXT PRIMARY KEY, documents TEXT NOT NULL) STRICT;
CREATE TABLE sets_of_trees (tree INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (tree, hash)) STRICT, WITHOUT ROWID;

CREATE TABLE records (
  project INTEGER NOT NULL, prefix TEXT NOT NULL, number INTEGER NOT NULL, root TEXT NOT NULL, kind TEXT NOT NULL,
  fingerprint TEXT NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL, seal BLOB NOT NULL,
  UNIQUE (project, prefix, number)
) STRICT;
CREATE INDEX records_alike ON records (project, fingerprint);

CREATE TABLE answers (
  id INTEGER PRIMARY KEY, project INTEGER NOT NULL, record TEXT NOT NULL, fingerprint TEXT NOT NULL,
  at INTEGER NOT NULL, via TEXT NOT NULL, name TEXT, decision TEXT NOT NULL, text TEXT, seal BLOB NOT NULL
) STRICT;
CREATE INDEX answers_alike ON answers (project, fingerprint);

CREATE TABLE grants (
  id INTEGER PRIMARY KEY, project INTEGER NOT NULL, fingerprint TEXT NOT NULL, subject TEXT NOT NULL,
  reach TEXT NOT NULL, record TEXT, at INTEGER NOT NULL, via TEXT NOT NULL, name TEXT, ended INTEGER, ended_by TEXT,
  seal BLOB NOT NULL
) STRICT;
CREATE INDEX grants_in_force ON grants (project) WHERE ended IS NULL;

-- What was decided and does not stand on the page yet.
CREATE TABLE outbox (id INTEGER PRIMARY KEY, project INTEGER NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
CREATE INDEX outbox_of_project ON outbox (project);

-- What a person was told once.
CREATE TABLE faults (
  project INTEGER NOT NULL, code TEXT NOT NULL, subject TEXT NOT NULL, at INTEGER NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY (project, code, subject)
) STRICT, WITHOUT ROWID;
`,
  `
-- The state of a tree after the line seq, whose seal is mac. In a row of its own: that of the tree changes with each line.
CREATE TABLE snapshots (
  tree INTEGER PRIMARY KEY, seq INTEGER NOT NULL, state TEXT, mac BLOB NOT NULL, seal BLOB NOT NULL
) STRICT;
INSERT INTO snapshots SELECT id, snapshot_seq, snapshot, snapshot_mac, snapshot_seal FROM trees WHERE snapshot_seq > 0;
ALTER TABLE trees DROP COLUMN snapshot_seq;
ALTER TABLE trees DROP COLUMN snapshot;
ALTER TABLE trees DROP COLUMN snapshot_mac;
ALTER TABLE trees DROP COLUMN snapshot_seal;
`,
  `
-- How the entries of a page were left, which is a view of records: since which state of the page an entry stands on it,
-- since which it does not because a person took it out (0: it does), its box, a digest of each part of its text.
CREATE TABLE page_entries (
  project INTEGER NOT NULL, page TEXT NOT NULL, record TEXT NOT NULL, since INTEGER NOT NULL, out INTEGER NOT NULL,
  checked INTEGER NOT NULL, wrote TEXT NOT NULL, seal BLOB NOT NULL, PRIMARY KEY (project, page, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_states ON page_entries (project, page, max(since, out));

-- The title of the root session, for a person.
ALTER TABLE trees ADD COLUMN title TEXT;
`,
  // Nobody reads it: the page is made from the entries, which are sealed.
  'DROP TABLE outbox',
  `
-- What all of a project is held against: its revision, the numbers given, and seals over answers, grants and trees.
CREATE TABLE heads (project INTEGER PRIMARY KEY, body TEXT NOT NULL, seal BLOB NOT NULL) STRICT;
`,
  `
DROP TABLE counters;
ALTER TABLE projects DROP COLUMN revision;
`,
  `
-- What a person trusts: all that a project's policies were made of when they said so.
CREATE TABLE trusted (
  directory TEXT PRIMARY KEY, at INTEGER NOT NULL, via TEXT NOT NULL, name TEXT, body TEXT NOT NULL, seal BLOB NOT NULL
) STRICT, WITHOUT ROWID;
`,
  `
-- What was kept of the lines up to one that were taken away, and what a person was told, can be made by us alone.
ALTER TABLE trees ADD COLUMN reduced_to INTEGER;
ALTER TABLE trees ADD COLUMN figures_seal BLOB;
ALTER TABLE faults ADD COLUMN seal BLOB;
`,
  `
-- The looks for old nights: the time that was counted by then, in milliseconds, the clock, and the place of the last line.
CREATE TABLE looks (counted INTEGER PRIMARY KEY, at INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
DELETE FROM meta WHERE name = 'upkeep';
`,
]

/** The version that has a place for heads; they cannot be made without the key. */
const firstWithHeads = 5
/** The last one that is made without the key, and has a place for its name. */
export const lastWithoutHeads = firstWithHeads - 1

/** The version that this program writes. */
export const currentVersion = migrations.length

export type Origin =
  | { is: 'ours'; version: number }
  | { is: 'empty' }
  | { is: 'newer'; version: number }
  | { is: 'foreign' }

/** Whose the database is; all of it at one moment, since another process may be making it. */
export function originOf(database: Database): Origin {
  const [id, version, tables] = reading(database, () => [
    number(database.prepare('PRAGMA application_id').get() ?? {}, 'application_id'),
    number(database.prepare('PRAGMA user_version').get() ?? {}, 'user_version'),
    number(database.prepare('SELECT count(*) AS count FROM sqlite_master').get() ?? {}, 'count'),
  ])
  if (id === applicationId && version > 0) return { is: version > currentVersion ? 'newer' : 'ours', version }
  return id === 0 && version === 0 && tables === 0 ? { is: 'empty' } : { is: 'foreign' }
}

/**
 * Brings the database to a version, each step whole or not at all; several processes may try at once. `sealHeads` is
 * called within the step that makes the place for them.
 */
export function migrate(database: Database, version: number, sealHeads: () => void): void {
  for (const [at, sql] of migrations.slice(0, version).entries()) {
    transaction(database, () => {
      const row = database.prepare('PRAGMA user_version').get() ?? {}
      if (number(row, 'user_version') !== at) return
      database.exec(sql)
      if (at + 1 === firstWithHeads) sealHeads()
      database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${at + 1}`)
    })
  }
}

/** That of the current version; one that is not known here is made anew and compared, which takes milliseconds. */
export const currentBuild = 'e78d22eff42cf3690ddf20ca3440c55b2ed5ae08ee66af6e5814b7b51676d764'

/** Whether a database of ours is built as its version was: no trigger, view, table or column of somebody else in it. */
export function isBuiltAsOurs(database: Database, sqlite: OpenDatabase): boolean {
  return reading(database, () => {
    const version = number(database.prepare('PRAGMA user_version').get() ?? {}, 'user_version')
    const build = buildOf(database)
    return (version === currentVersion && build === currentBuild) || build === buildOfModel(sqlite, version)
  })
}

function buildOfModel(sqlite: OpenDatabase, version: number): string {
  const model = sqlite(':memory:')
  try {
    migrate(model, version, () => undefined)
    return buildOf(model)
  } finally {
    model.close()
  }
}

/** A digest of the parts of a database. The texts that made them are left out: versions of SQLite write them differently. */
export const buildOf = (database: Database): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        database
          .prepare(
            `SELECT part.type AS part, part.name AS name, tbl_name, rootpage = 0 AS isVirtual, field.name AS field,
           field.type AS type, "notnull", dflt_value, pk, hidden
         FROM sqlite_master AS part LEFT JOIN pragma_table_xinfo(part.name) AS field
         WHERE part.name NOT LIKE 'sqlite~_stat%' ESCAPE '~' ORDER BY part.type, part.name, cid`,
          )
          .all(),
      ),
    )
    .digest('hex')
