import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/core/event.ts'
import { readCase } from '../../src/policy/cases/case.ts'
import { writeYaml } from '../../src/policy/yaml/write.ts'
import { rehearse } from '../../src/rehearse/rehearse.ts'
import { createStage } from '../../src/rehearse/stage.ts'
import { performStep } from '../../src/rehearse/step.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { stage as hostStage } from '../host/stage.ts'
import { policiesFrom } from '../runtime/stage.ts'
import { blockerForm } from '../support/kinds.ts'

const policies = policiesFrom(`
version: 1
name: any
records:
  blocker: { file: b.md, tool: Log a blocker., ${blockerForm(['question', 'other'])} }
`)

/** The events that a case makes of its steps, written to a file and read again as a user's. */
function eventsOf(...steps: object[]): DomainEvent[] {
  const text = writeYaml({ name: 'c', policies: ['./any.yaml'], steps })
  const { test: read, problems } = readCase({ name: 'c.yaml', text })
  if (read === null) throw new Error(problems.map(({ message }) => message).join('\n'))
  const events: DomainEvent[] = []
  const stage = createStage(read, policies, {
    watch: () => undefined,
    watchGate: () => undefined,
    decided: ({ event }) => events.push(event),
  })
  for (const step of read.steps) performStep(stage, step)
  stage.runtime.close()
  return events
}

/** The one event that a case makes of a step. */
function eventOf(step: object): DomainEvent {
  const [event] = eventsOf(step)
  if (event === undefined) throw new Error('The step made no event')
  return event
}

const permission = (fields: object) => eventOf({ 'permission.asked': { request: 'p1', ...fields } })

describe('what a case leaves out is as the host would tell it', () => {
  test.each([
    [
      { permission: 'bash', command: 'git push' },
      { patterns: ['git push'], paths: [], url: null, input: { command: 'git push' }, class: null },
    ],
    [
      { permission: 'edit', patterns: ['src/../a.ts'] },
      { paths: ['a.ts'], command: null, input: {} },
    ],
    [
      { permission: 'edit', paths: ['a.ts'] },
      { patterns: ['a.ts'], paths: ['a.ts'] },
    ],
    [{ permission: 'webfetch', url: 'https://x.example' }, { patterns: ['https://x.example'] }],
    [{ permission: 'external_directory', patterns: ['/etc/*'] }, { paths: ['/etc'] }],
    [{ permission: 'external_directory', patterns: ['/*'], paths: ['/'] }, { paths: ['/'] }],
    [{ permission: 'bash', command: 'git push', class: 'bash: git push *' }, { class: 'bash: git push *' }],
    [{ permission: 'external_directory', patterns: ['/etc/*'] }, { class: 'external_directory: /etc/*' }],
    [
      { permission: 'bash', patterns: ['rm a', 'ls'] },
      { command: 'rm a && ls', input: { command: 'rm a && ls' } },
    ],
    [{ permission: 'skill', patterns: ['plan'] }, { class: 'skill: plan' }],
    [
      { permission: 'edit', patterns: ['apps/web/a.ts', 'apps/web/b.ts'], paths: ['a.ts', 'b.ts'] },
      { paths: ['a.ts', 'b.ts'] },
    ],
    [
      { permission: 'bash', command: 'echo [REDACTED:npm]', fingerprint: 'bd82610d9edf' },
      { fingerprint: 'bd82610d9edf' },
    ],
    [
      { permission: 'mine', input: { size: 2 } },
      { input: { size: 2 }, patterns: [] },
    ],
  ])('permission.asked %j', (given, told) => {
    expect(permission(given)).toMatchObject(told)
  })

  test('there are as many todos as are open, at least', () => {
    expect(eventOf({ 'todos.changed': { open: 2 } })).toMatchObject({ open: 2, total: 2 })
    expect(eventOf({ 'todos.changed': { total: 3 } })).toMatchObject({ open: 0, total: 3 })
  })

  test('a request has an id', () => {
    expect(eventOf({ 'permission.asked': { permission: 'mine' } })).toMatchObject({ request: 'm1' })
  })

  test('a question that was recorded without its secret keeps the fingerprint of the whole', () => {
    const question = { question: 'Use [REDACTED:npm]?', fingerprint: 'bd82610d9edf' }
    const event = eventOf({ 'question.asked': { questions: [question], fingerprint: '0123456789ab' } })
    expect(event).toMatchObject({ questions: [question], only: question, fingerprint: '0123456789ab' })
  })

  test('a request that says nothing is told apart by its call', () => {
    const call = (id: string, input: object) => ({ 'tool.called': { tool: 'mcp', call: id, input } })
    const asked = (id: string) => ({ 'permission.asked': { permission: 'mcp', patterns: ['*'], call: id } })
    const [, , one, other] = eventsOf(call('c1', { a: 1 }), call('c2', { a: 2 }), asked('c1'), asked('c2'))
    expect(one).toMatchObject({ fingerprint: expect.any(String) })
    expect(one).not.toMatchObject({ fingerprint: other !== undefined && 'fingerprint' in other && other.fingerprint })
  })

  test('results are new once, and files that change are written', () => {
    const ran = { 'tool.finished': { tool: 'bash', command: 'npm test', exit: 1, ok: true, output: 'FAIL' } }
    const wrote = { 'tool.finished': { tool: 'write', ok: true, paths: ['a.ts'] } }
    const edited = { edit: { 'a.ts': 'new' } }
    expect(eventsOf(ran, ran, wrote, wrote, edited, wrote)).toMatchObject([
      { changed: true, repeated: false },
      { changed: false, repeated: true },
      { changed: true },
      { changed: false },
      { changed: true },
    ])
  })

  test.each([
    [{ message: '429 Too many requests', status: 429, retryable: true }, { kind: 'rate-limit' }],
    [
      { message: 'Usage limit reached, resets at 02:00', status: 429 },
      { kind: 'quota', resetsAt: 1770948000000 },
    ],
    [
      { kind: 'quota', message: 'resets at 02:00', resetsAt: 5 },
      { kind: 'quota', resetsAt: 5 },
    ],
    [{ message: 'fetch failed: ECONNRESET' }, { kind: 'network', retryable: true }],
  ])('turn.failed %j', (given, told) => {
    expect(eventOf({ 'turn.failed': given })).toMatchObject(told)
  })

  test('a record is what the tool makes of its arguments', () => {
    const given = { kind: 'blocker', category: 'other', question: ' Which DB? ', context: 'x' }
    expect(eventOf({ 'record.submitted': given })).toMatchObject({ valid: true, blocks: false, question: 'Which DB?' })
    expect(eventOf({ 'record.submitted': { kind: 'blocker', raw: '{"x":1}' } })).toMatchObject({
      valid: false,
      problems: [
        'Invalid category. Must be one of: question, other',
        'question is missing: what to decide',
        'blocksProgress is missing',
      ],
    })
  })
})

