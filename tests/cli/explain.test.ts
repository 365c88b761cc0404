import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { explainCommand } from '../../src/cli/explain.ts'
import { journal, type Night, night } from './night.ts'

let project: Night
beforeEach(() => {
  project = night()
})
afterEach(() => project.remove())

type Options = Parameters<typeof explainCommand>[1]
const explain = (event: string | undefined, options: Options = {}, input = '') => {
  const { code, output, errors } = project.run((io) => explainCommand(event, { zone: 'UTC', ...options }, io), input)
  return { code, output: output.replace(/set [0-9a-f]{12}/, 'set HASH'), errors }
}

describe('an event in a file', () => {
  test('shows which rules listened, what was false with its values, and which verdict won and why', () => {
    project.put('event.yaml', 'permission.asked: { permission: bash, command: npm publish }\nrun: { state: armed }\n')
    expect(explain('event.yaml')).toEqual({
      code: 0,
      errors: '',
      output: [
        'permission.asked (bash: npm publish), set HASH',
        'deny by small/rest: it is a fallback, and no other rule gave a verdict',
        '  Not at night: npm publish',
        '',
        'not matched  small/arm  (small.yaml:8)',
        '               run.state === "ready": "armed" === "ready" is false',
        'not matched  small/tests  (small.yaml:12)',
        '               runsOnly(event.command, "npm test *"): runsOnly("npm publish", "npm test *") is false: "publish" is not "test"; "npm publish" as a pattern would cover this line',
        'matched      small/rest  (small.yaml:16)',
        '',
      ].join('\n'),
    })
  })

  test('takes memory, facts and the session from the file, and the standard input as a file', () => {
    const event = [
      'turn.ended: { text: hello, progress: false }',
      'run: { state: armed }',
      'memory: { small: { still: 1 } }',
      'facts: { small: { todos: { open: 7 } } }',
      'now: 2026-02-12T22:00:00Z',
      '',
    ].join('\n')
    expect(explain('-', {}, event).output).toBe(
      [
        'turn.ended (hello), set HASH',
        'pass: no rule gave a verdict',
        '',
        'not matched  small/arm  (small.yaml:8)',
        '               run.state === "ready": "armed" === "ready" is false',
        'matched      small/count  (small.yaml:20)',
        '               not event.progress: not false is true',
        'not matched  small/give-up  (small.yaml:24)',
        '               memory.still >= 3: 2 >= 3 is false',
        'matched      small/go-on  (small.yaml:28)',
        '',
        'Then',
        '  prompt "Go on with 7 todos.", by small/go-on',
        '',
      ].join('\n'),
    )
  })

  test('as JSON has every part as data', () => {
    project.put('event.yaml', 'turn.ended: { text: hello }\nrun: { state: armed }\n')
    const { output } = explain('event.yaml', { format: 'json' })
    expect(JSON.parse(output)).toMatchObject({
      event: { type: 'turn.ended', text: 'hello' },
      verdict: { outcome: 'pass' },
      rules: [
        {
          rule: 'small/arm',
          origin: 'small.yaml:8',
          outcome: 'not-matched',
          because: [
            {
              words: 'run.state === "ready"',
              operator: '===',
              value: false,
              values: [{ value: 'armed' }, { value: 'ready' }],
            },
          ],
        },
        { rule: 'small/count', outcome: 'matched' },
        { rule: 'small/give-up' },
        { rule: 'small/go-on' },
      ],
    })
  })

  test('says that no rule listens', () => {
    project.put('event.yaml', 'todos.changed: { open: 1 }\n')
    expect(explain('event.yaml').output).toContain('No rule listens to todos.changed\n')
  })

  test('names the layer that a rule comes from, and the ones that changed it (F10-06)', () => {
    project.put('.opencode/diverter.yaml', 'version: 1\nbuiltin: [guard, blockers]\npolicies: [./b.yaml]\n')
    project.put(
      '.opencode/b.yaml',
      [
        'version: 1',
        'extends: builtin:blockers',
        'override:',
        '  rules.allow-listed: { mode: observe }',
        'insert:',
        '  - before: wait-for-a-person',
        '    rules: [{ id: ours, events: [permission.asked], when: { "===": [{ var: event.permission }, edit] }, then: [{ deny: no }] }]',
        '',
      ].join('\n'),
    )
    project.put('event.yaml', 'permission.asked: { permission: bash, command: npm publish }\n')
    const { output } = explain('event.yaml')
    expect(output).toMatch(/^not matched {2}blockers\/ours {2}\(\.opencode\/b\.yaml:7\)$/m)
    expect(output).toMatch(/^matched {6}blockers\/divert-permission {2}\(builtin:blockers:\d+\)$/m)
    expect(output).toMatch(/blockers\/allow-listed {2}\(builtin:blockers:\d+, changed at \.opencode\/b\.yaml:4\)$/m)
    expect(output).toMatch(/guard\/[a-z-]+ {2}\(builtin:guard:\d+\)$/m)
  })
})

