import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Database, DatabaseFailure } from '../../src/store/database/database.ts'
import { nodeDatabase } from '../../src/store/database/node.ts'
import { openStore, ownSqlite } from '../../src/store/open-store.ts'
import type { Place } from '../../src/store/place.ts'
import { buildOf, currentBuild, currentVersion, migrate } from '../../src/store/schema.ts'
import { createSealer, nothingBefore, type Sealer } from '../../src/store/seal.ts'
import { directory, done, freshPlace, line, lines, open, options, project, record, tamper, value } from './bench.ts'

const granted = {
  fingerprint: 'f',
  subject: 's',
  reach: 'project',
  record: 'b1',
  at: 5,
  via: 'page',
  name: null,
} as const

/** A store with one line that was closed again. */
function closedStore(): Place {
  const place = freshPlace()
  const store = open(place)
  done(project(store).commit(lines({ n: 1 })))
  value(store.close())
  return place
}

const refusal = (place: Place): unknown => {
  const found = openStore({ ...options(place), patience: 10 })
  return found.ok ? found.value.notices : found.problem
}

describe('a store that cannot be opened', () => {
  test('is no database', () => {
    const place = closedStore()
    writeFileSync(place.database, 'version: 1\n'.repeat(1000))
    expect(refusal(place)).toEqual({
      code: 'not-a-database',
      message: `Cannot open the store: ${place.database} is no database; move it away, and a new one is made`,
    })
    expect(readFileSync(place.database, 'utf8')).toContain('version: 1')
  })

  test('belongs to another program, with its own mark or without one', () => {
    for (const mark of ['PRAGMA application_id = 7', 'PRAGMA user_version = 3', 'CREATE TABLE bookmarks (url TEXT)']) {
      const place = freshPlace()
      value(open(place).close())
      rmSync(place.database)
      tamper(place, 'CREATE TABLE x (y)', 'DROP TABLE x', mark)
      expect(refusal(place)).toEqual({
        code: 'other-program',
        message: `Cannot open the store: ${place.database} belongs to another program; move it away, or name another folder in OPENCODE_DIVERTER_STATE`,
      })
    }
  })

  test.each([
    ['a trigger', 'CREATE TRIGGER t BEFORE UPDATE ON grants BEGIN SELECT RAISE(IGNORE); END'],
    ['a view', 'ALTER TABLE grants RENAME TO g; CREATE VIEW grants AS SELECT * FROM g'],
    ['a table', 'CREATE TABLE bookmarks (url TEXT)'],
    ['a virtual table', 'CREATE VIRTUAL TABLE pages USING fts5(text)'],
    ['no table', 'DROP TABLE grants'],
    ['a column', 'ALTER TABLE grants ADD COLUMN more TEXT'],
    ['a default', `ALTER TABLE grants DROP COLUMN subject; ALTER TABLE grants ADD COLUMN subject TEXT DEFAULT ''`],
    ['the number of an older version', 'PRAGMA user_version = 1'],
    ['an index', 'CREATE UNIQUE INDEX one ON grants (project)'],
  ])('was built by another program, which left %s', (_name, sql) => {
    const place = closedStore()
    tamper(place, sql)
    expect(refusal(place)).toMatchObject({ code: 'other-program' })
  })

  test('was written by a newer version', () => {
    const place = closedStore()
    tamper(place, 'PRAGMA user_version = 99')
    expect(refusal(place)).toEqual({
      code: 'newer',
      message: `Cannot open the store: ${place.database} was written by a newer version (99, this one knows ${currentVersion}); use that version of opencode-diverter`,
    })
  })

  test('is cut short, wherever', () => {
    const place = closedStore()
    const size = statSync(place.database).size
    const codes = [100, 512, 4096, size / 2, size - 4096, size - 1].map((length) => {
      const copy = freshPlace()
      value(open(copy).close())
      copyFileSync(place.key, copy.key)
      copyFileSync(place.database, copy.database)
      truncateSync(copy.database, Math.floor(length))
      return refusal(copy)
    })
    expect(codes).toEqual(
      codes.map(() => expect.objectContaining({ code: expect.stringMatching(/cut-short|not-a-database/) })),
    )
    expect(codes).toContainEqual(expect.objectContaining({ code: 'cut-short' }))
  })

  test('is locked by another program', () => {
    const place = closedStore()
    const holder = ownSqlite()?.(place.database)
    holder?.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(refusal(place)).toEqual({
      code: 'locked',
      message: `Cannot open the store: another program keeps ${place.database} locked; end that program`,
    })
    holder?.close()
    expect(refusal(place)).toEqual([])
  })

  test('has a key that is none', () => {
    const place = closedStore()
    writeFileSync(place.key, 'short')
    expect(refusal(place)).toEqual({
      code: 'no-key',
      message: `Cannot open the store: the key ${place.key} cannot be read: it has 5 bytes instead of 32; move it away, and a new one is made`,
    })
    rmSync(place.key)
    symlinkSync(place.database, place.key)
    expect(refusal(place)).toMatchObject({ code: 'link' })
  })

  test('has no SQLite at hand', () => {
    const found = openStore({ ...options(null), sqlite: null })
    expect(found).toEqual({
      ok: false,
      problem: {
        code: 'no-sqlite',
        message: `Cannot open the store: this is Node ${process.versions.node}, which has no SQLite; use Node 22.13 or newer`,
      },
    })
  })

  test.each([
    [3, 'denied', 'may not be written'],
    [8, 'denied', 'may not be written'],
    [14, 'denied', 'may not be written'],
    [10, 'device', 'nights.db; look at the disk'],
    [13, 'full', 'the disk is full; free some space'],
    [4874, 'full', 'the disk is full'],
    [5, 'locked', 'keeps'],
    [517, 'locked', 'keeps'],
    [11, 'cut-short', 'is damaged or cut short'],
    [1, 'unfit', 'does not hold what this version made (no)'],
    [19, 'unfit', 'does not hold what this version made (no)'],
    [20, 'unfit', 'put a copy of it back'],
  ])('is refused by SQLite with %i', (result, code, words) => {
    const place = freshPlace()
    const sqlite = () => {
      throw new DatabaseFailure(result, 'no', null)
    }
    const found = openStore({ ...options(place), sqlite })
    expect(found).toMatchObject({ ok: false, problem: { code, message: expect.stringContaining(words) } })
  })

  test('keeps the stack of a mistake of ours', () => {
    const mistaken = (): Database => ({
      exec: () => undefined,
      prepare: () => {
        throw new DatabaseFailure(21, 'bad parameter or other API misuse', null)
      },
      close: () => undefined,
    })
    expect(() => openStore({ ...options(freshPlace()), sqlite: mistaken })).toThrow('API misuse')
  })
})

