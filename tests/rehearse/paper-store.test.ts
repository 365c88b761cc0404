import { expect, test } from 'vitest'
import { paperStore } from '../../src/rehearse/paper-store.ts'
import type { NightStore } from '../../src/runtime/ports.ts'
import { openStore } from '../../src/store/open-store.ts'

const line = (at: number) => ({ at, kind: 'change', body: `{"why":"${at}","changes":[]}` })

/** What a store answers to all that the runtime asks of it. */
function answers(store: NightStore): unknown[] {
  const tree = { root: 'S1', after: null, lines: [line(1), line(2)] }
  const sets = [{ hash: 'h', documents: '[]' }]
  return [
    store.tree('S1'),
    store.rootOf('S1'),
    store.since('S1', 0),
    store.commit({ trees: [{ ...tree, sessions: ['c1'], sets }], revision: null, outbox: [{ at: 3, body: '{}' }] }),
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
    store.outbox(),
    store.delivered([1]),
    store.outbox(),
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
