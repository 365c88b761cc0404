import { expect, test } from 'vitest'
import { paperStore } from '../../src/rehearse/paper-store.ts'
import type { NightStore } from '../../src/runtime/ports.ts'
import { openStore } from '../../src/store/open-store.ts'

const line = (at: number) => ({ at, kind: 'change', body: `{"why":"${at}","changes":[]}` })

const row = (number: number, isNew = true) => ({
  prefix: 'b',
  number,
  root: 'S1',
  kind: 'blocker',
  fingerprint: `f${number}`,
  status: 'open',
  at: 1,
  body: '{}',
  isNew,
})
const author = { via: 'terminal', name: null } as const
const answer = { ...author, record: 'b1', fingerprint: 'f1', at: 2, decision: 'once', text: null } as const
const grant = { ...author, record: 'b1', fingerprint: 'f1', subject: 'ls', reach: 'once', at: 2 } as const

const sharedOf = (store: NightStore): unknown => {
  const shared = store.shared()
  return shared.ok
    ? [shared.value.revision, shared.value.grants, shared.value.next('b'), shared.value.next('c')]
    : shared
}

/** What a store answers to all that the runtime asks of it. */
function answers(store: NightStore): unknown[] {
  const tree = { root: 'S1', after: null, lines: [line(1), line(2)] }
  const sets = [{ hash: 'h', documents: '[]' }]
  return [
    store.tree('S1'),
    store.rootOf('S1'),
    store.since('S1', 0),
    store.commit({ trees: [{ ...tree, sessions: ['c1'], sets }], revision: null }),
    store.commit({ trees: [{ ...tree, after: 1 }], revision: null }),
    store.since('S1', 2),
    store.commit({ trees: [{ ...tree, after: 2, snapshot: '{}' }], revision: null }),
    store.commit({ trees: [{ root: 'S2', after: 0, lines: [line(5)] }], revision: null }),
    store.tree('S1'),
    store.since('S1', 0, 3),
    store.since('S1', 3),
    store.sets('S1'),
    store.sets('S2'),
    ['S1', 'c1', 'S2', 'S3'].map(store.rootOf),
    store.commit({ trees: [{ root: 'S2', after: null, lines: [], title: 'Fix it' }], revision: null }),
    store.titles(),
    store.pageState('p.md'),
    store.keepPage('p.md', [{ record: 'b1', since: 1, out: 2, checked: true, wrote: 'a' }]),
    store.page('p.md'),
    store.page('q.md'),
    store.pageState('p.md'),
    store.commit({ trees: [], revision: null, records: [row(1), row(2)] }),
    store.commit({
      trees: [],
      revision: null,
      records: [row(2, false), row(1, false)],
      answers: [answer],
      grants: [grant],
    }),
    store.commit({ trees: [], revision: 1, records: [row(3)] }),
    store.commit({ trees: [], revision: 2, ended: [{ grant: 1, at: 4, by: 'used' }] }),
    store.commit({ trees: [], revision: null, ended: [{ grant: 1, at: 4, by: 'used' }] }),
    store.records(),
    store.records({ fingerprint: 'f1' }),
    store.answers({ fingerprint: 'f1' }),
    store.answers({ fingerprint: 'f2' }),
    store.grants(),
    sharedOf(store),
    store.note({ code: 'a', subject: 'b', at: 1, detail: '' }),
    store.note({ code: 'a', subject: 'b', at: 1, detail: '' }),
  ]
}

test('a store of paper answers as the real one', () => {
  const real = openStore({ place: null, process: 'one', patience: 0, random: (length) => new Uint8Array(length) })
  const project = real.ok ? real.value.project('/project') : real
  if (!project.ok) throw new Error(project.problem.message)
  expect(answers(paperStore('one').night)).toEqual(answers(project.value))
})
