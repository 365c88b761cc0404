import { expect, test } from 'vitest'
import { night, policiesFrom, stageOf } from '../stage.ts'

const policies = policiesFrom(`${night}
  - id: late
    events: [run.expired]
    limit: { time: 1h }
    then: [{ stop: { reason: budget } }]
`)
const minute = 60_000
const year = 365 * 24 * 60 * minute

const jumps = (journal: readonly unknown[]): number => JSON.stringify(journal).split('"change":"clock"').length - 1

test('a clock that was ahead in an earlier process does not end the run late', () => {
  const first = stageOf({ policies })
  first.clock.set(first.clock.now() + year)
  first.send('S1', 'tool.finished')
  first.clock.pass(30 * minute)
  first.send('S1', 'step.ended', { tokens: 5 })
  first.runtime.close()
  first.clock.set(first.clock.now() - year)
  const second = stageOf({ policies, files: first.files, store: first.store, clock: first.clock, process: 'two' })
  second.runtime.settle(second.session('S1'))
  const state = () => second.runtime.state(second.session('S1'))?.run
  expect(state()).toMatchObject({ state: 'armed', startedAt: second.clock.now() - 30 * minute })
  second.clock.pass(29 * minute)
  expect(state()?.state).toBe('armed')
  second.clock.pass(minute)
  expect(state()).toMatchObject({ state: 'stopped', reason: 'budget' })
})

test('two processes that share a night move its times once', () => {
  const first = stageOf({ policies })
  first.send('S1', 'tool.finished')
  const startedAt = first.clock.now()
  const second = stageOf({ policies, files: first.files, store: first.store, clock: first.clock, process: 'two' })
  second.send('S1', 'tool.finished')
  first.clock.set(first.clock.now() - year)
  first.send('S1', 'tool.finished')
  second.send('S1', 'tool.finished')
  first.send('S1', 'tool.finished')
  expect(jumps(first.journal())).toBe(1)
  for (const { runtime, session } of [first, second])
    expect(runtime.state(session('S1'))?.run.startedAt).toBe(startedAt - year)
})

test('the little by which clocks are corrected is no jump', () => {
  const { clock, send, journal } = stageOf({ policies })
  send('S1', 'tool.finished')
  for (let times = 0; times < 20; times++) {
    clock.set(clock.now() + 2000)
    send('S1', 'tool.finished')
  }
  expect(jumps(journal())).toBe(0)
})
