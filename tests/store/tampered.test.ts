import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../src/store/database/database.ts'
import { openStore, ownSqlite } from '../../src/store/open-store.ts'
import type { Place } from '../../src/store/place.ts'
import { currentVersion, migrate } from '../../src/store/schema.ts'
import type { ProjectStore, Store } from '../../src/store/store.ts'
import {
  directory,
  done,
  freshPlace,
  grant,
  line,
  lines,
  open,
  options,
  project,
  record,
  tamper,
  value,
} from './bench.ts'

const answer = {
  record: 'b1',
  fingerprint: 'f1',
  at: 5,
  via: 'terminal' as const,
  name: null,
  decision: 'words' as const,
  text: 'yes',
}
const page = (id: string, out = 0) => ({ record: id, since: 1, out, checked: false, wrote: 'x' })

/**
 * A night with a row in each table: two trees, of which the other one was reduced, entries of both and of another
 * project, a used grant, a never and one in force, two answers.
 */
function night(place: Place): Store {
  const store = open(place)
  const one = project(store)
  const tree = (root: string, ...numbers: number[]) => ({
    root,
    after: null,
    lines: numbers.map((n) => line({ n }, n)),
    sessions: [`${root}-child`],
    sets: [{ hash: `set-${root}`, documents: '[]' }],
  })
  done(one.commit({ trees: [{ ...tree('old', 1, 2), title: 'An old one' }], revision: null }))
  const name = { directory, root: 'old' }
  const to = { after: 2, snapshot: '{"kept":1}', figures: () => '{"lines":2}', most: 9 }
  value(store.reduce(name, to))
  done(
    one.commit({
      trees: [{ ...tree('r', 1, 2, 3), snapshot: '{"state":3}' }],
      revision: null,
      records: [record(1), record(2)],
      grants: [grant, { ...grant, fingerprint: 'f2' }, { ...grant, fingerprint: 'f3', reach: 'never' }],
      answers: [answer],
    }),
  )
  tamper(place, 'CREATE TABLE was_records AS SELECT * FROM records', 'CREATE TABLE was_grants AS SELECT * FROM grants')
  value(store.trust({ directory, at: 6, via: 'terminal', name: null, body: '{"a":0}' }))
  tamper(place, 'CREATE TABLE was_trusted AS SELECT * FROM trusted')
  tamper(
    place,
    'CREATE TABLE was_snapshots AS SELECT * FROM snapshots',
    'CREATE TABLE was_heads AS SELECT * FROM heads',
  )
  tamper(place, 'CREATE TABLE was_trees AS SELECT * FROM trees')
  done(
    one.commit({
      trees: [{ ...tree('r', 4, 5), snapshot: '{"state":5}' }],
      revision: null,
      records: [record(1, { isNew: false, status: 'answered' })],
      ended: [{ grant: 1, at: 6, by: 'used' }],
      answers: [{ ...answer, at: 6, text: 'no' }],
    }),
  )
  done(one.commit({ trees: [tree('r', 6)], revision: null }))
  done(
    project(store, '/other').commit({ trees: [tree('o', 1)], revision: null, records: [record(1)], grants: [grant] }),
  )
  value(one.keepPage('p.md', [page('b1'), page('b2', 3)]))
  value(one.note({ code: 'fault', subject: 'f3a9c2', at: 7, detail: 'told' }))
  value(store.trust({ directory, at: 7, via: 'terminal', name: null, body: '{}' }))
  value(store.look(7, 1))
  return store
}

