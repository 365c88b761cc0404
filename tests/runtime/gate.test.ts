import { describe, expect, test } from 'vitest'
import type { Attempt } from '../../src/runtime/ports.ts'
import { night, policiesFrom, type StageOptions, settled, stageOf } from './stage.ts'

const policies = policiesFrom(night)

/** A stage whose run is armed. */
function armed(options: Partial<StageOptions> = {}) {
  const stage = stageOf({ policies, ...options })
  stage.send('S1', 'tool.finished')
  return stage
}

const texts = (stage: ReturnType<typeof stageOf>) => stage.host.prompts.map(({ text }) => text)

describe('a prompt leaves', () => {
  test('at the end of a turn at once, though the session is still busy, after its line is in the store', () => {
    const stage = armed()
    stage.session('S1', { busy: true })
    stage.host.order.length = 0
    stage.send('S1', 'turn.ended', { text: 'part one' })
    expect(texts(stage)).toEqual(['Go on.'])
    expect(stage.host.order).toEqual(['store', 'store', 'prompt'])
    expect(stage.runtime.state(stage.session('S1'))?.run.prompts).toBe(1)
  })

  test('F3-07: once a turn, however often the turn ends', () => {
    const stage = armed()
    for (let again = 0; again < 4; again++) {
      stage.send('S1', 'turn.ended', { text: 'x', message: 'm1' })
      stage.arrive()
    }
    stage.clock.pass(600_000)
    expect(texts(stage)).toHaveLength(1)
  })

  test('once a turn across a restart, and once more after a compaction', () => {
    const first = armed()
    first.send('S1', 'turn.ended', { text: 'x', message: 'm1' })
    const second = stageOf({ policies, files: first.files, process: 'two' })
    second.send('S1', 'turn.ended', { text: 'x', message: 'm1' })
    expect(texts(second)).toEqual([])
    second.send('S1', 'context.compacted', { auto: true })
    second.send('S1', 'turn.ended', { text: 'x', message: 'm1' })
    expect(texts(second)).toHaveLength(1)
  })

  test('not while one of ours is on its way, but when it has arrived', () => {
    const stage = armed()
    stage.send('S1', 'turn.ended', { text: 'a' })
    stage.send('S1', 'turn.ended', { text: 'b' })
    expect(texts(stage)).toHaveLength(1)
    stage.runtime.arrived(stage.session('S1'), 'm', 'some other mark')
    expect(texts(stage)).toHaveLength(1)
    stage.arrive()
    expect(texts(stage)).toHaveLength(2)
  })

  test('at the latest 30 s after the one before', () => {
    const stage = armed()
    stage.send('S1', 'turn.ended', { text: 'a' })
    stage.send('S1', 'turn.ended', { text: 'b' })
    stage.clock.pass(29_000)
    expect(texts(stage)).toHaveLength(1)
    stage.clock.pass(31_000)
    expect(texts(stage)).toHaveLength(2)
  })
})

