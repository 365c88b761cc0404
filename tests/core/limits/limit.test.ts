import { describe, expect, test } from 'vitest'
import { endOfRun, isOver, type Limit } from '../../../src/core/limits/limit.ts'
import { moved } from '../../../src/core/limits/moved.ts'
import { emptyRun, emptyTree, type TreeState } from '../../../src/core/state.ts'

const at = Date.parse('2026-02-12T22:00:00Z')
const hour = 3_600_000
const run = { ...emptyRun, state: 'armed' as const, startedAt: at, clockAt: at }
const limit = (parts: Partial<Limit>): Limit => ({
  time: null,
  until: null,
  silence: { model: null, tool: null },
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

test('each rule is asked when its own limit is over', () => {
  const expired = { type: 'run.expired', at: at + 9 * hour, late: 0 } as const
  const over = (given: Limit | null) => isOver(given, expired, run, 'UTC')
  expect([null, limit({ time: 9 * hour }), limit({ until: '07:00' })].map(over)).toEqual([true, true, true])
  expect([limit({ time: 10 * hour }), limit({ until: '08:00' }), limit({})].map(over)).toEqual([false, false, false])
  const silences = { model: 5, tool: 9 }
  const silent = (doing: 'model' | 'tool' | 'nothing', lasted: number) =>
    isOver(limit({ silence: silences }), { type: 'session.silent', since: at, lasted, doing, tool: null }, run, 'UTC')
  expect([silent('model', 5), silent('nothing', 5), silent('tool', 9)]).toEqual([true, true, true])
  expect([silent('model', 4), silent('nothing', 4), silent('tool', 8)]).toEqual([false, false, false])
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