describe('a store that opens with a word to the person', () => {
  test('has lost its key', () => {
    const place = closedStore()
    rmSync(place.key)
    expect(refusal(place)).toEqual([
      {
        code: 'key-lost',
        message: `The key ${place.key} is not the one of before: what was written with that one cannot be told from a forgery and has no effect; put the old key back, or answer again`,
      },
    ])
    expect(refusal(place)).toEqual([])
  })

  test('gets its old key back, and everything counts again', () => {
    const place = closedStore()
    const old = readFileSync(place.key)
    rmSync(place.key)
    refusal(place)
    writeFileSync(place.key, old)
    expect(refusal(place)).toMatchObject([{ code: 'key-lost' }])
    const store = open(place)
    expect(value(project(store).tree('r'))).toMatchObject({ lines: [{ body: '{"n":1}' }], unsealed: [] })
    value(store.close())
  })

  test('is new beside an older key, also if it was emptied', () => {
    for (const end of [rmSync, (path: string) => truncateSync(path, 0)]) {
      const place = closedStore()
      end(place.database)
      expect(refusal(place)).toEqual([
        {
          code: 'database-gone',
          message: `${place.database} is new, but ${place.key} is older: earlier nights are not in it; put a copy of the database back if you have one`,
        },
      ])
    }
  })

  test('is not new if the process that made its key died before it could say so', () => {
    const place = freshPlace()
    value(open(place).close())
    tamper(place, "DELETE FROM meta WHERE name = 'key'")
    expect(refusal(place)).toEqual([])
    rmSync(place.database)
    expect(refusal(place)).toMatchObject([{ code: 'database-gone' }])
  })

  test('cannot have a log, and works with the rollback journal', () => {
    const place = freshPlace()
    const sqlite = ownSqlite()
    // Locks by files, as on file systems that share no memory.
    const withoutMemory = (path: string): Database => {
      if (sqlite === null) throw new Error('Cannot open: there is no SQLite')
      return sqlite(`file:${path}?vfs=unix-dotfile`)
    }
    const store = value(openStore({ ...options(place), sqlite: withoutMemory }))
    expect(store.journal).toBe('rollback')
    expect(store.notices).toEqual([
      {
        code: 'no-wal',
        message: `${place.database} lies on a file system that knows no shared memory: sessions wait for each other when they write`,
      },
    ])
    done(project(store).commit(lines({ n: 1 })))
    expect(value(project(store).tree('r'))?.lines).toHaveLength(1)
    value(store.close())
  })
})