describe('a line of a journal', () => {
  test.each([
    ['event.yaml', { journal, line: 7 }],
    [`${journal}:6`, { journal, line: 7 }],
    [`${journal}:6`, { line: 7 }],
    ['event.yaml', { line: 7 }],
    ['event.yaml', { journal }],
    [undefined, { journal }],
    [undefined, { line: 7 }],
  ])('is named once and whole: %j with %j is wrong usage', (event, options) => {
    project.put('event.yaml', 'todos.changed: { open: 1 }\n')
    const { code, output, errors } = explain(event, options)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(/^Cannot explain: give one of these: /)
  })

  test('is explained with the memory of that night', () => {
    const { code, output } = explain(`${journal}:7`)
    expect(code).toBe(0)
    expect(output).toContain('not matched  small/give-up\n               memory.still >= 3: 2 >= 3 is false\n')
    expect(explain(undefined, { journal, line: 7 }).output).toBe(output)
  })

  test('says what the journal does not hold', () => {
    project.put(
      'other.yaml',
      'version: 1\nname: other\nfacts: { todos: { file: { path: a.md, within: "*.md" } } }\nrules:\n  - { id: a, events: [turn.ended], when: { var: facts.todos.exists }, then: [{ deny: x }] }\n',
    )
    project.put('other/.opencode/diverter.yaml', 'version: 1\nbuiltin: []\npolicies: [../../other.yaml]\n')
    project.put(
      'other.yaml',
      'version: 1\nname: other\nfacts: { plan: { file: { path: a.md, within: "*.md" } } }\nrules:\n  - { id: a, events: [turn.ended], when: { var: facts.plan.exists }, then: [arm] }\n',
    )
    const { output } = explain(`${journal}:7`, { policies: ['other'] })
    expect(output).toContain('               facts.plan.exists cannot be evaluated: facts.plan is not in the journal\n')
    expect(output).toContain('\nUncertain: facts.plan is not in the journal\n')
  })
})

describe('what cannot be explained', () => {
  test.each<[string, string | undefined, Options, number, RegExp]>([
    [
      'nothing',
      undefined,
      {},
      2,
      /^Cannot explain: give one of these: an event file, - for the standard input, SESSION:LINE, --journal NIGHT --line NUMBER\n$/,
    ],
    ['a file that is not there', 'none.yaml', {}, 3, /^Cannot read none\.yaml: there is no such file\n$/],
    [
      'a line that is no decision',
      `${journal}:1`,
      {},
      3,
      /^Cannot explain .*S1\.jsonl:1: line 1 is no decision, it is of the kind "set"\n$/,
    ],
    [
      'a line behind the end',
      `${journal}:99`,
      {},
      3,
      /^Cannot explain .*:99: there is no line 99 that could be read; the last is \d+\n$/,
    ],
    ['policies that are not there', 'event.yaml', { policies: ['none.yaml'] }, 3, /none\.yaml/],
  ])('%s', (_, event, options, code, message) => {
    project.put('event.yaml', 'todos.changed: { open: 1 }\n')
    const result = explain(event, options)
    expect(result.code).toBe(code)
    expect(result.errors).toMatch(message)
  })

  test.each([
    ['an event that there is not', 'permission.askd: {}\n', /permission\.ask/],
    ['a field that there is not', 'permission.asked: { comand: x }\n', /comand/],
    [
      'a slot that there is not',
      'turn.ended: {}\nmemory: { small: { stil: 1 } }\n',
      /^Cannot remember small\.stil: there is no such slot; there are still\n$/,
    ],
    [
      'a policy that there is not',
      'turn.ended: {}\nparams: { smal: { a: 1 } }\n',
      /^Cannot set params of smal: there is no such policy; there are small\n$/,
    ],
  ])('%s', (_, text, message) => {
    project.put('event.yaml', text)
    const { code, errors } = explain('event.yaml')
    expect(code).toBe(1)
    expect(errors).toMatch(message)
  })
})
