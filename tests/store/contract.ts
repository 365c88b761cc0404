import { rmSync, statSync } from 'node:fs'
import { exportTree } from '../../src/store/export.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Place } from '../../src/store/place.ts'
import type { ProjectStore, Reduction, Store } from '../../src/store/store.ts'
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

/** What every SQLite must do for the store; the same cases run on Node's and on Bun's. */
export interface ContractCase {
  name: string
  run: (check: Check) => void
}

/** Strict comparisons that throw. */
export interface Check {
  equal: (found: unknown, wanted: unknown) => void
  deepEqual: (found: unknown, wanted: unknown) => void
}

const bodies = (found: { lines: { body: string }[] }): unknown[] => found.lines.map(({ body }) => JSON.parse(body))

const tree = (one: ProjectStore, root = 'r') => {
  const found = value(one.tree(root))
  if (found === null) throw new Error(`Cannot read ${root}: there is no such tree`)
  return found
}

const inMemory = (use: (one: ProjectStore, store: Store) => void): void => {
  const store = open(null)
  use(project(store), store)
  value(store.close())
}

const onDisk = (use: (place: Place, another: (process: string) => ProjectStore) => void): void => {
  const place = freshPlace()
  const stores: Store[] = []
  use(place, (process) => {
    const store = open(place, process)
    stores.push(store)
    return project(store)
  })
  for (const store of stores) value(store.close())
  rmSync(place.folder, { recursive: true })
}

const answer = {
  record: 'b1',
  fingerprint: 'f1',
  at: 7,
  via: 'dialog' as const,
  name: null,
  decision: 'words' as const,
  text: 'camelCase',
}

