import { describe, expect, test } from 'vitest'
import { type GivenWord, giveWord } from '../../../src/runtime/answers/give-word.ts'
import { restingSince, wantGoOn } from '../../../src/runtime/answers/go-on.ts'
import { withdrawable, withdrawWord } from '../../../src/runtime/answers/withdraw-word.ts'
import { digest } from '../../../src/runtime/files/node-digest.ts'
import { createKinds, noTrees } from '../../../src/runtime/page/kinds.ts'
import { reduceNight } from '../../../src/runtime/keep/reduce.ts'
import { reducedSnapshot } from '../../../src/runtime/nights/snapshot.ts'
import { night, policiesFrom, stageOf } from '../stage.ts'

const word = (decision: GivenWord['decision'], text: string | null = null): GivenWord => ({
  decision,
  text,
  via: 'page',
  by: null,
})

/** Two sessions that asked the same, of which the first has stopped, beside a page that another process serves. */
function morning() {
  const stage = stageOf({ policies: policiesFrom(night) })
  const { send, session, store, clock } = stage
  session('S2').parent = null
  const push = { permission: 'bash', command: 'git push' }
  for (const name of ['S1', 'S2']) {
    send(name, 'user.wrote', { message: name, text: 'Begin' })
    send(name, 'permission.asked', { request: `${name}-push`, ...push })
    send(name, 'user.interrupted')
  }
  clock.pass(1000)
  const found = store.open('page').project()
  if (!found.ok) throw new Error(found.problem.message)
  const project = found.value
  const kinds = createKinds(noTrees, digest)
  const records = () => {
    const rows = project.records()
    return rows.ok ? rows.value.map(({ body }) => JSON.parse(body)) : []
  }
  const shown = records().find(({ id }) => id === 'n1')
  const answer = (given: GivenWord) => giveWord(project, kinds, shown, given, clock.now())
  const undo = () => withdrawWord(project, shown, { at: clock.now(), via: 'page' })
  const allowed = () => {
    const grants = project.inForce()
    return grants.ok ? grants.value.map(({ reach }) => reach) : null
  }
  /** Keeps the state of a tree behind its last line, as after much work. */
  const snapshot = (root: string): void => {
    const tree = project.tree(root)
    if (!tree.ok || tree.value === null) throw new Error(`Cannot keep the state of ${root}: there is none`)
    const text = reducedSnapshot(root, tree.value)
    if (text === null) throw new Error(`Cannot keep the state of ${root}: it cannot be read`)
    project.commit({ revision: null, trees: [{ root, after: tree.value.seq, lines: [], snapshot: text }] })
  }
  /** Takes the lines of a tree away, as a person may. */
  const prune = (root: string): void => {
    const found = stage.store.whole().find(root)
    if (!found.ok || found.value === null) throw new Error(`Cannot prune ${root}: there is no such night`)
    reduceNight(stage.store.whole(), found.value, 1000)
  }
  return { ...stage, project, answer, undo, allowed, records, push, snapshot, prune }
}
const open = { status: 'open', answer: null, answeredAs: null, answeredAt: null, answeredVia: null, answeredBy: null }

