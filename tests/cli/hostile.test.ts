import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandIo } from '../../src/cli/io/io.ts'
import { runProgram } from '../../src/cli/program.ts'
import { questionAsked } from '../../src/decode/question.ts'
import { faultOf } from '../../src/fault/fault.ts'
import { keepFault } from '../../src/runtime/fault/keep-fault.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { systemClock } from '../../src/runtime/time/system-clock.ts'
import { builtinPolicies, event, openWorld, type World } from '../bench/world.ts'
import { folderStore, placeOf } from '../support/folder-store.ts'
import { putFiles } from '../support/project-folder.ts'
import { acts, forged, nasty } from './hostile-texts.ts'

/** So that what a terminal gets of a night does not grow with what an agent wrote; UTF-16 units. */
const most = 300_000
const long = 1_000_000
const session = 'ses_1'
const policy = '.opencode/policies/hostile.yaml'
const quoted = JSON.stringify(`${nasty}${forged}`)
/** As a shell can hand it over. */
const word = nasty.replaceAll('\0', '')

const hostilePolicy = `version: 1
name: hostile
description: ${quoted}
params:
  texts: { type: string, default: ${quoted}, description: ${quoted} }
commands:
  night: { description: ${quoted}, actions: ["on"] }
rules:
  - id: refuse
    description: ${quoted}
    events: [permission.asked]
    when: { "===": [{ var: event.permission }, ${quoted}] }
    then: [{ deny: ${quoted} }]
`

const hostileCase = `name: ${quoted}
policies: [../policies/hostile.yaml]
steps:
  - permission.asked: { request: p1, permission: bash, command: ${quoted} }
expect:
  - { step: 1, verdict: allow }
`

/**
 * Each command as a person may run it, with words that are hostile too. A command that is not in this table fails the
 * first test.
 */
const table: Readonly<Record<string, readonly (readonly string[])[]>> = {
  lint: [
    [word],
    ...['text', 'compact', 'sarif', 'github'].map((format) => ['bad.yaml', '--format', format]),
    ['--stdin', '--stdin-filename', `${word}.yaml`],
  ],
  test: [
    ['.opencode/cases'],
    ['.opencode/cases', '--json'],
    [word],
    ['.opencode/cases', '--coverage'],
    ['--filter', word],
  ],
  init: [[]],
  migrate: [['older.yaml'], [word]],
  show: [[], ['--json'], [word], [policy], [policy, '--expanded'], [policy, '--resolved'], [policy, '--origin']],
  graph: [['flow.yaml'], [word]],
  explain: [
    [`${session}:2`],
    ['--journal', session, '--line', '3', '--policies', 'plain.yaml'],
    ['--journal', session, '--line', '4', '--format', 'json'],
    ['event.yaml', '--policies', 'plain.yaml'],
    [word],
    ['-'],
    ['--journal', word, '--line', '1'],
  ],
  context: [['permission.asked'], ['permission.asked', '--policies', 'plain.yaml', '--format', 'json'], [word]],
  report: [[], [session], ['--all'], ['--all', '--md'], ['--all', '--json'], [word], ['--since', word]],
  morning: [['--since', word], [word]],
  suggest: [[], ['--json'], ['--before', word], ['--since', word], ['--write', word]],
  replay: [
    [session],
    [session, '--against', 'plain.yaml'],
    [session, '--against', 'plain.yaml', '--format', 'json'],
    [word],
  ],
  record: [[session], [session, word], [word], [session, '--out', `no\r${word}`]],
  export: [[session], [word]],
  prune: [
    ['--dry-run', '--older-than', '0d'],
    ['--session', word],
    ['--older-than', word],
  ],
  import: [['night.jsonl'], [word], []],
  answer: [
    [],
    ['--json'],
    ['--skipped'],
    ['b1', word],
    ['b2', 'a word', '--by', word],
    [word, 'a word'],
    ['b3', '--allow', word],
    ['b1', '--allow', 'project', '--by', word],
    ['b4', 'x'.repeat(long)],
    ['--go-on'],
  ],
  grants: [[], ['--json'], ['revoke', word], ['revoke', '1']],
  trust: [['--show'], [], ['--revoke']],
  page: [[], ['--out', '-'], ['--out', `${word}.md`], ['--session', word, '--out', '-'], ['--session', word]],
  notify: [[], ['--test']],
  fault: [[word], ['<known>']],
  doctor: [[], ['--format', 'json']],
  completion: [['bash'], ['zsh'], ['fish'], [word]],
  schema: [['--check'], [word]],
}

