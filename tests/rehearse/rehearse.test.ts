import { describe, expect, test } from 'vitest'
import { readCase } from '../../src/policy/cases/case.ts'
import { writeYaml } from '../../src/policy/yaml/write.ts'
import { rehearse } from '../../src/rehearse/rehearse.ts'
import { night, policiesFrom } from '../runtime/stage.ts'

const policies = policiesFrom(night)

/** Runs a case through its file, as a user writes it. */
function run(steps: object[], parts: object = {}, set = policies) {
  const text = writeYaml({ name: 'case', policies: ['./night.yaml'], ...parts, steps })
  const { test: read, problems } = readCase({ name: 'case.yaml', text })
  if (read === null) throw new Error(problems.map(({ line, message }) => `${line}: ${message}`).join('\n'))
  return rehearse(read, set, writeYaml)
}

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
    [{ verdict: 'allow' }, 'expected verdict allow, got deny'],
    [{ by: 'night/allow' }, 'expected by night/allow, got night/divert'],
    [{ rules: 'night/allow' }, 'expected rule night/allow'],
    [{ prompts: 1 }, 'expected 1 prompts, got 0'],
    [{ run: 'armed' }, 'expected run armed, got ready'],
    [{ says: 'Somebody' }, 'expected text "Somebody"'],
    [{ not: 'Nobody' }, 'expected no text "Nobody"'],
    [{ records: 2 }, 'expected 2 records, got 1'],
    [
      { file: { 'notes.md': 'zzz' } },
      expect.stringMatching(/^expected "zzz" in notes\.md, which has\n.*bash: ls.*\S$/s),
    ],
    [{ file: { 'none.md': '' } }, 'expected "" in none.md, which is not there'],
    [{ effects: ['record'] }, 'expected effects ["record"], got ["record","notify"]'],
  ])('%j that does not hold is told with the step and its log', (expected, message) => {
    const { failures } = run([{ ...step, expect: expected }])
    expect(failures).toMatchObject([{ step: 1, message, log: expect.stringContaining('permission.asked') }])
  })

  test('of a verdict does not hold where nothing asked for one', () => {
    const messages = run([{ wait: '1s', expect: { verdict: 'pass', by: 'night/divert' } }]).failures
    expect(messages.map(({ message }) => message)).toEqual([
      'expected verdict pass, got nothing that asks for one',
      'expected by night/divert, got no rule',
    ])
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

describe('a run is told as it is at the end of its step', () => {
  const ends = policiesFrom(`
version: 1
name: ends
rules:
  - { id: arm, description: Works., events: [tool.finished], then: [arm] }
  - { id: over, description: Ends., events: [step.ended, turn.ended], when: { "===": [{ var: run.state }, armed] }, then: [{ stop: { reason: done } }] }
`)
  const steps = (run: string) => [
    { 'tool.finished': {}, expect: { run: 'armed' } },
    { says: 'All done.', expect: { run } },
  ]

  test('what it was on the way does not count', () => {
    expect(run(steps('stopped (done)'), {}, ends).failures).toEqual([])
    expect(run(steps('stopped'), {}, ends).failures).toEqual([])
    expect(run(steps('armed'), {}, ends).failures).toMatchObject([
      { step: 2, message: 'expected run armed, got stopped (done)' },
    ])
  })
})

test('the verdict is the last one that a request got in its step', () => {
  const world = { sessions: { S1: { mode: 'run' } } }
  const step = { 'permission.asked': { request: 'p1', permission: 'wait', command: 'git push' } }
  const waits = run([{ ...step, expect: { verdict: 'ask' } }])
  expect(waits.failures).toEqual([])
  // In `opencode run` nobody is waited for, so it is decided again at once.
  const { failures } = run([{ ...step, expect: { verdict: 'ask' } }], { world })
  expect(failures).toMatchObject([{ message: 'expected verdict ask, got deny' }])
})

describe('short forms', () => {
  test('spent is what the run has cost so far, told by the end of a step', () => {
    const { text, failures } = run([{ 'tool.finished': {} }, { spent: 0.1 }, { spent: 0.3, expect: { run: 'armed' } }])
    expect(failures).toEqual([])
    expect(text).toContain('spent cost 0.1')
    expect(text).toContain('spent cost 0.2')
    expect(() => run([{ 'tool.finished': {} }, { spent: 2 }, { spent: 1 }])).toThrow(
      'Cannot have spent 1: the run has cost 2 already',
    )
  })

  test('todos are the list that the agent writes, and an event', () => {
    const { text } = run([{ todos: [{ title: 'a', done: true }, { title: 'b' }] }])
    expect(text).toContain('event: todos.changed')
  })

  test('a record that is not there cannot be answered', () => {
    expect(() => run([{ answer: { n9: 'yes' } }])).toThrow('Cannot answer n9: this project has no such entry')
  })
})