describe('a word that no agent has read', () => {
  test('is taken back in every session: it waits again, and what it granted ends', () => {
    const { answer, undo, allowed, records, project, runtime, session, send, push } = morning()
    answer(word('project'))
    expect([records().map(({ status }) => status), allowed()]).toEqual([['answered', 'answered'], ['project']])
    expect(withdrawable(project)).toEqual({ ok: true, value: ['n1', 'n2'] })
    expect(undo()).toMatchObject({ result: 'withdrawn', entries: [{ root: 'S1' }, { root: 'S2' }] })
    expect(records()).toEqual([expect.objectContaining(open), expect.objectContaining(open)])
    expect(allowed()).toEqual([])
    expect(withdrawable(project)).toEqual({ ok: true, value: [] })
    // Whoever works in the session takes it in.
    const { verdict } = send('S1', 'permission.asked', { request: 'again', ...push })
    expect(verdict.outcome).toBe('deny')
    expect(runtime.state(session('S1'))?.records).toEqual([expect.objectContaining({ ...open, seen: 2 })])
  })

  test('is no answer to whoever asks the same later, and leaves no session resting', () => {
    const { answer, undo, project } = morning()
    answer(word('words', 'Use the branch'))
    expect(restingSince(project, ['S1', 'S2'])).toEqual({ ok: true, value: ['S1', 'S2'] })
    undo()
    expect(restingSince(project, ['S1', 'S2'])).toEqual({ ok: true, value: [] })
    const answers = project.answers()
    expect(answers.ok && answers.value.map(({ decision, sealed }) => [decision, sealed])).toEqual([
      ['words', true],
      ['withdrawn', true],
    ])
  })

  test('ends what it granted by whichever of the entries it is taken back', () => {
    const { answer, records, project, clock, allowed } = morning()
    answer(word('project'))
    const twin = records().find(({ id }) => id === 'n2')
    expect(withdrawWord(project, twin, { at: clock.now(), via: 'page' })).toMatchObject({ result: 'withdrawn' })
    expect(allowed()).toEqual([])
  })

  test('is taken back of a session of which the store has a snapshot alone', () => {
    const { answer, undo, project, snapshot } = morning()
    for (const root of ['S1', 'S2']) snapshot(root)
    answer(word('once'))
    expect(withdrawable(project)).toEqual({ ok: true, value: ['n1', 'n2'] })
    expect(undo()).toMatchObject({ result: 'withdrawn' })
  })

  test('may be given again, and then counts', () => {
    const { answer, undo, allowed, records } = morning()
    answer(word('never'))
    undo()
    answer(word('once'))
    expect(allowed()).toEqual(['once'])
    expect(records().map(({ answeredAs }) => answeredAs)).toEqual(['once', 'once'])
  })
})

describe('a word that an agent may have read stays', () => {
  test.each<[string, (stage: ReturnType<typeof morning>) => void, string]>([
    ['once its session went on', ({ send }) => send('S1', 'user.wrote', { message: 'm', text: 'Go' }), 'has gone on'],
    [
      'once it was sent on its way',
      ({ project, clock }) => wantGoOn(project, ['S2'], { at: clock.now(), via: 'page' }),
      'has gone on',
    ],
  ])('%s', (_, happens, why) => {
    const stage = morning()
    stage.answer(word('once'))
    happens(stage)
    expect(stage.undo()).toEqual({
      result: 'refused',
      why: `the session ${why} since and may have read it; answer again instead`,
    })
    expect(stage.allowed()).toEqual(['once'])
  })

  test('while its session is at work', () => {
    const stage = morning()
    stage.send('S2', 'user.wrote', { message: 'm', text: 'Go' })
    stage.answer(word('once'))
    expect(stage.undo()).toEqual({
      result: 'refused',
      why: 'the session is at work and may have read it; answer again instead',
    })
  })

  test.each([0, -3_600_000, 3_600_000])(
    'once another session has asked for the same, also with the clock set by %d ms',
    (by) => {
      const stage = morning()
      stage.answer(word('project'))
      stage.clock.set(stage.clock.now() + by)
      stage.session('S3').parent = null
      stage.send('S3', 'permission.asked', { request: 'S3-push', ...stage.push })
      expect(withdrawable(stage.project)).toEqual({ ok: true, value: [] })
      expect(stage.undo()).toEqual({
        result: 'refused',
        why: 'another session has asked for the same since; answer again instead',
      })
    },
  )

  test.each(['S1', 'S3'])('where nobody can tell any more what %s did since', (root) => {
    const stage = morning()
    stage.session('S3').parent = null
    stage.answer(word('project'))
    stage.clock.pass(1000)
    stage.send(root, 'permission.asked', { request: 'again', ...stage.push })
    stage.prune(root)
    expect(stage.undo()).toMatchObject({ result: 'refused', why: expect.stringMatching(/ since/) })
  })

  test('and where there is none nothing is taken back', () => {
    expect(morning().undo()).toEqual({ result: 'refused', why: 'it has none' })
  })
})

test('what was put off can be taken up again, whoever is at work', () => {
  const { answer, undo, send, records } = morning()
  answer(word('skip'))
  send('S1', 'user.wrote', { message: 'm', text: 'Go' })
  expect(undo()).toMatchObject({ result: 'withdrawn' })
  expect(records()[0]).toMatchObject(open)
})

test('an answer before something that is put off leaves its session resting', () => {
  const { answer, send, push, project, records, clock } = morning()
  send('S1', 'permission.asked', { request: 'other', ...push, command: 'npm publish' })
  answer(word('once'))
  const other = records().find(({ fingerprint }) => fingerprint !== records()[0].fingerprint)
  giveWord(project, createKinds(noTrees, digest), other, word('skip'), clock.now())
  expect(restingSince(project, ['S1'])).toEqual({ ok: true, value: ['S1'] })
})