/** All that is believed, and all that is said. */
function seen(store: Store, one: ProjectStore) {
  // What one of them finds out holds for all.
  value(one.grants())
  const tree = (root: string) => {
    const found = value(one.tree(root))
    return [found?.snapshot ?? null, found?.figures ?? null, found?.unsealed.map(({ seq, why }) => `${seq} ${why}`)]
  }
  const said = (root: string) => value(one.since(root, 0)).unsealed.map(({ seq, why }) => `${seq} ${why}`)
  const records = value(one.records())
  const pages = value(one.page('p.md'))
  const answers = value(one.answers())
  const entry = ({ prefix, number, status }: { prefix: string; number: number; status: string }) =>
    `${prefix}${number} ${status}`
  return {
    r: tree('r'),
    old: tree('old'),
    lines: value(one.since('r', 0)).lines.map(({ body }) => body),
    said: [...said('r'), ...said('old')],
    entries: records.flatMap((each) => (each.sealed ? [entry(each)] : [])),
    foreign: records.filter(({ sealed }) => !sealed).length,
    answers: answers.flatMap(({ text, sealed }) => (sealed ? [text] : [])),
    grants: value(one.grants()).flatMap(({ id, reach, ended, sealed }) =>
      sealed ? [`${id} ${reach}${ended === null ? '' : ` ${ended.by}`}`] : [],
    ),
    page: pages.flatMap(({ record: id, sealed }) => (sealed ? [id] : [])),
    child: value(one.rootOf('r-child')),
    notes: value(one.notes('fault')).map(({ detail }) => detail),
    isToldAgain: value(one.note({ code: 'fault', subject: 'f3a9c2', at: 7, detail: 'told' })),
    trusted: value(store.trusted(directory))?.body ?? null,
    isOld: value(store.olderThan(6, 0)).map(({ root }) => root),
    isRenewed: value(one.shared()).isRenewed,
  }
}

const whole: ReturnType<typeof seen> = {
  r: ['{"state":5}', null, []],
  old: ['{"kept":1}', '{"lines":2}', []],
  lines: [1, 2, 3, 4, 5, 6].map((n) => `{"n":${n}}`),
  said: [],
  entries: ['b1 answered', 'b2 open'],
  foreign: 0,
  answers: ['yes', 'no'],
  grants: ['1 once used', '2 once', '3 never'],
  page: ['b1', 'b2'],
  child: 'r',
  notes: ['told'],
  isToldAgain: false,
  trusted: '{}',
  isOld: ['o'],
  isRenewed: false,
}

/** What is believed no more when what is there does not fit together. */
const inDoubt = { answers: [], grants: ['1 once used', '3 never'], isRenewed: true }
const first = [1, 2, 3].map((n) => `{"n":${n}}`)
const tampered = [...first, ...[5, 6].map((n) => `{"n":${n}}`)]
const ofR = `tree = (SELECT id FROM trees WHERE root = 'r')`
const ours = `project = (SELECT id FROM projects WHERE directory = '${directory}')`

type Noticed = Partial<ReturnType<typeof seen>>