test('a database of version 0 becomes one of today, by several at once', () => {
  const place = freshPlace()
  const [one, two] = [open(place, 'p1'), open(place, 'p2')]
  done(project(one).commit(lines({ n: 1 })))
  done(project(two).commit({ trees: [{ root: 'r', after: 1, lines: [line({ n: 2 })] }], revision: 0 }))
  expect(value(project(one).tree('r'))?.seq).toBe(2)
  value(one.close())
  value(two.close())
})

test('the build of the current version is known, so that opening is quick', () => {
  const database = ownSqlite()?.(':memory:')
  if (database === undefined) throw new Error('Cannot open: there is no SQLite')
  migrate(database, currentVersion, () => undefined)
  expect(currentBuild).toBe(buildOf(database))
  database.close()
})

test('a snapshot of version 1 stands in a row of its own today', () => {
  const database = ownSqlite()?.(':memory:')
  if (database === undefined) throw new Error('Cannot open: there is no SQLite')
  migrate(database, 1, () => undefined)
  database.exec(
    `INSERT INTO trees (id, project, root, at, seq, snapshot_seq, snapshot, snapshot_mac, snapshot_seal)
     VALUES (7, 1, 'r', 1, 5, 4, '{}', x'01', x'02'), (8, 1, 's', 1, 5, 0, NULL, NULL, NULL)`,
  )
  migrate(database, currentVersion, () => undefined)
  expect(database.prepare('SELECT * FROM snapshots').all()).toEqual([
    { tree: 7, seq: 4, state: '{}', mac: new Uint8Array([1]), seal: new Uint8Array([2]) },
  ])
  database.close()
})

test('a number that nobody counts to hides nothing, and one that cannot be read is said', () => {
  const place = freshPlace()
  const store = open(place)
  const one = project(store)
  done(one.commit({ ...lines({ n: 1 }), records: [record(1)] }))
  const copy = 'project, prefix, 9223372036854775807, root, kind, fingerprint, status, at, body, seal'
  tamper(place, `INSERT INTO records SELECT ${copy} FROM records`)
  expect([value(one.records()).length, value(one.shared()).next('b')]).toEqual([1, 2])
  tamper(place, 'UPDATE records SET at = 9223372036854775807')
  expect(one.records()).toMatchObject({ ok: false, problem: { code: 'unfit' } })
  value(store.close())
})

