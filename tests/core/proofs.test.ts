import { describe, expect, test } from 'vitest'
import type { EventOf } from '../../src/core/event.ts'
import { fold } from '../../src/core/fold.ts'
import { proofFact, proofOf } from '../../src/core/proofs.ts'
import { type Change, emptyTree, noProofs, type Proofs, type TreeState } from '../../src/core/state.ts'

const shown: Proofs = { shown: { 'npm test': { command: 'npm test', call: 't', at: 1 } }, running: {} }
const call = {
  tool: 'bash',
  call: 'c',
  paths: [],
  touches: [],
  whole: true,
  command: 'npm test',
  script: null,
  fingerprint: 'f',
}
const called: EventOf<'tool.called'> = { type: 'tool.called', ...call, access: 'run', url: null, input: {} }
const finished: EventOf<'tool.finished'> = {
  ...{ ...call, type: 'tool.finished', ok: true, changed: true, wrote: [], workdir: null },
  ...{ exit: 0, lasted: null, output: '', repeated: false, outcome: null },
}

const folded = (state: TreeState, ...changes: Change[]): TreeState => changes.reduce(fold, state)

describe('what a call means for what must be shown', () => {
  test('nothing where nothing must be shown, so that a night without evidence has no line more', () => {
    expect(proofOf([], shown, { ...finished, wrote: ['a.ts'] }, 5)).toEqual([])
    expect(proofOf([], noProofs, called, 5)).toEqual([])
  })

  test('a file that is written changes nothing where nothing is shown or runs', () => {
    expect(proofOf(['npm test'], noProofs, { ...finished, command: null, wrote: ['a.ts'] }, 5)).toEqual([])
    expect(proofOf(['npm test'], shown, { ...finished, command: null, wrote: ['a.ts'] }, 5)).toEqual([
      { change: 'proof.outdated', but: [] },
    ])
  })

  test('what a command writes itself does not speak against it, but against the others', () => {
    const changes = proofOf(
      ['npm test', 'npm run lint'],
      shown,
      { ...finished, command: 'npm run lint', wrote: ['r.xml'] },
      5,
    )
    const { proofs } = folded({ ...emptyTree, proofs: shown }, ...changes)
    expect(Object.keys(proofs.shown)).toEqual(['npm run lint'])
  })

  test('a command that was outrun by a file shows nothing, and is forgotten with its end', () => {
    const begun = folded(emptyTree, ...proofOf(['npm test'], noProofs, called, 1))
    const written = folded(
      begun,
      ...proofOf(['npm test'], begun.proofs, { ...finished, call: 'd', command: null, wrote: ['a'] }, 2),
    )
    const ended = folded(written, ...proofOf(['npm test'], written.proofs, finished, 3))
    expect(written.proofs.running).toEqual({ c: true })
    expect(ended.proofs).toEqual(noProofs)
  })

  test('files that differ at the end of a step make it void, but what the only command there wrote is its own', () => {
    const left = (...calls: string[]) => {
      const event: EventOf<'files.changed'> = { type: 'files.changed', paths: ['r.xml'], calls }
      const state = { ...emptyTree, proofs: shown }
      return Object.keys(folded(state, ...proofOf(['npm test'], shown, event, 5)).proofs.shown)
    }
    expect(left('t')).toEqual(['npm test'])
    expect(left('t', 'format')).toEqual([])
    expect(left('format')).toEqual([])
    expect(left()).toEqual([])
  })

  test('a new run shows anew, and the shadow of an observing policy sees the same', () => {
    const state = { ...emptyTree, shadows: { watching: emptyTree } }
    const after = folded(state, ...proofOf(['npm test'], noProofs, finished, 3))
    expect(after.shadows['watching']?.proofs).toEqual(after.proofs)
    const fresh: Change = { change: 'run', to: 'ready', reason: null, detail: null, at: 4, fresh: true }
    expect(folded(after, fresh).proofs).toEqual(noProofs)
  })
})

test('the fact names what is missing and what is shown, each line once, with the time of the last', () => {
  const proofs = {
    shown: {
      a: { command: 'a && b', call: 'x', at: 1 },
      b: { command: 'a && b', call: 'x', at: 1 },
      c: { command: 'c', call: 'y', at: 7 },
    },
    running: {},
  }
  expect(proofFact(proofs, ['a', 'b', 'c', 'd'])).toEqual({ missing: ['d'], shown: ['a && b', 'c'], at: 7 })
  expect(proofFact(noProofs, [])).toEqual({ missing: [], shown: [], at: null })
})