/** What somebody with SQLite can do to each table, and what comes of it beside what is `whole`. */
const attacks: readonly [table: string, what: string, sql: string, noticed: Noticed][] = [
  [
    'lines',
    'one is forged behind the last',
    `INSERT INTO lines SELECT tree, 7, at, process, kind, '{"n":7}', mac, mac FROM lines WHERE ${ofR} AND seq = 6`,
    { said: ['7 forged'], r: ['{"state":5}', null, ['7 forged']] },
  ],
  [
    'lines',
    'one is changed',
    `UPDATE lines SET body = '{"n":9}' WHERE ${ofR} AND seq = 4`,
    { said: ['4 forged'], lines: tampered },
  ],
  [
    'lines',
    'one is taken out of the middle',
    `DELETE FROM lines WHERE ${ofR} AND seq = 4`,
    { said: ['4 missing'], lines: tampered },
  ],
  [
    'lines',
    'the last are cut',
    `DELETE FROM lines WHERE ${ofR} AND seq > 4`,
    { said: ['5 missing'], lines: whole.lines.slice(0, 4), r: ['{"state":5}', null, ['6 missing']] },
  ],
  [
    'lines',
    'the first are cut, as if the night had been reduced',
    `DELETE FROM lines WHERE ${ofR} AND seq < 4; UPDATE trees SET figures = '{"lines":3}', reduced_to = 3,
       figures_seal = (SELECT figures_seal FROM was_trees WHERE root = 'old') WHERE root = 'r'`,
    { said: ['1 missing'], lines: whole.lines.slice(3) },
  ],
  [
    'lines',
    'one is doubled',
    `INSERT INTO lines SELECT tree, 7, at, process, kind, body, prev, mac FROM lines WHERE ${ofR} AND seq = 6`,
    { said: ['7 missing', '7 forged'], r: ['{"state":5}', null, ['7 missing', '7 forged']] },
  ],
  [
    'lines',
    'one is moved from another project',
    `DELETE FROM lines WHERE ${ofR} AND seq = 6; UPDATE lines SET tree = (SELECT id FROM trees WHERE root = 'r'), seq = 6
       WHERE tree = (SELECT id FROM trees WHERE root = 'o')`,
    {
      said: ['6 missing', '6 forged'],
      lines: whole.lines.slice(0, 5),
      r: ['{"state":5}', null, ['6 missing', '6 forged']],
      isOld: [],
    },
  ],
  [
    'trees',
    'the last lines are cut, and the number of the last one with them',
    `DELETE FROM lines WHERE ${ofR} AND seq > 5; UPDATE trees SET seq = 5 WHERE root = 'r'`,
    { ...inDoubt, lines: whole.lines.slice(0, 5) },
  ],
  [
    'trees',
    'one is taken away with its lines',
    `DELETE FROM lines WHERE ${ofR}; DELETE FROM snapshots WHERE ${ofR}; DELETE FROM trees WHERE root = 'r'`,
    { ...inDoubt, lines: [], r: [null, null, undefined], child: null },
  ],
  [
    'trees',
    'a new one is made',
    `INSERT INTO trees (project, root, at, seq) SELECT project, 'x', 9, 0 FROM trees WHERE root = 'r'`,
    inDoubt,
  ],
  ['trees', 'a night looks old, so that it is reduced', `UPDATE trees SET at = 0 WHERE root = 'r'`, {}],
  [
    'trees',
    'the figures of a reduced night are changed',
    `UPDATE trees SET figures = '{"lines":99}' WHERE root = 'old'`,
    { old: ['{"kept":1}', null, []], said: ['1 missing'] },
  ],
  [
    'snapshots',
    'one is changed',
    `UPDATE snapshots SET state = '{"state":"all"}' WHERE ${ofR}`,
    { r: [null, null, ['5 snapshot']] },
  ],
  [
    'snapshots',
    'an earlier one is put back: the lines behind it make the same state',
    `INSERT OR REPLACE INTO snapshots SELECT * FROM was_snapshots WHERE ${ofR}`,
    { r: ['{"state":3}', null, []] },
  ],
  [
    'snapshots',
    'that of a reduced night is taken away',
    `DELETE FROM snapshots WHERE tree = (SELECT id FROM trees WHERE root = 'old')`,
    { old: [null, '{"lines":2}', ['1 missing']] },
  ],
  [
    'sessions',
    'one is moved to another tree',
    `UPDATE sessions SET tree = (SELECT id FROM trees WHERE root = 'old') WHERE session = 'r-child'`,
    { child: null },
  ],
  [
    'records',
    'one is forged',
    `INSERT INTO records SELECT project, prefix, 3, root, kind, fingerprint, status, at, body, seal FROM records
       WHERE ${ours} AND number = 2`,
    { ...inDoubt, foreign: 1 },
  ],
  [
    'records',
    'one is changed',
    `UPDATE records SET status = 'closed' WHERE ${ours} AND number = 2`,
    { foreign: 1, entries: ['b1 answered'] },
  ],
  [
    'records',
    'one is set back to what it was',
    `DELETE FROM records WHERE ${ours} AND number = 1; INSERT INTO records SELECT * FROM was_records WHERE number = 1`,
    { ...inDoubt, entries: ['b2 open', 'b1 open'] },
  ],
  [
    'records',
    'one is taken away',
    `DELETE FROM records WHERE ${ours} AND number = 2`,
    { ...inDoubt, entries: ['b1 answered'] },
  ],
  [
    'records',
    'one is moved to another project',
    `UPDATE records SET number = 7, project = (SELECT id FROM projects WHERE directory = '${directory}')
       WHERE project = (SELECT id FROM projects WHERE directory = '/other')`,
    { ...inDoubt, foreign: 1 },
  ],
  ['answers', 'one is changed', `UPDATE answers SET text = 'no' WHERE id = 1`, inDoubt],
  ['answers', 'the last is taken away', `DELETE FROM answers WHERE id = 2`, inDoubt],
  [
    'answers',
    'one is doubled',
    `INSERT INTO answers SELECT 9, project, record, fingerprint, at, via, name, decision, text, seal FROM answers
       WHERE id = 1`,
    inDoubt,
  ],
  [
    'grants',
    'one that was used is put back',
    `INSERT OR REPLACE INTO grants SELECT * FROM was_grants WHERE id = 1`,
    { ...inDoubt, grants: ['3 never'] },
  ],
  [
    'grants',
    'one is moved from another project',
    `UPDATE grants SET project = (SELECT id FROM projects WHERE directory = '${directory}') WHERE id = 4`,
    inDoubt,
  ],
  ['grants', 'one is wider', `UPDATE grants SET reach = 'project' WHERE id = 2`, inDoubt],
  ['grants', 'a never is taken away', `DELETE FROM grants WHERE id = 3`, { ...inDoubt, grants: ['1 once used'] }],
  ['heads', 'that of the project is changed', `UPDATE heads SET body = replace(body, '"b":2', '"b":0')`, inDoubt],
  [
    'heads',
    'that of the project is put back',
    `INSERT OR REPLACE INTO heads SELECT * FROM was_heads WHERE ${ours}`,
    inDoubt,
  ],
  ['heads', 'all are taken away', 'DELETE FROM heads', { ...inDoubt, trusted: null }],
  ['page_entries', 'one is changed', `UPDATE page_entries SET out = 9 WHERE record = 'b1'`, { page: ['b2'] }],
  ['faults', 'what was told is changed', `UPDATE faults SET detail = 'nothing'`, { notes: [], isToldAgain: true }],
  ['looks', 'one is made up, long ago', `INSERT INTO looks VALUES (-${10 ** 12}, 1, 999)`, {}],
  ['meta', 'all lines are called those of a lost key', `INSERT OR REPLACE INTO meta VALUES ('lost up to', '999')`, {}],
  [
    'projects',
    'it gets another directory, and the old one a new row',
    `UPDATE projects SET directory = '/moved' WHERE directory = '${directory}'`,
    {
      ...inDoubt,
      r: [null, null, undefined],
      old: [null, null, undefined],
      lines: [],
      entries: [],
      grants: [],
      page: [],
      child: null,
      notes: [],
      isToldAgain: true,
    },
  ],
  ['trusted', 'it is changed', `UPDATE trusted SET body = '{"a":1}'`, { trusted: null }],
  ['trusted', 'it is put back', 'INSERT OR REPLACE INTO trusted SELECT * FROM was_trusted', { trusted: null }],
  [
    'trusted',
    'it is put back with its head',
    'INSERT OR REPLACE INTO trusted SELECT * FROM was_trusted; INSERT OR REPLACE INTO heads SELECT * FROM was_heads WHERE project = 0',
    { trusted: null },
  ],
]