let world: World
let known = ''
beforeAll(async () => {
  world = openWorld(await builtinPolicies())
  putFiles(world.folder, {
    [policy]: hostilePolicy,
    '.opencode/cases/hostile.yaml': hostileCase,
    'plain.yaml':
      'version: 1\nname: plain\nrules:\n  - id: all\n    events: [permission.asked]\n    then: [{ deny: "No: {{event.command}}" }]\n',
    'older.yaml': `version: 0\nname: older\ndescription: ${quoted}\n`,
    'flow.yaml': `version: 1\nname: flow\nworkflow: { states: { ${quoted}: {} } }\n`,
    'event.yaml': `event: { permission.asked: { request: p1, permission: bash, command: ${quoted} } }\n`,
    'night.jsonl': `${JSON.stringify({ v: 1, seq: 1, process: nasty, at: 1, line: 'session', session: nasty })}\n${nasty}\n`,
    'bad.yaml': `${hostilePolicy}${nasty}: 1\nextends: ${quoted}\n`,
    'user/diverter.yaml': `version: 1\nnotify: [{ command: [${quoted}] }]\n`,
  })
  const send = (type: string, fields: Record<string, unknown>): void => {
    const of = Object.assign(world.session(session), { title: `${nasty}${forged}` })
    world.runtime.handle(of, event(type, fields))
  }
  send('user.wrote', { text: nasty })
  send('permission.asked', { request: 'p1', permission: 'bash', command: `make ${nasty}`, patterns: [nasty] })
  send('permission.asked', { request: 'p2', permission: nasty, command: null, patterns: [nasty] })
  send('permission.asked', { request: 'p3', permission: 'bash', command: `make ${'y'.repeat(long)}` })
  const options = Array.from({ length: 100_000 }, (_, at) => `${nasty}${forged} ${at}`)
  const asked = questionAsked(session, { questions: [{ question: `Which?${forged}${nasty}`, options }] }, 'q1', digest)
  world.runtime.handle(world.session(session), asked.event)
  send('question.asked', { request: 'q2', questions: [{ question: `Whose? ${'z'.repeat(long)}`, options: [] }] })
  send('record.submitted', {
    kind: 'blocker',
    category: 'security',
    question: `How?${forged}${nasty}`,
    context: `${forged}${nasty}`.repeat(100),
    blocks: true,
    options: [nasty, forged],
  })
  send('tool.finished', { tool: nasty, call: 'c1', ok: false, output: nasty, wrote: [nasty] })
  send('turn.failed', { kind: 'network', message: `${nasty}${forged}`, retryable: true })
  send('turn.ended', { text: `${nasty}${forged} BLOCKER_DIVERTER_DONE!` })
  world.runtime.flush()
  const store = folderStore(world.folder, 'test')
  const fault = faultOf(nasty, new TypeError(`${nasty}${forged}`), 'built', (text) => text)
  keepFault({ store, clock: systemClock() }, fault, nasty)
  store.close()
  known = fault.id
})
afterAll(() => world.close())

async function run(words: readonly string[], more: Partial<CommandIo> = {}): Promise<{ text: string; code: number }> {
  const written: string[] = []
  const write = (text: string): void => void written.push(text)
  const code = await runProgram(
    words.map((word) => (word === '<known>' ? known : word)),
    '0.1.0',
    {
      cwd: world.folder,
      place: placeOf(world.folder),
      userFolder: join(world.folder, 'user'),
      environment: {},
      color: true,
      isTerminal: true,
      readInput: () => hostilePolicy,
      write,
      writeError: write,
      ...more,
    },
  )
  return { text: written.join(''), code }
}

/** Colours of ours; those of others never get so far. */
const withoutColours = (text: string): string => text.replace(/\u001b\[(?:1|2|22|3[1236]|39)m/g, '')

test('the table has every command', async () => {
  const { text } = await run(['--help'], { color: false })
  const commands = [...text.matchAll(/^ {2}([a-z]+)(?: \[| <| {2})/gm)].map(([, name = '']) => name)
  expect(commands.length).toBeGreaterThan(20)
  expect(commands.filter((name) => name !== 'help').sort()).toEqual(Object.keys(table).sort())
})

test('what was cut says so', async () => {
  const { text } = await run(['answer'], { color: false })
  expect(text).toContain('Options: 99900 more … [cut; 100000 items in all]')
  expect(text).toMatch(/Whose\? z{100,} … \[cut; \d+ characters in all/)
  const report = await run(['report', '--all', '--json'])
  const waiting = JSON.parse(report.text).waiting.find(({ question }: { question: string }) =>
    question.startsWith('Which?'),
  )
  // How many there were is no answer.
  expect(waiting.options.length).toBe(13)
  expect(waiting.options.at(-1)).toBe('99900 more … [cut; 100000 items in all]')
  expect(waiting.choices).not.toContain(waiting.options.at(-1))
})

test.each([[['answer', '--json']], [['show', 'named.yaml', '--json']], [['test', 'cases', '--json']]])(
  '%j is JSON, whatever others wrote',
  async (words) => {
    const text = JSON.stringify(nasty.replaceAll('\0', ''))
    const rule = `{ id: refuse, events: [permission.asked], then: [{ deny: ${text} }] }`
    putFiles(world.folder, {
      'named.yaml': `version: 1\nname: named\ndescription: ${text}\nrules: [${rule}]\n`,
      'cases/one.yaml': `name: ${text}\npolicies: [../named.yaml]\nsteps: [{ user.wrote: { text: Begin } }]\n`,
    })
    const out: string[] = []
    await run(words, { write: (part) => void out.push(part), writeError: () => undefined })
    expect(JSON.stringify(JSON.parse(out.join('')))).toContain('title')
  },
)

describe.each(Object.entries(table))('%s', (name, lines) => {
  test.each(
    lines.map(
      (words) =>
        [
          words
            .join(' ')
            .slice(0, 40)
            .replace(/[^ -~]/g, '.'),
          words,
        ] as const,
    ),
  )('over hostile records: %s', async (_name, words) => {
    const { text, code } = await run([name, ...words])
    const left = acts.exec(withoutColours(text))
    expect(left === null ? null : JSON.stringify(text.slice(Math.max(0, left.index - 60), left.index + 60))).toBe(null)
    expect(text).not.toContain('\u001b[31mred')
    // An export is the whole of a night.
    if (name !== 'export') expect(text.length).toBeLessThan(most)
    // A fault inside would be a text of hostile records that nobody expected.
    expect(code).toBeLessThan(5)
  })
})
