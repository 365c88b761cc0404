import { describe, expect, it } from 'vitest'
import { fold } from '../../src/core/fold.ts'
import { readSlot } from '../../src/core/judging/slots.ts'
import { type Change, emptyTree } from '../../src/core/state.ts'
import { policyOf, slotOf } from './build.ts'

const foldAll = (...changes: Change[]) => changes.reduce(fold, emptyTree)

const slot = (name: string, scope: 'run' | 'tree' | 'session', session: string, value: number): Change => ({
  change: 'slot',
  slot: `p/${name}`,
  scope,
  session,
  operation: { do: 'set', value },
})

const run = (to: 'ready' | 'armed' | 'paused' | 'stopped', fresh: boolean, at = 5): Change => ({
  change: 'run',
  to,
  reason: to === 'stopped' ? 'done' : null,
  detail: null,
  at,
  fresh,
})

describe('fold', () => {
  it('empties the slots of a run when a new one begins, and keeps the others', () => {
    const state = foldAll(
      slot('a', 'run', 'S1', 1),
      slot('b', 'tree', 'S1', 2),
      slot('c', 'session', 'S1', 3),
      run('armed', true),
    )
    expect(state.slots).toEqual({ run: {}, tree: { 'p/b': 2 }, session: { S1: { 'p/c': 3 } }, project: {} })
    expect(state.run).toMatchObject({ state: 'armed', number: 1, startedAt: 5, prompts: 0 })
  })

  it('sends prompts to another model for the rest of the run, and to the own one in the next', () => {
    const other: Change = { change: 'switched', model: 'spare/one' }
    expect(foldAll(run('armed', true), other, run('stopped', false)).run.model).toBe('spare/one')
    expect(foldAll(run('armed', true), other, { change: 'switched', model: null }).run.model).toBeNull()
    expect(foldAll(run('armed', true), other, run('armed', true)).run.model).toBeNull()
    const known: Change = { change: 'switched', model: 'spare/one', until: 9 }
    expect(foldAll(run('armed', true), known).run).toMatchObject({ model: 'spare/one', modelUntil: 9 })
    expect(foldAll(run('armed', true), known, { change: 'switched', model: null }).run.modelUntil).toBeNull()
  })

  it('keeps what the run counted when it stops, and drops the prompt that was still to be sent', () => {
    const prompt = { turn: 'm1+0', text: 'go', due: 9, byClock: false, why: null, by: 'p/r' }
    const state = foldAll(
      run('armed', false),
      { change: 'spent', turns: 2, tokens: 30, cost: 0.5 },
      { change: 'prompt.pending', prompt },
      run('stopped', false, 8),
    )
    expect(state.pending).toBeNull()
    expect(state.run).toMatchObject({ state: 'stopped', reason: 'done', turns: 2, tokens: 30, cost: 0.5, startedAt: 5 })
  })

  it('counts a sent prompt for the run and for the tree', () => {
    const state = foldAll(run('armed', false), { change: 'prompt.sent', turn: 'm1+0' }, run('armed', true))
    expect([state.run.prompts, state.prompts]).toEqual([0, 1])
  })

  it('forgets what a window holds for too long, and the oldest beyond its size', () => {
    const policy = policyOf({
      name: 'p',
      memory: { seen: slotOf({ kind: 'window', scope: 'tree', span: 10, max: 3 }) },
    })
    const push = (at: number): Change => ({
      change: 'slot',
      slot: 'p/seen',
      scope: 'tree',
      session: 'S1',
      operation: { do: 'push', at, value: at, span: 10, max: 3 },
    })
    const state = foldAll(push(1), push(5), push(6), push(7), push(8))
    expect(readSlot(policy, 'seen', state, 'S1', 9)).toEqual([6, 7, 8])
    expect(readSlot(policy, 'seen', state, 'S1', 17)).toEqual([8])
    expect(readSlot(policy, 'seen', state, 'S1', 18)).toEqual([])
  })

  it('never lets a key of a map reach a prototype', () => {
    const state = foldAll({
      change: 'slot',
      slot: 'p/table',
      scope: 'tree',
      session: 'S1',
      operation: { do: 'put', key: '__proto__', value: 'x', max: 10 },
    })
    expect(Object.keys(state.slots.tree['p/table'] as object)).toEqual(['__proto__'])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})