describe('a prompt waits and is looked at again', () => {
  test('F3-12: while a child works; settle looks at once', () => {
    const stage = armed()
    const child = stage.session('S1c', { parent: 'S1', busy: true })
    stage.send('S1', 'turn.ended', { text: 'a' })
    stage.clock.pass(60_000)
    expect(texts(stage)).toEqual([])
    child.busy = false
    stage.runtime.settle(child)
    expect(texts(stage)).toHaveLength(1)
  })

  test('F3-12: and by itself, if nobody says that the child rests', () => {
    const stage = armed()
    const child = stage.session('S1c', { parent: 'S1', busy: true })
    stage.send('S1', 'turn.ended', { text: 'a' })
    stage.clock.pass(180_000)
    expect(texts(stage)).toEqual([])
    child.busy = false
    stage.clock.pass(30_000)
    expect(texts(stage)).toHaveLength(1)
  })

  test('F3-15: while a request stands open anywhere in the tree', () => {
    const stage = armed()
    stage.session('S1c', { parent: 'S1' })
    stage.send('S1c', 'permission.asked', { request: 'p1', permission: 'wait' })
    stage.send('S1', 'turn.ended', { text: 'a' })
    expect(texts(stage)).toEqual([])
    stage.send('S1c', 'request.settled', { request: 'p1', kind: 'permission', reply: 'once', by: 'user' })
    expect(texts(stage)).toHaveLength(1)
  })

  test.each([
    ['has no task yet', { hasTask: false }, { hasTask: true }],
    ['has no agent that we know', { agent: null }, { agent: 'build' }],
    ['has no model that we know', { model: null }, { model: { provider: 'p', id: 'm' } }],
  ])('while the session %s; a timer looks again by itself', (_name, before, after) => {
    const stage = armed()
    stage.session('S1', before)
    stage.send('S1', 'turn.ended', { text: 'a' })
    stage.clock.pass(1900)
    stage.session('S1', after)
    expect(texts(stage)).toEqual([])
    stage.clock.pass(100)
    expect(texts(stage)).toHaveLength(1)
  })

  test('F3-09: a later prompt waits while the session is busy', () => {
    const stage = armed()
    stage.send('S1', 'turn.ended', { text: 'later' })
    stage.session('S1', { busy: true })
    stage.clock.pass(20 * 60_000)
    expect(texts(stage)).toEqual([])
    stage.session('S1', { busy: false })
    stage.clock.pass(30_000)
    expect(texts(stage)).toEqual(['Go on later.'])
  })

  test('with pauses that grow to half a minute', () => {
    const stage = armed()
    const asks: number[] = []
    const begin = stage.clock.now()
    const child = stage.session('S1c', { parent: 'S1' })
    Object.defineProperty(child, 'busy', {
      get: () => {
        asks.push((stage.clock.now() - begin) / 1000)
        return true
      },
    })
    stage.send('S1', 'turn.ended', { text: 'a' })
    stage.clock.pass(100_000)
    expect(asks).toEqual([0, 2, 6, 14, 30, 60, 90])
  })

  test('status says why it waits', () => {
    const stage = armed()
    stage.session('S1c', { parent: 'S1', busy: true })
    stage.send('S1', 'turn.ended', { text: 'a' })
    expect(stage.send('S1', 'command.run', { name: 'night', action: 'status' }).reply).toContain(
      'Waits: goes on later, since the session S1c below is at work',
    )
  })
})

describe('a prompt never leaves', () => {
  test('F3-11: for the end of a child', () => {
    const stage = armed()
    stage.session('S1c', { parent: 'S1' })
    stage.send('S1c', 'turn.ended', { text: 'a' })
    stage.clock.pass(60_000)
    expect(texts(stage)).toEqual([])
  })

  test.each([
    ['F3-01: the user interrupts', 'user.interrupted', {}],
    ['F3-05: the user writes', 'user.wrote', { message: 'u1', text: 'wait' }],
    ['F10-10: it is switched off', 'command.run', { name: 'night', action: 'off' }],
  ])('if meanwhile %s', (_name, type, fields) => {
    const stage = armed()
    stage.send('S1', 'turn.ended', { text: 'later' })
    stage.send('S1', type, fields)
    stage.clock.pass(3_600_000)
    expect(texts(stage)).toEqual([])
  })

  test('F3-02: one session is paused, the other goes on', () => {
    const stage = armed()
    stage.session('S2')
    stage.send('S2', 'tool.finished')
    stage.send('S1', 'user.interrupted')
    stage.send('S1', 'turn.ended', { text: 'a' })
    stage.send('S2', 'turn.ended', { text: 'b' })
    expect(stage.host.prompts.map(({ session }) => session)).toEqual(['S2'])
  })
})