describe('what no event of the host has is refused', () => {
  test.each([
    [
      { 'permission.asked': { permission: 'bash', command: 'ls', input: { workdir: '/etc' } } },
      'Cannot use permission.asked with workdir: with a permission of the kind bash OpenCode tells command; leave workdir out',
    ],
    [
      { 'permission.asked': { permission: 'skill', input: { name: 'x' } } },
      'Cannot use permission.asked with name: with a permission of the kind skill OpenCode tells nothing but its patterns; leave name out',
    ],
    [
      { 'permission.asked': { permission: 'edit', command: 'rm a' } },
      'Cannot use permission.asked with command: with a permission of the kind edit OpenCode tells filepath, diff, files; leave command out',
    ],
    [
      { 'permission.asked': { permission: 'bash', command: 'rm a', paths: ['a'] } },
      'Cannot use permission.asked with paths ["a"]: OpenCode tells [] with the other fields; leave paths out',
    ],
    [
      { 'permission.asked': { permission: 'edit', patterns: ['a.ts'], paths: ['b.ts'] } },
      'Cannot use permission.asked with paths ["b.ts"]: OpenCode tells ["a.ts"] with the other fields; leave paths out',
    ],
    [
      { 'permission.asked': { request: 'p1' } },
      'Cannot use permission.asked without permission: write its kind, such as bash or edit',
    ],
    [
      { 'tool.called': { tool: 'edit', paths: ['a'], access: 'read' } },
      'Cannot use tool.called with access "read": OpenCode tells "write" with the other fields; leave access out',
    ],
    [
      { 'tool.called': { tool: 'write', input: { filePath: 'a' }, command: 'ls' } },
      'Cannot use tool.called with command "ls": OpenCode tells null with the other fields; leave command out',
    ],
    [
      { 'tool.finished': { tool: 'read', ok: true, changed: true } },
      'Cannot use tool.finished with changed true: read only reads here; leave changed out',
    ],
    [
      { 'tool.finished': { tool: 'edit', ok: false, changed: true } },
      'Cannot use tool.finished with changed true: the call failed, see ok; leave changed out',
    ],
    [
      { 'question.asked': { questions: [{ question: 'A?' }], text: 'B?' } },
      'Cannot use question.asked with text "B?": OpenCode tells "\\nA?" with the other fields; leave text out',
    ],
    [
      { 'permission.asked': { permission: 'bash' } },
      'Cannot use permission.asked without command: with a permission of the kind bash OpenCode always tells the command',
    ],
    [
      { 'permission.asked': { permission: 'edit', paths: ['a.ts'], class: 'edit: src/*' } },
      'Cannot use permission.asked with class "edit: src/*": OpenCode remembers nothing for a permission of the kind edit',
    ],
    [
      { 'permission.asked': { permission: 'skill', patterns: ['plan'], class: 'skill: all' } },
      'Cannot use permission.asked with class "skill: all": OpenCode tells "skill: plan" with the other fields; leave class out',
    ],
    [
      { 'permission.asked': { permission: 'webfetch', url: 'http://a', patterns: ['http://b'] } },
      'Cannot use permission.asked with patterns ["http://b"]: the one pattern of a webfetch is its url',
    ],
    [
      { 'permission.asked': { permission: 'edit', patterns: ['a/x.ts', 'b/x.ts'], paths: ['x.ts'] } },
      'Cannot use permission.asked with paths ["x.ts"]: OpenCode tells ["a/x.ts","b/x.ts"] with the other fields; leave paths out',
    ],
    [
      { 'permission.asked': { permission: 'bash', command: 'ls', fingerprint: 'abc' } },
      /^Cannot use permission.asked with fingerprint "abc": OpenCode tells "[0-9a-f]{12}" with the other fields; leave fingerprint out$/,
    ],
    [
      { 'tool.called': { tool: 'read', paths: ['a.ts'], access: 'run' } },
      'Cannot use tool.called with access "run": OpenCode tells "read" with the other fields; leave access out',
    ],
    [
      { 'command.run': { name: 'plan', text: 'Log in' } },
      'Cannot use command.run with text "Log in" alone: its first word is the action; write action: Log, text: in',
    ],
    [
      { 'command.run': { name: 'plan', text: 'Login' } },
      'Cannot use command.run with text "Login" alone: its first word is the action; write action: Login',
    ],
    [
      { 'turn.ended': { text: 'hello', empty: true } },
      'Cannot use turn.ended with empty true: OpenCode tells false with the other fields; leave empty out',
    ],
    [
      { 'turn.failed': { kind: 'provider', message: '529 overloaded', status: 529 } },
      'Cannot use turn.failed with kind "provider": with status 529 OpenCode tells rate-limit or quota or model or auth or overflow or filter',
    ],
    [
      { 'step.ended': { empty: true, calls: 2 } },
      'Cannot use step.ended with empty true: a step with calls is not empty',
    ],
    [
      { 'step.ended': { finish: 'tool-calls', last: true } },
      'Cannot use step.ended with last true: OpenCode goes on after a step that ends with tool-calls',
    ],
    [{ 'step.ended': { cost: -1 } }, 'Cannot use step.ended with cost -1: it is never below zero'],
    [
      { 'request.settled': { request: 'p1', kind: 'permission', reply: 'answered' } },
      'Cannot use request.settled with reply "answered": a permission is settled with once or always or reject',
    ],
    [
      { 'request.settled': { request: 'q1', kind: 'question', reply: 'always' } },
      'Cannot use request.settled with reply "always": a question is settled with answered or reject',
    ],
    [
      { 'todos.changed': { open: 5, total: 2 } },
      'Cannot use todos.changed with open 5: no more than all can be open, and all are 2',
    ],
    [
      { 'skill.requested': { skill: 'plan', via: 'tool', text: 'words' } },
      'Cannot use skill.requested with text "words": the tool has no text beside the name of the skill',
    ],
  ])('%j', (step, message) => {
    expect(() => eventOf(step)).toThrow(message)
  })

  test('and named with its step', () => {
    const { test: read } = readCase({
      name: 'c.yaml',
      text: 'name: c\npolicies: [x]\nsteps: [{ says: a }, { permission.asked: {} }]\n',
    })
    if (read === null) throw new Error('The case cannot be read')
    expect(() => rehearse(read, policies, writeYaml)).toThrow(expect.objectContaining({ step: 2 }))
  })
})