describe('a database of version 4, where rows were sealed by themselves', () => {
  const answer = { record: 'b1', fingerprint: 'f', at: 7, via: 'page' as const, name: null, decision: 'words' as const }
  const grant = { fingerprint: 'f', subject: 's', reach: 'project' as const, record: 'b1', at: 5, via: 'page' as const }

  /** Two answers and two grants in force; `seal` makes the seals of that version. */
  function old(place: Place): { seal: Sealer; prepared: Database } {
    value(open(place).close())
    rmSync(place.database)
    const prepared = ownSqlite()?.(place.database)
    if (prepared === undefined) throw new Error('Cannot open: there is no SQLite')
    prepared.exec('PRAGMA page_size = 4096')
    migrate(prepared, 4, () => undefined)
    const seal = createSealer(readFileSync(place.key))
    prepared.prepare('INSERT INTO meta (name, value) VALUES (?, ?)').run('key', seal.id)
    prepared.prepare('INSERT INTO projects (id, directory, revision) VALUES (1, ?, 7)').run(directory)
    prepared.exec("INSERT INTO counters (project, prefix, last) VALUES (1, 'b', 5)")
    for (const [index, text] of ['yes', 'no'].entries()) {
      const fields = ['answer', directory, 'b1', 'f', 7, 'page', null, 'words', text] as const
      prepared
        .prepare(`INSERT INTO answers VALUES (?, 1, 'b1', 'f', 7, 'page', NULL, 'words', ?, ?)`)
        .run(index + 1, text, seal.seal(fields, nothingBefore))
      const granted = ['grant', directory, index + 1, 'f', 's', 'project', 'b1', 5, 'page', null, null, null] as const
      prepared
        .prepare(`INSERT INTO grants VALUES (?, 1, 'f', 's', 'project', 'b1', 5, 'page', NULL, NULL, NULL, ?)`)
        .run(index + 1, seal.seal(granted, nothingBefore))
    }
    return { seal, prepared }
  }

  function said(place: Place) {
    const store = open(place)
    const one = project(store)
    const { revision, next, grants, isRenewed } = value(one.shared())
    const answers = value(one.answers())
    value(store.close())
    return {
      revision,
      next: next('b'),
      isRenewed,
      grants: grants.map(({ id, sealed }) => [id, sealed]),
      answers: answers.map(({ text, sealed }) => [text, sealed]),
    }
  }

  test('keeps what was said in it', () => {
    const place = freshPlace()
    old(place).prepared.close()
    const kept = {
      revision: 7,
      next: 6,
      isRenewed: false,
      grants: [
        [1, true],
        [2, true],
      ],
      answers: [
        ['yes', true],
        ['no', true],
      ],
    }
    expect(said(place)).toEqual(kept)
    expect(said(place)).toEqual(kept)
  })

  test('keeps nothing that was not sealed, and nothing that came before it', () => {
    const place = freshPlace()
    const { prepared } = old(place)
    prepared.exec("UPDATE answers SET text = 'never' WHERE id = 1; UPDATE grants SET fingerprint = 'g' WHERE id = 2")
    prepared.close()
    expect(said(place)).toMatchObject({
      grants: [
        [1, false],
        [2, false],
      ],
      answers: [
        ['never', false],
        ['no', true],
      ],
    })
  })

  test('cannot be made of a newer one, to have a row believed again', () => {
    const place = freshPlace()
    const store = open(place)
    const given = { answers: [{ ...answer, text: 'yes' }], grants: [{ ...grant, name: null }] }
    done(project(store).commit({ trees: [], revision: null, ...given }))
    value(store.close())
    tamper(
      place,
      'DROP TABLE looks',
      'DROP TABLE heads',
      'DROP TABLE trusted',
      'ALTER TABLE trees DROP COLUMN reduced_to',
      'ALTER TABLE trees DROP COLUMN figures_seal',
      'ALTER TABLE faults DROP COLUMN seal',
      `CREATE TABLE counters (
         project INTEGER NOT NULL, prefix TEXT NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (project, prefix)
       ) STRICT, WITHOUT ROWID`,
      'ALTER TABLE projects RENAME TO p',
      'CREATE TABLE projects (id INTEGER PRIMARY KEY, directory TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL) STRICT',
      'INSERT INTO projects SELECT id, directory, 0 FROM p',
      'DROP TABLE p',
      'PRAGMA user_version = 4',
    )
    expect(said(place)).toMatchObject({ grants: [[1, false]], answers: [['yes', false]] })
  })
})

test('a process of an earlier version that still writes takes no word back', () => {
  const place = freshPlace()
  const store = open(place)
  const one = project(store)
  done(one.commit({ ...lines({ n: 1 }), records: [record(1)], grants: [granted] }))
  const sqlite = ownSqlite()
  if (sqlite === null) throw new Error('Cannot open: there is no SQLite')
  const database = sqlite(place.database)
  const head = (): Record<string, unknown> =>
    JSON.parse(`${database.prepare('SELECT body FROM heads').get()?.['body']}`)
  const before = head()
  done(one.commit({ ...lines({ n: 2 }), records: [record(2)] }))
  value(store.close())
  // It goes on with a head as it found it, but for what it knows of.
  const body = JSON.stringify({ ...head(), entries: before['entries'] })
  const seal = createSealer(readFileSync(place.key)).seal(['head', directory, body], nothingBefore)
  database.prepare('UPDATE heads SET body = ?, seal = ?').run(body, seal)
  database.close()
  const again = project(open(place))
  expect(value(again.records()).map(({ number }) => number)).toEqual([1, 2])
  expect(value(again.shared())).toMatchObject({ isRenewed: false, grants: [{ id: 1, sealed: true }] })
})