describe('a prompt that cannot be sent', () => {
  test('F3-08: is said once and tried again with growing pauses, then the run stops', async () => {
    const stage = armed({ prompt: async () => ({ ok: false, error: 'refused' }) })
    stage.send('S1', 'turn.ended', { text: 'a' })
    const sentAfter: number[] = []
    for (let second = 0; second < 120; second++) {
      await settled()
      if (stage.host.prompts.length > sentAfter.length) sentAfter.push(second)
      stage.clock.pass(1000)
    }
    expect(sentAfter).toEqual([0, 2, 6, 14, 30])
    expect(stage.host.notices).toEqual([
      'Failed prompt: refused.',
      'Stopped: error (a prompt could not be sent 5 times: refused).',
    ])
    expect(stage.runtime.state(stage.session('S1'))?.run).toMatchObject({ state: 'stopped', reason: 'error' })
  })

  test('is not tried again once the run is paused, nor later when it goes on', async () => {
    const stage = armed({ prompt: async () => ({ ok: false, error: 'refused' }) })
    stage.send('S1', 'turn.ended', { text: 'a' })
    stage.send('S1', 'user.interrupted')
    await settled()
    stage.clock.pass(600_000)
    expect(stage.runtime.state(stage.session('S1'))).toMatchObject({ pending: null, run: { state: 'paused' } })
    stage.send('S1', 'user.wrote', { message: 'u1', text: 'go on' })
    stage.send('S1', 'tool.finished')
    stage.clock.pass(600_000)
    expect(texts(stage)).toEqual(['Go on.'])
  })

  test.each(['leaves at once', 'waits for a child'])('gives way to one that came meanwhile and %s', async (how) => {
    const answers: ((attempt: Attempt) => void)[] = []
    const stage = armed({ prompt: () => new Promise((resolve) => answers.push(resolve)) })
    stage.send('S1', 'turn.failed', { kind: 'provider', message: '529' })
    stage.clock.pass(30_000)
    stage.send('S1', 'turn.ended', { text: 'b' })
    const child = stage.session('S1c', { parent: 'S1', busy: how === 'waits for a child' })
    answers[0]?.({ ok: false, error: 'refused' })
    await settled()
    child.busy = false
    stage.clock.pass(600_000)
    expect(texts(stage)).toEqual(['Try again.', 'Go on.'])
  })

  test('counts only failures in a row', async () => {
    const outcomes = [false, false, false, true, false, false, true]
    const stage = armed({
      prompt: async () => (outcomes.shift() ? { ok: true } : { ok: false, error: 'refused' }),
    })
    for (const text of ['a', 'b']) {
      stage.send('S1', 'turn.ended', { text })
      for (let second = 0; second < 60; second++) {
        await settled()
        stage.clock.pass(1000)
      }
      stage.arrive()
    }
    expect(outcomes).toEqual([])
    expect(texts(stage)).toHaveLength(7)
    expect(stage.host.notices).toEqual(['Failed prompt: refused.', 'Failed prompt: refused.'])
    expect(stage.runtime.state(stage.session('S1'))?.run.state).toBe('armed')
  })

  test('goes out when the host takes it again', async () => {
    let works = false
    const stage = armed({ prompt: async () => (works ? { ok: true } : { ok: false, error: 'refused' }) })
    stage.send('S1', 'turn.ended', { text: 'a' })
    await settled()
    works = true
    stage.clock.pass(2000)
    await settled()
    stage.clock.pass(600_000)
    expect(texts(stage)).toEqual(['Go on.', 'Go on.'])
    expect(stage.runtime.state(stage.session('S1'))?.run.state).toBe('armed')
  })
})

test('where the host is about to leave nothing is sent until it stays', () => {
  const stage = armed({ mode: 'run' })
  const session = stage.session('S1')
  session.leaving = true
  stage.send('S1', 'turn.ended', { text: 'a' })
  stage.clock.pass(60_000)
  expect(texts(stage)).toEqual([])
  session.leaving = false
  stage.runtime.settle(session)
  expect(texts(stage)).toEqual(['Go on.'])
})

describe('an end without appeal', () => {
  test.each([
    ['a wait', 'turn.ended', { text: 'later' }, 'limit'],
    ['back-off after a limit', 'turn.failed', { kind: 'rate-limit', message: '429' }, 'limit'],
    ['back-off after an error', 'turn.failed', { kind: 'provider', message: '529' }, 'error'],
  ])('in opencode run there is no later: %s ends the run', (_name, type, fields, reason) => {
    const stage = armed({ mode: 'run' })
    stage.send('S1', type, fields)
    const run = stage.runtime.state(stage.session('S1'))?.run
    expect(run).toMatchObject({ state: 'stopped', reason })
    expect(run?.detail).toMatch(/^a wait of \d+ s until 2026-02-12T22:0\d:\d\d\.000Z cannot wait in opencode run$/)
    expect(stage.host.notices).toHaveLength(1)
  })

  test('no policy sends more than 500 prompts in a run', () => {
    const stage = armed()
    for (let turn = 0; turn < 510; turn++) {
      stage.send('S1', 'turn.ended', { text: 'a' })
      stage.arrive()
    }
    expect(stage.host.prompts).toHaveLength(500)
    expect(stage.runtime.state(stage.session('S1'))?.run).toMatchObject({ state: 'stopped', reason: 'limit' })
  })

  test('no prompt that waits leaves after 24 h', () => {
    const stage = armed()
    stage.session('S1c', { parent: 'S1', busy: true })
    stage.send('S1', 'turn.ended', { text: 'a' })
    stage.clock.pass(25 * 3_600_000)
    expect(texts(stage)).toEqual([])
    expect(stage.runtime.state(stage.session('S1'))?.run).toMatchObject({ state: 'stopped', detail: 'ceiling of 24h' })
  })
})