/** The fingerprint of the last event of a type that the host half makes of what OpenCode sends. */
function byHost(
  type: 'permission.asked' | 'question.asked',
  speak: (host: ReturnType<typeof hostStage>) => void,
): string {
  const host = hostStage({ digest })
  host.opened()
  speak(host)
  const event = host.engine.of(type).at(-1)
  if (event === undefined) throw new Error(`The host half made no ${type}`)
  return event.fingerprint
}

const byCase = (step: object): string => {
  const event = eventOf(step)
  return 'fingerprint' in event ? event.fingerprint : ''
}

/** Texts that are hard on shapes: case, width, numbers, ids, blanks, quotes. */
const word = fc.constantFrom(
  'Build',
  'build',
  'ＢＵＩＬＤ',
  '3',
  '42',
  'a1b2c3d4',
  '  ',
  '\t',
  '?',
  '…',
  '"x"',
  'é',
  'İ',
)
const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ').trim() || 'x')

describe('a case and the host have one fingerprint for the same thing', () => {
  test('of a permission', () => {
    fc.assert(
      fc.property(fc.constantFrom('bash', 'edit', 'mcp_x'), line, (kind, text) => {
        const asked = kind === 'edit' ? { patterns: [text] } : { patterns: [text], metadata: { command: text } }
        const host = byHost('permission.asked', ({ send }) =>
          send('permission.asked', {
            id: 'p',
            sessionID: 'ses_1',
            permission: kind,
            metadata: {},
            always: [],
            ...asked,
          }),
        )
        const given = kind === 'edit' ? { patterns: [text] } : { patterns: [text], command: text }
        expect(byCase({ 'permission.asked': { request: 'p', permission: kind, ...given } })).toBe(host)
      }),
      { numRuns: 60 },
    )
  })

  test('of questions', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (texts) => {
        const questions = texts.map((question) => ({ question, options: [{ label: 'a', description: 'b' }] }))
        const host = byHost('question.asked', ({ send }) =>
          send('question.asked', { id: 'q', sessionID: 'ses_1', questions }),
        )
        const given = texts.map((question) => ({ question, options: ['a'] }))
        expect(byCase({ 'question.asked': { request: 'q', questions: given } })).toBe(host)
      }),
      { numRuns: 60 },
    )
  })

  test('of a record', async () => {
    await fc.assert(
      fc.asyncProperty(line, async (question) => {
        const host = hostStage({ digest })
        host.opened()
        const given = { category: 'other', question, context: 'x', blocksProgress: false }
        await host.hooks.tool?.['blocker']?.execute(given, { sessionID: 'ses_1', messageID: 'm' } as never)
        const event = host.engine.of('record.submitted').at(-1)
        const step = { 'record.submitted': { kind: 'blocker', category: 'other', question, context: 'x' } }
        expect(byCase(step)).toBe(event?.fingerprint)
      }),
      { numRuns: 60 },
    )
  })

  test('of a call and its result', () => {
    fc.assert(
      fc.property(fc.constantFrom('bash', 'write', 'mcp_x'), line, line, (tool, text, output) => {
        const input = tool === 'bash' ? { command: text, description: 'x' } : { filePath: text }
        const given = tool === 'bash' ? { command: text } : { input }
        const host = hostStage({ digest })
        host.opened()
        host.begin('msg_1')
        void host.hooks['tool.execute.before']?.({ tool, sessionID: 'ses_1', callID: 'c' }, { args: input })
        host.tool('msg_1', 'c', tool, input, output)
        const [called] = host.engine.of('tool.called')
        const [finished] = host.engine.of('tool.finished')
        const [one, other] = eventsOf(
          { 'tool.called': { tool, call: 'c', ...given } },
          {
            'tool.finished': {
              tool,
              call: 'c',
              ok: true,
              output,
              ...(tool === 'bash' ? { command: text } : { paths: [text] }),
            },
          },
        )
        expect(one).toMatchObject({ fingerprint: called?.fingerprint })
        // A result has no description of its call, which no fingerprint of a shell call counts.
        expect(other).toMatchObject({ outcome: finished?.outcome, exit: finished?.exit })
      }),
      { numRuns: 60 },
    )
  })

  test('and commands that differ in case are two, for both', () => {
    const asked = (command: string) => ({ 'permission.asked': { permission: 'bash', command } })
    expect(byCase(asked('rm -r Build'))).not.toBe(byCase(asked('rm -r build')))
    expect(byCase(asked('rm  -r build'))).toBe(byCase(asked('rm -r build')))
  })
})

test('a call that was cut when it was kept is what was read of it', () => {
  const raw = '{"category":"other","question":"W … [cut; 256 characters in all, digest 954648269c37] e."}'
  const call = { kind: 'blocker', category: 'other', question: 'What?', options: ['a', 'b'], raw }
  expect(eventOf({ 'record.submitted': { ...call, valid: true, fingerprint: 'e4240d731f55' } })).toMatchObject({
    ...call,
    valid: true,
    fingerprint: 'e4240d731f55',
  })
  expect(eventOf({ 'record.submitted': { ...call, valid: false, problems: ['no'] } })).toMatchObject({
    ...call,
    valid: false,
    problems: ['no'],
  })
})