describe('what somebody with SQLite does to the store is noticed', () => {
  const withoutAids = ['records', 'grants', 'snapshots', 'heads', 'trees', 'trusted'].map(
    (name) => `DROP TABLE was_${name}`,
  )

  test('and a store that nobody touched is whole', () => {
    const place = freshPlace()
    const store = night(place)
    expect(seen(store, project(store))).toEqual(whole)
    value(store.close())
  })

  test.each(attacks)('%s: %s', (_table, _what, sql, noticed) => {
    const place = freshPlace()
    const atWork = night(place)
    tamper(place, sql, ...withoutAids)
    // By who opens it then, and by who had it open.
    const store = open(place, 'p2')
    const fresh = seen(store, project(store))
    value(store.close())
    expect(fresh).toEqual({ ...whole, ...noticed })
    const again = noticed.isToldAgain === true ? { isToldAgain: false, notes: ['told'] } : {}
    expect(seen(atWork, project(atWork))).toEqual({ ...whole, ...noticed, ...again })
    value(atWork.close())
  })
})

test('the page of security says of each table what comes of it', () => {
  const said = readFileSync('docs/security.md', 'utf8').matchAll(/^\| `(\w+)` \|/gm)
  const database = ownSqlite()?.(':memory:')
  if (database === undefined) throw new Error('Cannot open: there is no SQLite')
  migrate(database, currentVersion, () => undefined)
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
  database.close()
  const names = tables.map(({ name }) => name)
  expect([...said].map(([, name]) => name).sort()).toEqual(names)
  const untried = ['sets', 'sets_of_trees']
  expect([...new Set([...attacks.map(([table]) => table), ...untried])].sort()).toEqual(names)
})

