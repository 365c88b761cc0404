import { describe, expect, test } from 'vitest'
import { endOfRun, isSilentEnough, type Limit } from '../../../src/core/limits/limit.ts'
import { nearlyReached, reachedBy } from '../../../src/core/limits/spent.ts'
import { moved } from '../../../src/core/limits/moved.ts'
import { emptyRun, emptyTree, type TreeState } from '../../../src/core/state.ts'

const at = Date.parse('2026-02-12T22:00:00Z')
const hour = 3_600_000
const run = { ...emptyRun, state: 'armed' as const, startedAt: at, clockAt: at }
const limit = (parts: Partial<Limit>): Limit => ({
  count: null,
  endsRun: null,
  time: null,
  until: null,
  prompts: null,
  cost: null,
  tokens: null,
  silence: null,
  ...parts,
})

describe('the end of a run', () => {
  const ends = (limits: Limit[], zone = 'UTC') => (Number(endOfRun(limits, run, zone)) - at) / hour

  test('is the earliest of all limits and of the ceiling', () => {
    expect(ends([])).toBe(24)
    expect(ends([limit({ time: 30 * hour })])).toBe(24)
    expect(ends([limit({ time: 12 * hour }), limit({ until: '07:00' })])).toBe(9)
    expect(ends([limit({ time: 2 * hour }), limit({ until: '07:00' })])).toBe(2)
    expect(ends([limit({ until: '22:00' })]), 'the next one').toBe(24)
    expect(ends([limit({ until: '07:00' })], 'Europe/Berlin')).toBe(8)
  })

  test('is of an armed run alone', () => {
    expect(endOfRun([limit({ time: hour })], { ...run, state: 'stopped' }, 'UTC')).toBeNull()
    expect(endOfRun([limit({ time: hour })], emptyRun, 'UTC')).toBeNull()
  })
})

describe('what a run has used', () => {
  const used = { ...run, prompts: 9, cost: 4, tokens: 900 }
  const reached = (parts: Partial<Limit>, hours: number) => reachedBy(limit(parts), used, at + hours * hour, 'UTC')
  const nearly = (parts: Partial<Limit>, hours = 0) => nearlyReached(limit(parts), used, at + hours * hour)

  test('is held against each limit, and the first that is reached is told', () => {
    expect(reached({}, 23)).toBeNull()
    expect([reached({ time: hour }, 0.9), reached({ time: hour }, 1)]).toEqual([null, 'time'])
    expect([reached({ until: '23:00' }, 0.9), reached({ until: '23:00' }, 1)]).toEqual([null, 'until'])
    expect([reached({ cost: 5 }, 0), reached({ cost: 4 }, 0)]).toEqual([null, 'cost'])
    expect([reached({ tokens: 901 }, 0), reached({ tokens: 900 }, 0)]).toEqual([null, 'tokens'])
    expect([reached({ prompts: 10 }, 0), reached({ prompts: 9 }, 0)]).toEqual([null, 'prompts'])
    expect(reached({ prompts: 9, cost: 4, time: hour }, 1)).toBe('time')
    expect(reachedBy(limit({ cost: 1 }), { ...used, state: 'stopped' }, at, 'UTC')).toBeNull()
  })

  test('is nearly used up at four fifths', () => {
    expect([nearly({ time: 10 * hour }, 7.9), nearly({ time: 10 * hour }, 8)]).toEqual([null, 'time'])
    expect([nearly({ cost: 5.1 }), nearly({ cost: 5 })]).toEqual([null, 'cost'])
    expect([nearly({ prompts: 12 }), nearly({ prompts: 11 })]).toEqual([null, 'prompts'])
    expect([nearly({ tokens: 1126 }), nearly({ tokens: 1125 })]).toEqual([null, 'tokens'])
    expect(nearly({ until: '22:01' })).toBeNull()
  })
})

test('a silence is long enough by the limit of a model or of a tool', () => {
  const silences = { model: 5, tool: 9 }
  const silent = (doing: 'model' | 'tool' | 'nothing', lasted: number, silence: Limit['silence'] = silences) =>
    isSilentEnough(limit({ silence }), { type: 'session.silent', since: at, lasted, doing, tool: null })
  expect([silent('model', 5), silent('nothing', 5), silent('tool', 9)]).toEqual([true, true, true])
  expect([silent('model', 4), silent('nothing', 4), silent('tool', 8)]).toEqual([false, false, false])
  expect([silent('model', 99, { model: null, tool: 9 }), silent('model', 1, null)]).toEqual([false, true])
})

describe('a clock that is set', () => {
  const state: TreeState = {
    ...emptyTree,
    run,
    slots: {
      ...emptyTree.slots,
      run: { 'p/window': [{ at, value: 'a' }], 'p/set': ['a'], 'p/count': 3 },
      session: { S1: { 'p/map': { at: 1, value: 2 } } },
    },
    pending: { turn: 't', text: 'x', due: at + 5, byClock: true, why: null, by: 'p/r' },
    timers: { tea: { due: at + 5, byClock: false, session: 'S1', by: 'p/r' } },
    shadows: {},
  }

  test('moves what counts lengths of time and nothing else', () => {
    const back = moved(state, -hour)
    expect(back.run).toMatchObject({ startedAt: at - hour, clockAt: at - hour })
    expect(back.slots.run).toEqual({ 'p/window': [{ at: at - hour, value: 'a' }], 'p/set': ['a'], 'p/count': 3 })
    expect(back.slots.session).toEqual(state.slots.session)
    expect(back.pending).toEqual(state.pending)
    expect(back.timers['tea']?.due).toBe(at + 5 - hour)
  })

  test('forward leaves the time of day from which others count', () => {
    expect(moved(state, hour).run).toMatchObject({ startedAt: at + hour, clockAt: at })
  })
})
