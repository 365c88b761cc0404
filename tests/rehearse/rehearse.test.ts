import { describe, expect, test } from 'vitest'
import { writeYaml } from '../../src/policy/write-yaml.ts'
import { digest } from '../../src/runtime/node-digest.ts'
import type { Case } from '../../src/rehearse/case.ts'
import { eventOf } from '../../src/rehearse/event-of-step.ts'
import { rehearse } from '../../src/rehearse/rehearse.ts'
import { night, policiesFrom } from '../runtime/stage.ts'

const policies = policiesFrom(night)
const run = (steps: Case['steps'], parts: Partial<Case> = {}) =>
  rehearse({ name: 'case', policies: [], steps, ...parts }, policies, writeYaml)

describe('the log of a case', () => {
  test('has every decision and every prompt that left, in a form to read', () => {
    const { text, failures } = run([{ 'tool.finished': { tool: 'edit' } }, { says: 'later' }, { wait: '5m' }])
    expect(failures).toEqual([])
    expect(text).toBe(`- at: +0s
  event: tool.finished
  verdict: pass
  rules:
    - night/worked
  changes:
    - run armed
  run: armed
- at: +0s
  event: turn.ended
  verdict: pass
  rules:
    - night/later
  effects:
    - effect: prompt
      text: Go on later.
      after: 5m
      by: night/later
  changes:
    - spent 1 turn
    - prompt pending for +300s
  run: armed
- at: +300s
  sent: Go on later.
`)
  })

  test('is the same each time', () => {
    const steps = [{ 'permission.asked': { request: 'p', permission: 'wait' } }, { wait: '1h' }]
    expect(run(steps).text).toBe(run(steps).text)
  })
})

describe('an expectation', () => {
  const step = { 'permission.asked': { request: 'p1', permission: 'bash', command: 'ls' } }

  test('that holds is silent', () => {
    const expected = {
      verdict: 'deny',
      by: 'night/divert',
      rules: ['night/divert'],
      prompts: 0,
      run: 'ready',
      says: 'Nobody is here',
      not: 'Somebody',
      records: 1,
      file: { 'notes.md': 'bash: ls' },
      effects: ['record', 'notify'],
    }
    expect(run([{ ...step, expect: expected }]).failures).toEqual([])
  })

  test.each([
    [{ verdict: 'allow' }, 'expected verdict allow'],
    [{ by: 'night/allow' }, 'expected by night/allow'],
    [{ rules: 'night/allow' }, 'expected rule night/allow'],
    [{ prompts: 1 }, 'expected 1 prompts, got 0'],
    [{ run: 'armed' }, 'expected run armed, got ready'],
    [{ says: 'Somebody' }, 'expected text "Somebody"'],
    [{ not: 'Nobody' }, 'expected no text "Nobody"'],
    [{ records: 2 }, 'expected 2 records, got 1'],
    [{ file: { 'notes.md': 'zzz' } }, 'expected "zzz" in notes.md'],
    [{ file: { 'none.md': '' } }, 'expected "" in none.md'],
    [{ effects: ['record'] }, 'expected effects ["record"]'],
  ])('%j that does not hold is told with the step and its log', (expected, message) => {
    const { failures } = run([{ ...step, expect: expected }])
    expect(failures).toMatchObject([{ step: 1, message, log: expect.stringContaining('permission.asked') }])
  })

  test('is asked after the last of several times', () => {
    expect(run([{ ...step, times: 3, expect: { says: 'seen: 3' } }]).failures).toEqual([])
  })
})

describe('a world', () => {
  test('has sessions below others, some of them at work', () => {
    const world = { sessions: { S1c: { parent: 'S1' } }, busy: ['S1c'] }
    const steps = [
      { 'tool.finished': {} },
      { says: 'a', expect: { prompts: 0 } },
      { busy: false, session: 'S1c', expect: { prompts: 1 } },
    ]
    expect(run(steps, { world }).failures).toEqual([])
  })

  test('is changed by edits and answers', () => {
    const { failures } = run([
      { 'record.submitted': { kind: 'note', category: 'other', question: 'Which DB?' } },
      { answer: { n1: 'Postgres' }, expect: { file: { 'notes.md': '- [x]' } } },
      { edit: { 'a.md': 'text' }, expect: { file: { 'a.md': 'text' } } },
    ])
    expect(failures).toEqual([])
  })
})

describe('a step that cannot be understood names itself', () => {
  test.each([
    [{ 'tool.finish': {} }, 'Step 1: Cannot use the step "tool.finish"'],
    [{ 'tool.finished': { toool: 'x' } }, 'Step 1: Cannot use tool.finished: no field "toool"'],
    [{ wait: 'long' }, 'Step 1: Cannot wait "long"'],
    [{ session: 'S1' }, 'Step 1: Cannot do anything'],
  ])('%j', (step, message) => {
    expect(() => run([step])).toThrow(message)
  })
})

test('fields that a case leaves out are null, empty or false', () => {
  expect(eventOf('tool.called', { tool: 'bash' }, digest, () => 'm1')).toEqual({
    type: 'tool.called',
    tool: 'bash',
    call: '',
    access: 'read',
    paths: [],
    command: null,
    url: null,
    input: {},
    fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
  })
})
