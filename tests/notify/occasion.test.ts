import { describe, expect, test } from 'vitest'
import { type Decision, emptyDecision } from '../../src/core/decision.ts'
import { emptyRun } from '../../src/core/state.ts'
import { reasons } from '../../src/core/vocabulary.ts'
import { type Around, occasionsOf } from '../../src/notify/occasion.ts'
import { eventFrom } from '../support/event.ts'

const isAwaited = (kind: string, section: string | null) => kind === 'blocker' && section === 'hard'

const occasions = (type: string, fields: object, parts: Partial<Decision> = {}, around: Partial<Around> = {}) =>
  occasionsOf(
    {
      at: 1000,
      session: 'S1',
      event: eventFrom(type, fields),
      decision: { ...emptyDecision(), ...parts },
      run: emptyRun,
    },
    { isAwaited, canAsk: true, ...around },
  )

const notice = { effect: 'notify', by: 'p/r', text: 'The run stopped.', level: 'info' } as const
const record = (more: object = {}) =>
  ({
    effect: 'record',
    by: 'p/r',
    result: 'added',
    id: 'b3',
    kind: 'blocker',
    section: 'hard',
    title: 'Which one?',
    fields: {},
    seen: 1,
    ...more,
  }) as const

describe('the end of a run', () => {
  test('is told by its reason, with what the policy said of it', () => {
    expect(occasions('run.stopped', { reason: 'budget', detail: '3.30 of 3.00' }, { effects: [notice] })).toEqual([
      { kind: 'stopped', reason: 'budget', detail: '3.30 of 3.00', said: ['The run stopped.'] },
    ])
  })

  test('has a kind of its own where it is blocked or silent, and is none to whoever is there', () => {
    const kinds = Object.fromEntries(
      reasons.map((reason) => [reason, occasions('run.stopped', { reason, detail: null }).map(({ kind }) => kind)]),
    )
    const stopped = ['stopped']
    expect(kinds).toEqual({
      done: stopped,
      unverified: stopped,
      repeating: stopped,
      'no-progress': stopped,
      blocked: ['blocked'],
      budget: stopped,
      limit: stopped,
      error: stopped,
      'empty-turns': stopped,
      'compaction-loop': stopped,
      stalled: ['stalled'],
      quiet: [],
      interrupted: stopped,
      user: [],
    })
  })
})

test('silence is told when the run is broken off and goes on; its end is told as an end', () => {
  const silence = { since: 0, lasted: 1_800_000, doing: 'tool', tool: 'bash' }
  const abort = { effect: 'abort', by: 'p/r' } as const
  expect(occasions('session.silent', silence, { effects: [abort] })).toEqual([
    { kind: 'stalled', isOver: false, detail: 'no sign of life of the tool bash for 30m', said: [] },
  ])
  const stop = { effect: 'stop', by: 'p/r', reason: 'stalled', detail: null } as const
  expect(occasions('session.silent', silence, { effects: [stop, abort] })).toEqual([])
  expect(occasions('session.silent', silence)).toEqual([])
})

describe('an entry', () => {
  test('is told when it is new and waits for a person', () => {
    const told = { kind: 'hard', entry: 'b3', question: 'Which one?', said: [] }
    expect(occasions('record.submitted', { kind: 'blocker' }, { effects: [record()] })).toEqual([told])
    expect(occasions('question.asked', {}, { effects: [record()] })).toEqual([told])
  })

  test.each([
    ['record.submitted', { result: 'counted' }],
    ['record.submitted', { result: 'dropped', id: null }],
    ['record.submitted', { section: 'soft' }],
    ['record.submitted', { kind: 'decision' }],
    ['permission.asked', {}],
  ])('of %s with %j is not', (type, more) => {
    const fields = type === 'permission.asked' ? { permission: 'bash' } : { kind: 'blocker' }
    expect(occasions(type, fields, { effects: [record(more)] })).toEqual([])
  })
})

describe('a request that is left to a person', () => {
  const ask = (wait: number | null) => ({ outcome: 'ask', by: 'p/r', for: wait }) as const
  const asked = { request: 'per_1', permission: 'bash', command: 'git push', patterns: ['git push'] }

  test('is told with the time at which the policies decide it', () => {
    expect(occasions('permission.asked', asked, { verdict: ask(900_000) })).toEqual([
      { kind: 'waiting', request: 'per_1', subject: 'bash: git push', until: 901_000, said: [] },
    ])
    expect(occasions('permission.asked', asked, { verdict: ask(null) })).toMatchObject([{ until: null }])
  })

  test('is none where the host asks nobody, and none if it is decided', () => {
    expect(occasions('permission.asked', asked, { verdict: ask(1) }, { canAsk: false })).toEqual([])
    expect(occasions('permission.asked', asked)).toEqual([])
    expect(occasions('tool.called', {}, { verdict: ask(1) })).toEqual([])
  })
})

test('a project file that somebody else changed is told', () => {
  expect(occasions('memory.tampered', { file: 'state.json', change: 'removed' })).toEqual([
    { kind: 'tampered', file: 'state.json', change: 'removed', said: [] },
  ])
})