export const contract: readonly ContractCase[] = [
  {
    name: 'lines come back in order with their numbers, process and text',
    run: (check) =>
      inMemory((one) => {
        check.equal(value(one.tree('r')), null)
        check.deepEqual(done(one.commit(lines({ a: 'ä\u0000 ' }, { b: 2 }))).seqs, new Map([['r', 2]]))
        done(one.commit(lines({ c: 3 })))
        const found = tree(one)
        check.deepEqual(bodies(found), [{ a: 'ä\u0000 ' }, { b: 2 }, { c: 3 }])
        check.deepEqual(found.lines[1], { seq: 2, at: 1000, process: 'p1', kind: 'decision', body: '{"b":2}' })
        check.deepEqual([found.seq, found.from, found.unsealed], [3, 0, []])
        check.deepEqual(bodies(value(one.since('r', 2))), [{ c: 3 }])
        check.deepEqual(bodies(value(one.since('r', 0, 1))), [{ a: 'ä\u0000 ' }])
      }),
  },
  {
    name: 'a tree opens with its snapshot and the lines behind it',
    run: (check) =>
      onDisk((_place, another) => {
        const one = another('p1')
        done(one.commit(lines({ n: 1 }, { n: 2 })))
        const state = JSON.stringify({ sum: 6 })
        done(one.commit({ trees: [{ root: 'r', after: 2, lines: [line({ n: 3 })], snapshot: state }], revision: null }))
        done(one.commit(lines({ n: 4 })))
        const found = tree(another('p2'))
        check.deepEqual([found.snapshot, found.from, bodies(found), found.unsealed], [state, 3, [{ n: 4 }], []])
      }),
  },
  {
    name: 'who did not know the last line or the revision writes nothing of several trees',
    run: (check) =>
      inMemory((one) => {
        done(one.commit(lines({ n: 1 })))
        const late = (after: number, revision: number) =>
          value(
            one.commit({
              trees: [
                { root: 'other', after: 0, lines: [line({})] },
                { root: 'r', after, lines: [line({ n: 2 })] },
              ],
              revision,
              records: [record(1)],
              grants: [grant],
            }),
          ).result
        check.equal(late(0, 0), 'behind')
        check.equal(late(1, 7), 'behind')
        check.equal(value(one.tree('other')), null)
        check.deepEqual(value(one.records()), [])
        check.equal(late(1, 0), 'done')
        check.equal(value(one.shared()).revision, 1)
        check.equal(late(2, 0), 'behind')
      }),
  },
  {
    name: 'numbers of entries are unique in the project and none comes twice',
    run: (check) =>
      onDisk((_place, another) => {
        const [one, two] = [another('p1'), another('p2')]
        const add = (by: ProjectStore, number: number) =>
          value(by.commit({ ...lines({}), records: [record(number)] })).result
        check.equal(value(one.shared()).next('b'), 1)
        check.equal(add(one, 1), 'done')
        check.equal(value(two.shared()).next('b'), 2)
        check.equal(add(two, 2), 'done')
        value(one.reserve({ prefix: 'b', number: 9 }))
        check.equal(add(two, 5), 'behind')
        check.equal(value(two.shared()).next('b'), 10)
        check.equal(value(two.shared()).next('p'), 1)
        done(one.commit({ ...lines({}), records: [record(2, { status: 'answered', isNew: false })] }))
        check.deepEqual(
          value(two.records()).map(({ number, status, sealed }) => [number, status, sealed]),
          [
            [1, 'open', true],
            [2, 'answered', true],
          ],
        )
        check.deepEqual(
          value(two.records({ fingerprint: 'f2' })).map(({ number }) => number),
          [2],
        )
      }),
  },
  {
    name: 'an entry of another tree is never overwritten: a new one is behind, an old one is refused',
    run: (check) =>
      onDisk((place, another) => {
        const one = another('p1')
        done(one.commit({ ...lines({}), records: [record(1), record(2)] }))
        const commit = (given: ReturnType<typeof record>) =>
          one.commit({ trees: [{ root: 's', after: null, lines: [line({})] }], revision: null, records: [given] })
        const roots = () => value(one.records()).map(({ number, root, status }) => [number, root, status])
        check.deepEqual(commit(record(2, { root: 's', status: 'answered', isNew: false })), {
          ok: false,
          problem: {
            code: 'not-its-own',
            message: 'Cannot write to the store: b2 is an entry of another session; go on in a new session',
          },
        })
        check.deepEqual(value(commit(record(2, { root: 's' }))), { result: 'behind' })
        check.equal(value(one.tree('s')), null)
        check.deepEqual(roots(), [
          [1, 'r', 'open'],
          [2, 'r', 'open'],
        ])
        // Somebody takes the next number away.
        tamper(
          place,
          `INSERT INTO records SELECT project, prefix, 3, 'x', kind, fingerprint, status, at, body, seal FROM records LIMIT 1`,
        )
        check.deepEqual(value(commit(record(3, { root: 's' }))), { result: 'behind' })
        check.equal(value(one.shared()).next('b'), 4)
        done(commit(record(4, { root: 's' })))
        // An entry that is gone comes back with what is said of it.
        tamper(place, 'DELETE FROM records WHERE number = 1')
        done(one.commit({ ...lines({}), records: [record(1, { status: 'answered', isNew: false })] }))
        check.deepEqual(roots().toSorted(), [
          [1, 'r', 'answered'],
          [2, 'r', 'open'],
          [3, 'x', 'open'],
          [4, 's', 'open'],
        ])
      }),
  },
  {
    name: 'what is remembered is what stands there, whoever changes it',
    run: (check) =>
      onDisk((place, another) => {
        const all = [another('p1'), another('p2')]
        const [one, two] = [all[0] ?? another('p1'), all[1] ?? another('p2')]
        const seen = () =>
          all.map((by) => [
            value(by.given('b')),
            value(by.inForce()).map(({ id }) => id),
            value(by.answers({ fingerprint: 'f1' })).length,
          ])
        const alike = (number: number, grants: number[], answers: number) =>
          check.deepEqual(seen(), [
            [number, grants, answers],
            [number, grants, answers],
          ])
        alike(0, [], 0)
        done(one.commit({ ...lines({}), records: [record(1)] }))
        alike(1, [], 0)
        done(two.commit({ ...lines({}), records: [record(2)], grants: [grant], answers: [answer] }))
        alike(2, [1], 1)
        done(one.commit({ ...lines({}), ended: [{ grant: 1, at: 6, by: 'used' }], answers: [answer] }))
        alike(2, [], 2)
        value(one.reserve({ prefix: 'b', number: 9 }))
        alike(9, [], 2)
        tamper(place, 'DELETE FROM answers WHERE id = 1')
        check.deepEqual(
          all.map((by) => value(by.answers({ fingerprint: 'f1' })).map(({ sealed }) => sealed)),
          [[false], [false]],
        )
        // What is found out about answers is found out about grants.
        done(one.commit({ ...lines({}), grants: [grant], answers: [answer] }))
        tamper(place, 'DELETE FROM answers WHERE id = 3')
        const believed = () => value(two.inForce()).map(({ sealed }) => sealed)
        check.deepEqual(believed(), [true])
        value(two.answers({ fingerprint: 'f1' }))
        check.deepEqual(believed(), [false])
      }),
  },
  {
    name: 'a grant is used once, whoever asks',
    run: (check) =>
      onDisk((_place, another) => {
        const [one, two] = [another('p1'), another('p2')]
        done(one.commit({ ...lines({}), grants: [grant] }))
        const [seen] = value(two.shared()).grants
        check.deepEqual(seen, { ...grant, id: 1, ended: null, sealed: true })
        const use = (by: ProjectStore) =>
          value(by.commit({ ...lines({ used: true }), ended: [{ grant: 1, at: 6, by: 'used' }] })).result
        check.equal(use(two), 'done')
        check.equal(use(one), 'behind')
        check.deepEqual(value(one.shared()).grants, [])
        check.deepEqual(
          value(one.grants()).map(({ ended, sealed }) => [ended, sealed]),
          [[{ at: 6, by: 'used' }, true]],
        )
        check.deepEqual(bodies(tree(one)), [{}, { used: true }])
      }),
  },
  {
    name: 'an answer has an author and is found by its question in the whole project',
    run: (check) =>
      inMemory((one) => {
        done(one.commit({ ...lines({}), answers: [answer] }))
        check.deepEqual(value(one.answers({ fingerprint: 'f1' })), [{ ...answer, sealed: true }])
        check.deepEqual(value(one.answers({ fingerprint: 'f2' })), [])
        check.equal(value(one.shared()).revision, 1)
      }),
  },
  {
    name: 'how the entries of a page were left is kept by page, and a forged row is told from ours',
    run: (check) =>
      inMemory((one) => {
        const row = (record: string, since: number, out = 0) => ({ record, since, out, checked: false, wrote: 'a b' })
        check.equal(value(one.pageState('p.md')), 0)
        value(one.keepPage('p.md', [row('b1', 1), row('b2', 1)]))
        value(one.keepPage('p.md', [row('b2', 1, 3)]))
        value(one.keepPage('q.md', [row('b1', 9)]))
        check.deepEqual(value(one.page('p.md')), [
          { ...row('b1', 1), sealed: true },
          { ...row('b2', 1, 3), sealed: true },
        ])
        check.equal(value(one.pageState('p.md')), 3)
        const stamps = [one.pageStamp('p.md', 1), one.pageStamp('p.md', 2), one.pageStamp('q.md', 1)]
        check.equal(new Set(stamps).size, 3)
        check.equal(one.pageStamp('p.md', 1), stamps[0])
      }),
  },
  {
    name: 'the title of a tree stays until another one comes',
    run: (check) =>
      inMemory((one) => {
        const tree = { root: 'S1', after: null, lines: [] }
        done(one.commit({ trees: [tree], revision: null }))
        check.deepEqual([...value(one.titles())], [])
        done(one.commit({ trees: [{ ...tree, title: 'Fix it' }], revision: null }))
        done(one.commit({ trees: [tree], revision: null }))
        check.deepEqual([...value(one.titles())], [['S1', 'Fix it']])
      }),
  },
  {
    name: 'a fault is told once, by project and subject',
    run: (check) =>
      inMemory((one, store) => {
        const fault = { code: 'forged', subject: 'r', at: 1, detail: 'line 3' }
        check.equal(value(one.note(fault)), true)
        check.equal(value(one.note({ ...fault, at: 2 })), false)
        check.equal(value(one.note({ ...fault, subject: 's' })), true)
        check.equal(value(project(store, '/other').note(fault)), true)
        check.deepEqual(value(one.notes(fault.code)), [fault, { ...fault, subject: 's' }])
      }),
  },
  {
    name: 'others see a commit at once and nothing of what was not committed',
    run: (check) =>
      onDisk((place, another) => {
        const one = another('p1')
        const watcher = open(place, 'p2')
        const before = value(watcher.version())
        done(project(watcher).commit({ trees: [{ root: 's', after: 0, lines: [] }], revision: null }))
        check.equal(value(watcher.version()), before)
        done(one.commit(lines({ n: 1 })))
        const after = value(watcher.version())
        check.equal(after === before, false)
        check.equal(value(watcher.version()), after)
        check.deepEqual(value(project(watcher).since('r', 0)).lines[0]?.process, 'p1')
        value(watcher.close())
      }),
  },
  {
    name: 'a session is found with its tree and its project',
    run: (check) =>
      inMemory((one, store) => {
        done(
          one.commit({
            trees: [{ root: 'r', after: null, lines: [line({})], sessions: ['child'] }],
            revision: null,
          }),
        )
        check.equal(value(one.rootOf('child')), 'r')
        check.equal(value(one.rootOf('r')), 'r')
        check.equal(value(one.rootOf('nobody')), null)
        check.deepEqual(value(store.find('child')), { directory, root: 'r' })
        check.deepEqual(value(store.find('r')), { directory, root: 'r' })
        check.equal(value(store.find('nobody')), null)
        const other = project(store, '/other')
        check.equal(value(other.rootOf('child')), null)
        check.equal(value(other.elsewhere('r')), directory)
        check.deepEqual([value(other.elsewhere('nobody')), value(one.elsewhere('r'))], [null, null])
        check.deepEqual(value(store.directories()), [directory, '/other'].sort())
      }),
  },
  {
    name: 'an exported night has its sets and all lines, and begins at the first',
    run: (check) =>
      inMemory((one) => {
        const many = Array.from({ length: 2001 }, (_none, n) => line({ n }))
        done(
          one.commit({
            trees: [
              { root: 'r', after: 0, lines: many, snapshot: '{}', sets: [{ hash: 'h', documents: '[{"name":"x"}]' }] },
            ],
            revision: null,
          }),
        )
        const texts: string[] = []
        check.equal(value(exportTree(one, 'r', (text) => texts.push(text))), 0)
        check.equal(texts.length, 2002)
        check.equal(texts[0], '{"v":1,"line":"policies","hash":"h","documents":[{"name":"x"}]}\n')
        check.equal(texts[2001], '{"v":1,"seq":2001,"process":"p1","at":1000,"line":"decision","n":2000}\n')
      }),
  },
  {
    name: 'an old night is reduced to a state and figures, a few lines at a time, and goes on',
    run: (check) =>
      inMemory((one, store) => {
        const sets = [{ hash: 'h', documents: '[]' }]
        const three = [1, 2, 3].map((n) => line({ n }, 10))
        done(
          one.commit({
            trees: [{ root: 'r', after: 0, lines: three, sets, sessions: ['child'] }],
            revision: null,
            records: [record(1)],
          }),
        )
        done(one.commit({ trees: [{ root: 'new', after: 0, lines: [line({}, 90)] }], revision: null }))
        const name = { directory, root: 'r' }
        const figures: Reduction['figures'] = (before, lines) =>
          `${before ?? ''}${lines.map(({ seq }) => seq).join('')}`
        const reduce = (after: number) => value(store.reduce(name, { after, snapshot: '{}', figures, most: 2 }))
        check.deepEqual(value(store.olderThan(50)), [name])
        // Nobody has looked yet, so nobody saw it at rest.
        check.deepEqual(value(store.olderThan(50, 0)), [])
        check.equal(value(store.look(20, 10)), 0)
        check.deepEqual([value(store.olderThan(50, 0)), value(store.olderThan(50, -1))], [[name], []])
        check.deepEqual(value(store.size(name)), { at: 10, lines: 3, bytes: 21 })
        check.deepEqual(reduce(2), { result: 'behind' })
        check.deepEqual(reduce(3), { result: 'done', lines: 2, bytes: 14, isEmpty: false })
        check.deepEqual([bodies(value(one.since('r', 0))), tree(one).snapshot], [[{ n: 3 }], '{}'])
        check.deepEqual(reduce(3), { result: 'done', lines: 1, bytes: 7, isEmpty: true })
        check.equal(value(store.tidy()), 0)
        check.deepEqual(value(store.olderThan(50)), [])
        check.equal(value(store.find('child')), null)
        // Its entry still stands on a page, in the form that its set says.
        check.deepEqual([value(one.records()).length, value(one.sets('r'))], [1, sets])
        check.equal(value(store.set('h')), '[]')
        const reduced = tree(one)
        check.deepEqual([reduced.figures, reduced.snapshot, reduced.lines, reduced.unsealed], ['123', '{}', [], []])
        check.deepEqual(value(one.since('r', 0)), { seq: 3, lines: [], unsealed: [] })
        const more = { root: 'r', after: 3, lines: [line({ n: 4 }, 20), line({ n: 5 }, 20)] }
        check.equal(done(one.commit({ trees: [more], revision: null })).seqs.get('r'), 5)
        done(one.commit({ trees: [{ root: 'r', after: 5, lines: [], snapshot: '{"later":1}' }], revision: null }))
        check.deepEqual([bodies(value(one.since('r', 0))), tree(one).unsealed], [[{ n: 4 }, { n: 5 }], []])
        check.deepEqual(value(store.olderThan(50)), [name])
        check.equal(value(store.size({ directory, root: 'nobody' })), null)
      }),
  },
  {
    name: 'what was named behind a line is found in the order of writing, not by clocks',
    run: (check) =>
      inMemory((one, store) => {
        const write = (root: string, body: object, at: number, kind = 'decision') =>
          done(one.commit({ trees: [{ root, after: null, lines: [line(body, at, kind)] }], revision: null }))
        write('before', { asks: 'f1' }, 90)
        write('r', { n: 1 }, 50, 'answer')
        write('behind', { asks: 'f1' }, 10)
        write('other', { asks: 'f2' }, 60)
        write('told', { asks: 'f1' }, 60, 'change')
        const named = () => value(one.namedBehind({ root: 'r', seq: 1 }, 'f1'))
        check.deepEqual(named(), ['behind'])
        check.deepEqual(value(one.namedBehind({ root: 'r', seq: 2 }, 'f1')), [])
        for (const root of ['behind', 'other', 'before'])
          value(store.reduce({ directory, root }, { after: 1, snapshot: '{}', figures: () => '', most: 9 }))
        check.deepEqual(named(), ['before', 'other'])
      }),
  },
  {
    name: 'the set of an old night without an entry goes with its lines',
    run: (check) =>
      inMemory((one, store) => {
        const sets = [{ hash: 'h', documents: '[]' }]
        done(one.commit({ trees: [{ root: 'r', after: 0, lines: [line({}, 10)], sets }], revision: null }))
        const reduction = { after: 1, snapshot: '{}', figures: () => '', most: 2 }
        check.equal(value(store.reduce({ directory, root: 'r' }, reduction)).result, 'done')
        check.equal(value(store.set('h')), null)
      }),
  },
  {
    name: 'one process of all does what is due, once in its time',
    run: (check) =>
      onDisk((place, another) => {
        another('p1')
        const [one, two] = [open(place, 'p1'), open(place, 'p2')]
        check.deepEqual([value(one.look(100, 50)), value(two.look(149, 50))], [0, null])
        check.deepEqual([value(two.look(150, 50)), value(one.look(199, 50))], [50, null])
        // Of a long gap nobody knows whether the clock jumped, nor of one that leads back.
        check.deepEqual([value(one.look(500, 50)), value(one.look(900, 50))], [400, 450])
        check.deepEqual([value(one.look(10, 50)), value(two.look(70, 50))], [450, 510])
        value(one.close())
        value(two.close())
      }),
  },
  {
    name: 'a line that somebody appended, changed or took away is named and changes nothing',
    run: (check) =>
      onDisk((place, another) => {
        const one = another('p1')
        done(one.commit(lines({ n: 1 }, { n: 2 }, { n: 3 })))
        tamper(
          place,
          `INSERT INTO lines SELECT tree, 4, at, process, 'answer', '{"n":4}', mac, mac FROM lines WHERE seq = 3`,
          `UPDATE lines SET body = '{"n":22}' WHERE seq = 2`,
        )
        check.deepEqual(tree(one).unsealed, [
          { seq: 2, why: 'forged' },
          { seq: 4, why: 'forged' },
        ])
        check.deepEqual(bodies(tree(one)), [{ n: 1 }, { n: 3 }])
        check.equal(done(one.commit(lines({ n: 5 }))).seqs.get('r'), 5)
        check.deepEqual(bodies(tree(one)), [{ n: 1 }, { n: 3 }, { n: 5 }])
        tamper(place, 'DELETE FROM lines WHERE seq IN (3, 4)')
        check.deepEqual(tree(one).unsealed, [
          { seq: 2, why: 'forged' },
          { seq: 3, why: 'missing' },
        ])
        check.deepEqual(bodies(tree(one)), [{ n: 1 }, { n: 5 }])
        tamper(place, 'DELETE FROM lines WHERE seq = 5')
        check.deepEqual(tree(one).unsealed.at(-1), { seq: 3, why: 'missing' })
        check.equal(done(one.commit(lines({ n: 6 }))).seqs.get('r'), 6)
      }),
  },
  {
    name: 'a line is sealed for its place: not in another tree, number or project',
    run: (check) =>
      onDisk((place, another) => {
        const one = another('p1')
        done(one.commit(lines({ n: 1 }, { n: 2 })))
        done(one.commit({ trees: [{ root: 's', after: 0, lines: [line({ m: 1 })] }], revision: null }))
        tamper(
          place,
          `INSERT INTO lines SELECT 1, 3, at, process, kind, body, prev, mac FROM lines WHERE tree = 1 AND seq = 1`,
          `INSERT INTO lines SELECT 2, 2, at, process, kind, body, prev, mac FROM lines WHERE tree = 1 AND seq = 2`,
        )
        check.deepEqual(bodies(tree(one)), [{ n: 1 }, { n: 2 }])
        check.deepEqual(bodies(tree(one, 's')), [{ m: 1 }])
        tamper(place, `UPDATE projects SET directory = '/somewhere/else'`)
        const moved = open(place)
        check.deepEqual(bodies(tree(project(moved, '/somewhere/else'))), [])
        value(moved.close())
      }),
  },
  {
    name: 'a forged snapshot is not believed, and the state is made from the lines',
    run: (check) =>
      onDisk((place, another) => {
        const one = another('p1')
        done(one.commit({ trees: [{ root: 'r', after: 0, lines: [line({ n: 1 })], snapshot: '{}' }], revision: null }))
        tamper(place, `UPDATE snapshots SET state = '{"grants":"all"}'`)
        const found = tree(one)
        check.deepEqual([found.snapshot, found.from, bodies(found)], [null, 0, [{ n: 1 }]])
        check.deepEqual(found.unsealed, [{ seq: 1, why: 'snapshot' }])
      }),
  },
  {
    name: 'entries, answers, grants and sessions that somebody wrote are told apart and not used',
    run: (check) =>
      onDisk((place, another) => {
        const one = another('p1')
        done(
          one.commit({
            trees: [{ root: 'r', after: 0, lines: [line({})], sessions: ['child'] }],
            revision: null,
            records: [record(1)],
            grants: [grant],
            answers: [{ record: 'b1', fingerprint: 'f', at: 1, via: 'page', name: null, decision: 'skip', text: null }],
          }),
        )
        tamper(
          place,
          `UPDATE records SET status = 'answered'`,
          `UPDATE answers SET decision = 'project'`,
          `UPDATE grants SET reach = 'project'`,
          `UPDATE sessions SET session = 'thief'`,
        )
        check.equal(value(one.records())[0]?.sealed, false)
        check.equal(value(one.answers())[0]?.sealed, false)
        check.equal(value(one.shared()).grants[0]?.sealed, false)
        check.equal(value(one.rootOf('thief')), null)
        const end = (by: 'used' | 'revoked') =>
          value(one.commit({ ...lines({}), ended: [{ grant: 1, at: 2, by }] })).result
        check.equal(end('used'), 'behind')
        check.equal(end('revoked'), 'done')
      }),
  },
  ...[
    {
      name: 'a used grant whose old row is put back',
      sql: `UPDATE grants SET ended = NULL, ended_by = NULL, seal = (SELECT seal FROM kept) WHERE id = 1`,
    },
    { name: 'a never that is taken away', sql: `DELETE FROM grants WHERE reach = 'never'` },
    { name: 'a grant that is changed', sql: `UPDATE grants SET fingerprint = 'f9' WHERE id = 2` },
    {
      name: 'a grant that was ended by somebody',
      sql: `UPDATE grants SET ended = 9, ended_by = 'revoked' WHERE id = 2`,
    },
    {
      name: 'an answer that is copied behind the others',
      sql: `INSERT INTO answers SELECT 9, project, record, fingerprint, at, via, name, decision, text, seal
            FROM answers WHERE id = 1`,
    },
    { name: 'an answer that is changed', sql: `UPDATE answers SET text = 'yes' WHERE id = 2` },
    { name: 'the last answer taken away', sql: `DELETE FROM answers WHERE id = 2` },
    {
      name: 'answers in another order',
      sql: `UPDATE answers SET id = 9 WHERE id = 1; UPDATE answers SET id = 1 WHERE id = 2;
            UPDATE answers SET id = 2 WHERE id = 9`,
    },
    { name: 'the end of a tree cut', sql: `DELETE FROM lines WHERE seq = 2; UPDATE trees SET seq = 1` },
    { name: 'a tree taken away', sql: `DELETE FROM lines; DELETE FROM trees` },
    { name: 'a head that is changed', sql: `UPDATE heads SET body = replace(body, '"b":2', '"b":0')` },
    { name: 'an older head', sql: `UPDATE heads SET body = (SELECT body FROM old), seal = (SELECT seal FROM old)` },
    { name: 'no head, and no entries', sql: `DELETE FROM heads; DELETE FROM records` },
  ].map(
    ({ name, sql }): ContractCase => ({
      name: `nothing that was said counts any more beside ${name}, but a never does`,
      run: (check) =>
        onDisk((place, another) => {
          const one = another('p1')
          const grants = [
            grant,
            { ...grant, fingerprint: 'f2' },
            { ...grant, fingerprint: 'f3', reach: 'never' as const },
          ]
          const said = (text: string) => ({
            record: 'b1',
            fingerprint: 'f',
            at: 1,
            via: 'page' as const,
            name: null,
            decision: 'words' as const,
            text,
          })
          const added = JSON.stringify({ changes: [{ change: 'record.added', record: { id: 'b2' } }] })
          const named = { at: 1, kind: 'decision', body: added }
          done(one.commit({ ...lines({}), records: [record(1)], grants, answers: [said('yes')] }))
          tamper(
            place,
            'CREATE TABLE kept AS SELECT seal FROM grants WHERE id = 1',
            'CREATE TABLE old AS SELECT * FROM heads',
          )
          done(
            one.commit({
              trees: [{ root: 'r', after: null, lines: [named] }],
              revision: null,
              records: [record(2)],
              ended: [{ grant: 1, at: 6, by: 'used' }],
              answers: [said('no')],
            }),
          )
          const state = () => {
            value(one.tree('r'))
            const answers = value(one.answers()).flatMap(({ text, sealed }) => (sealed ? [text] : []))
            const { grants: inForce, isRenewed, next } = value(one.shared())
            return {
              grants: inForce.flatMap(({ reach, sealed }) => (sealed ? [reach] : [])),
              answers,
              isRenewed,
              next: next('b'),
            }
          }
          check.deepEqual(state(), { grants: ['once', 'never'], answers: ['yes', 'no'], isRenewed: false, next: 3 })
          tamper(place, sql)
          const left = name.startsWith('a never') ? [] : ['never']
          const doubtful = { grants: left, answers: [], isRenewed: true, next: 3 }
          check.deepEqual(state(), doubtful)
          check.equal(
            value(one.grants()).some(({ ended, reach, sealed }) => ended === null && reach === 'once' && sealed),
            false,
          )
          // It stays so when others go on, and until a person says it again.
          done(one.commit({ trees: [{ root: 's', after: null, lines: [line({})] }], revision: null }))
          check.deepEqual(state(), doubtful)
          done(one.commit({ ...lines({}), records: [record(3)], grants: [grant], answers: [said('again')] }))
          const better = { grants: [...left, 'once'], answers: ['again'], isRenewed: false, next: 4 }
          check.deepEqual(state(), better)
          tamper(place, 'DROP TABLE kept', 'DROP TABLE old')
          const fresh = open(place, 'p2')
          check.deepEqual(value(project(fresh).shared()).grants.length > 0, true)
          check.deepEqual(state(), better)
          value(fresh.close())
        }),
    }),
  ),
  {
    name: 'what a person trusts is one row a folder, which counts as it was written',
    run: ({ deepEqual }) =>
      onDisk((place, another) => {
        another('a')
        const store = open(place, 'b')
        const given = { directory: '/work/shop', at: 7, via: 'terminal' as const, name: null, body: '{"a":1}' }
        deepEqual(value(store.trusted('/work/shop')), null)
        value(store.trust(given))
        value(store.trust({ ...given, at: 8, body: '{"a":2}' }))
        deepEqual(value(store.trusted('/work/shop')), { ...given, at: 8, body: '{"a":2}' })
        deepEqual(value(store.trusted('/work')), null)
        tamper(place, `UPDATE trusted SET directory = '/work'`)
        deepEqual([value(store.trusted('/work/shop')), value(store.trusted('/work'))], [null, null])
        deepEqual([value(store.distrust('/work')), value(store.distrust('/work'))], [true, false])
        value(store.close())
      }),
  },
  {
    name: 'what somebody keeps from being changed has not ended',
    run: (check) =>
      onDisk((place, another) => {
        const one = another('p1')
        done(one.commit({ ...lines({}), grants: [grant] }))
        tamper(place, 'CREATE TRIGGER t BEFORE UPDATE ON grants BEGIN SELECT RAISE(IGNORE); END')
        const end = (by: 'used' | 'revoked') =>
          value(one.commit({ ...lines({}), ended: [{ grant: 1, at: 2, by }] })).result
        check.deepEqual([end('used'), end('revoked')], ['behind', 'behind'])
      }),
  },
  {
    name: 'without its key nothing of before has an effect, it is said, and new lines are sealed again',
    run: (check) =>
      onDisk((place, another) => {
        done(another('p1').commit(lines({ n: 1 })))
        rmSync(place.key)
        const store = open(place, 'p2')
        const one = project(store)
        check.deepEqual(
          store.notices.map(({ code }) => code),
          ['key-lost'],
        )
        done(one.commit(lines({ n: 2 })))
        check.deepEqual(bodies(tree(one)), [{ n: 2 }])
        check.deepEqual(tree(one).unsealed, [{ seq: 1, why: 'lost-key' }])
        value(store.close())
        const later = open(place, 'p3')
        check.deepEqual(later.notices, [])
        value(later.close())
      }),
  },
  {
    name: 'folder and files are for this user alone, and a store that was closed opens again',
    run: (check) =>
      onDisk((place, another) => {
        const one = another('p1')
        done(one.commit(lines({ n: 1 })))
        const mode = (path: string): number => statSync(path).mode & 0o777
        check.deepEqual(
          [place.folder, place.database, `${place.database}-wal`, place.key].map(mode),
          [0o700, 0o600, 0o600, 0o600],
        )
        const again = open(place)
        check.equal(again.journal, 'wal')
        value(again.close())
        check.deepEqual(bodies(tree(another('p2'))), [{ n: 1 }])
      }),
  },
  {
    name: 'a locked database is waited for as long as one has patience, and then told',
    run: (check) =>
      onDisk((place, another) => {
        const one = another('p1')
        done(one.commit(lines({ n: 1 })))
        const impatient = value(openStore({ ...options(place, 'p2'), patience: 20 }))
        const mine = project(impatient)
        const other = open(place, 'p3')
        const blocked = value(other.project(directory))
        let refused: unknown
        // The other one stands within its transaction while this one tries.
        const held = {
          trees: [{ root: 'r', after: null, lines: [line({ n: 2 })] }],
          revision: null,
          get records() {
            refused ??= mine.commit(lines({ n: 3 }))
            return []
          },
        }
        done(blocked.commit(held))
        check.deepEqual(refused, {
          ok: false,
          problem: {
            code: 'locked',
            message: `Cannot write to the store: another program keeps ${place.database} locked; end that program`,
          },
        })
        check.equal(value(mine.commit(lines({ n: 3 }))).result, 'done')
        check.deepEqual(bodies(tree(one)), [{ n: 1 }, { n: 2 }, { n: 3 }])
        value(impatient.close())
        value(other.close())
      }),
  },
]