test('a full disk refuses whole commits, and what comes after it goes on where they would have been', () => {
  const sqlite = ownSqlite()
  const databases: Database[] = []
  const remembered = (path: string): Database => {
    if (sqlite === null) throw new Error('Cannot open: there is no SQLite')
    const database = sqlite(path)
    databases.push(database)
    return database
  }
  const store = value(openStore({ ...options(freshPlace()), sqlite: remembered }))
  const limit = (pages: number) => databases[0]?.exec(`PRAGMA max_page_count = ${pages}`)
  const one = project(store)
  done(one.commit(lines({ n: 0 })))
  limit(60)
  const results = Array.from({ length: 100 }, (_none, n) => {
    const body = { n: n + 1, text: 'x'.repeat(900) }
    return one.commit({ ...lines(body, body), records: [record(n + 1)] })
  })
  const committed = results.filter((result) => result.ok && result.value.result === 'done').length
  expect(committed).toBeGreaterThan(10)
  const refused = results.filter((result) => !result.ok)
  expect(refused[0]).toEqual({
    ok: false,
    problem: {
      code: 'full',
      message: 'Cannot write to the store: the disk is full; free some space',
    },
  })
  expect(refused.every((result) => !result.ok && result.problem.code === 'full')).toBe(true)
  limit(1000)
  done(one.commit(lines({ n: 'last' })))
  const found = value(one.tree('r'))
  expect([found?.seq, found?.lines.length, found?.unsealed]).toEqual([committed * 2 + 2, committed * 2 + 2, []])
  expect(value(one.records())).toHaveLength(committed)
  value(store.close())
})

test('a store that another process makes at the same moment is no stranger', () => {
  const place = freshPlace()
  const sqlite = ownSqlite()
  let others = 0
  const interrupted = (path: string): Database => {
    if (sqlite === null) throw new Error('Cannot open: there is no SQLite')
    const database = sqlite(path)
    return {
      ...database,
      prepare: (sql) => {
        if (sql === 'PRAGMA user_version' && others === 0) {
          others += 1
          const other = openStore({ ...options(place, 'p2'), patience: 10 })
          if (other.ok) value(other.value.close())
        }
        return database.prepare(sql)
      },
    }
  }
  const store = value(openStore({ ...options(place), sqlite: interrupted }))
  expect(others).toBe(1)
  done(project(store).commit(lines({ n: 1 })))
  value(store.close())
})

describe('loading SQLite', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))

  test('silences its own warning and no other, and leaves process.emitWarning as it was', () => {
    const { emitWarning, getBuiltinModule } = process
    const told: string[] = []
    const collect = (warning: string | Error) => {
      told.push(String(warning))
    }
    process.emitWarning = collect
    process.getBuiltinModule = ((id: string) => {
      process.emitWarning('SQLite is an experimental feature', 'ExperimentalWarning')
      process.emitWarning('SQLite is old', 'DeprecationWarning')
      process.emitWarning('Something else is an experimental feature', 'ExperimentalWarning')
      return getBuiltinModule.call(process, id)
    }) as typeof process.getBuiltinModule
    try {
      expect(nodeDatabase()).not.toBeNull()
      expect(process.emitWarning).toBe(collect)
      expect(told).toEqual(['SQLite is old', 'Something else is an experimental feature'])
    } finally {
      process.emitWarning = emitWarning
      process.getBuiltinModule = getBuiltinModule
    }
  })

  test('does not happen when the module of the store is loaded', () => {
    const probe = `
      const { importTypeScript } = await import('./scripts/bundle.mjs')
      const asked = []
      const real = process.getBuiltinModule
      process.getBuiltinModule = (id) => { asked.push(id); return real.call(process, id) }
      const { openStore, ownSqlite } = await importTypeScript('src/store/open-store.ts')
      const before = asked.filter((id) => id.includes('sqlite')).length
      ownSqlite()
      console.log(before, asked.filter((id) => id.includes('sqlite')).join())`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', probe], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(stdout).toBe('0 node:sqlite\n')
  })
})