describe('an older copy of the database', () => {
  /** A night of which a copy was made between two words of a person, which is put back by itself. */
  function setBack(place: Place): void {
    const store = open(place)
    const one = project(store)
    done(one.commit({ ...lines({ n: 1 }), grants: [grant], answers: [answer] }))
    value(store.tidy())
    copyFileSync(place.database, `${place.database}-kept`)
    done(one.commit({ ...lines({ n: 2 }), ended: [{ grant: 1, at: 6, by: 'used' }] }))
    value(store.close())
    for (const end of ['-wal', '-shm']) rmSync(`${place.database}${end}`, { force: true })
    copyFileSync(`${place.database}-kept`, place.database)
  }

  const believed = (one: ProjectStore) => [
    value(one.inForce()).filter(({ sealed }) => sealed).length,
    value(one.answers()).filter(({ sealed }) => sealed).length,
    value(one.shared()).isRenewed,
  ]

  test('is told by the mark beside it, and what was granted then counts for nothing', () => {
    const place = freshPlace()
    setBack(place)
    const store = open(place, 'p2')
    expect(store.notices).toEqual([
      {
        code: 'set-back',
        message: `${place.database} is older than what you decided last in ${directory}: what was answered and allowed there has no effect; put the newest copy back, or answer again`,
      },
    ])
    expect(believed(project(store))).toEqual([0, 0, true])
    expect(believed(project(store, '/other'))).toEqual([0, 0, false])
    value(store.close())
    const later = open(place, 'p3')
    expect([later.notices, believed(project(later))]).toEqual([[], [0, 0, true]])
    done(project(later).commit({ ...lines({ n: 3 }), grants: [grant], answers: [answer] }))
    expect(believed(project(later))).toEqual([1, 1, false])
    value(later.close())
  })

  test('has a mark that is raised by one process at a time, so that none takes back what another one raised', () => {
    const place = freshPlace()
    const marks = (): string => readFileSync(place.mark, 'utf8').slice(64)
    const seenAtEnds: string[] = []
    const watched: OpenDatabase = (path) => {
      const database = ownSqlite()?.(path)
      if (database === undefined) throw new Error('Cannot open: there is no SQLite')
      const prepare: typeof database.prepare = (sql) => {
        const statement = database.prepare(sql)
        if (sql !== 'COMMIT') return statement
        const run: typeof statement.run = () => {
          if (existsSync(place.mark)) seenAtEnds.push(marks())
          statement.run()
        }
        return { ...statement, run }
      }
      return { ...database, prepare }
    }
    const store = value(openStore({ ...options(place), sqlite: watched }))
    const [one, other] = [project(store), project(store, '/other')]
    const ours = { trees: [], revision: null, answers: [answer] }
    done(one.commit(ours))
    seenAtEnds.length = 0
    done(other.commit(ours))
    value(store.trust({ directory, at: 7, via: 'terminal', name: null, body: '{}' }))
    value(store.close())
    const [first, second, third] = [`{"${directory}":1}`, `{"${directory}":1,"/other":1}`, marks()]
    expect(third).toBe(`{"${directory}":1,"/other":1,"":1}`)
    // What a word wrote is safe before its mark is raised, and nobody else writes until that is done.
    expect(seenAtEnds).toEqual([first, second, second, third])
  })

  test('is not told by a mark that nobody of ours wrote, nor without one', () => {
    for (const mark of ['', `${'0'.repeat(64)}{"${directory}":99}`, null]) {
      const place = freshPlace()
      setBack(place)
      if (mark === null) rmSync(place.mark)
      else writeFileSync(place.mark, mark)
      const store = open(place, 'p2')
      expect([store.notices, believed(project(store))]).toEqual([[], [1, 1, false]])
      value(store.close())
    }
  })

  test('is told in a process at work, though all of it fits', () => {
    const place = freshPlace()
    const store = open(place)
    const one = project(store)
    done(one.commit({ ...lines({ n: 1 }), grants: [grant] }))
    const tables = ['lines', 'trees', 'grants', 'heads']
    tamper(place, ...tables.map((name) => `CREATE TABLE was_${name} AS SELECT * FROM ${name}`))
    done(one.commit({ ...lines({ n: 2 }), ended: [{ grant: 1, at: 6, by: 'used' }] }))
    expect(value(one.inForce())).toEqual([])
    tamper(place, ...tables.map((name) => `DELETE FROM ${name}; INSERT INTO ${name} SELECT * FROM was_${name}`))
    expect(believed(one)).toEqual([0, 0, true])
    expect(value(one.since('r', 2)).unsealed).toEqual([{ seq: 2, why: 'missing' }])
    value(store.close())
  })

  test('is no older copy where a database begins anew', () => {
    const place = freshPlace()
    setBack(place)
    rmSync(place.database)
    const store = open(place, 'p2')
    expect(store.notices.map(({ code }) => code)).toEqual(['database-gone'])
    expect(believed(project(store))).toEqual([0, 0, false])
    value(store.close())
  })
})
