import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { morningPorts } from '../../src/cli/morning/ports.ts'
import { openNights } from '../../src/cli/night/nights.ts'
import { runProgram } from '../../src/cli/program.ts'
import { commandRun } from '../../src/decode/command.ts'
import { recordSubmitted } from '../../src/decode/record/call.ts'
import { faultOf } from '../../src/fault/fault.ts'
import { bodyMaker } from '../../src/notify/body.ts'
import { jsonOf, noticeOf } from '../../src/notify/notice.ts'
import type { Occasion } from '../../src/notify/occasion.ts'
import { keepFault } from '../../src/runtime/fault/keep-fault.ts'
import { keepLost } from '../../src/runtime/lost-outlets.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { redact } from '../../src/runtime/text/redact.ts'
import { systemClock } from '../../src/runtime/time/system-clock.ts'
import { builtinPolicies, event, openWorld, type World } from '../bench/world.ts'
import { lookAlikes } from '../runtime/secrets/look-alikes.ts'
import { made } from '../runtime/secrets/made.ts'
import { shapesOf } from '../runtime/secrets/shapes.ts'
import { folderStore, placeOf } from '../support/folder-store.ts'
import { blockerKind } from '../support/kinds.ts'
import { putFiles } from '../support/project-folder.ts'
import { allShapes, isLeft } from './secrets.ts'

/** Those that fit into one line of a night beside others. */
const shapes = allShapes().filter(
  ({ text, secret }) => text.length < 200 && !text.includes('\n') && secret.length >= 20,
)
/** Those that are known by themselves, so that a name may be one. */
const words = shapesOf(made(11)).filter(
  ({ name, secret }) => /^[\w.~-]{20,120}$/.test(secret) && !isLeft({ name, text: secret, secret }),
)
const inOne = 8

const session = 'ses_1'
/** What was put where, so that what is left says by which way it came. */
const planted: { place: string; secret: string }[] = []
let next = 0

/** A text with other secrets than any before it, and a word that must stay readable around them. */
function secrets(place: string): string {
  const own = Array.from({ length: inOne }, () => shapes[next++ % shapes.length]).filter((one) => one !== undefined)
  for (const { secret } of own) planted.push({ place, secret })
  return `readable-${place.replace(/\W/g, '-')} ${own.map(({ text }) => text).join(' ; ')}`
}

/** The same as a name without blanks. */
function named(place: string): string {
  const one = words[next++ % words.length]
  planted.push({ place, secret: one?.secret ?? '' })
  return one?.secret ?? ''
}

let world: World
const told: string[] = []
const outputs = new Map<string, string>()
beforeAll(async () => {
  world = openWorld(await builtinPolicies(), undefined, systemClock(), (text) => told.push(text))
  const { folder, runtime } = world
  putFiles(folder, {
    '.git/HEAD': `ref: refs/heads/${named('branch')}\n`,
    'all.yaml':
      'version: 1\nname: all\nrules:\n  - id: all\n    events: [permission.asked, question.asked, tool.called]\n    then: [{ deny: "No: {{event.fingerprint}}" }]\n',
  })
  const handle = (given: Parameters<typeof runtime.handle>[1], of = session): void => {
    const outcome = runtime.handle(Object.assign(world.session(of), { title: secrets('title of a session') }), given)
    told.push(JSON.stringify(outcome))
  }
  const send = (type: string, fields: Record<string, unknown>): void => handle(event(type, fields))
  send('user.wrote', { text: secrets('words of the person') })
  send('tool.called', { tool: 'mine', call: 'c0', input: { deep: [{ of: secrets('arguments of a tool') }] } })
  send('permission.asked', { request: 'p1', permission: 'bash', command: `deploy ${secrets('command')}` })
  send('permission.asked', { request: 'p2', permission: 'webfetch', patterns: [secrets('pattern')] })
  send('permission.asked', { request: 'p3', permission: 'mine', input: { of: secrets('input of a request') } })
  send('question.asked', {
    request: 'q1',
    questions: [{ question: secrets('question'), header: 'h', options: [secrets('option'), secrets('option')] }],
  })
  const call = {
    category: 'security',
    question: secrets('question of an entry'),
    context: secrets('context of an entry'),
    blocksProgress: true,
    options: [secrets('option of an entry')],
    chosenOption: secrets('choice of an entry'),
    chosenReasoning: secrets('reasons of an entry'),
  }
  handle(recordSubmitted('blocker', blockerKind, call, 0, digest))
  handle(recordSubmitted('blocker', blockerKind, secrets('a call that cannot be read'), 0, digest))
  send('tool.finished', {
    tool: 'write',
    call: 'c1',
    ok: true,
    changed: true,
    wrote: [`src/${named('name of a file')}/a.ts`],
    output: secrets('output of a tool'),
  })
  send('files.changed', { paths: [`src/${named('name of a changed file')}.ts`], calls: [] })
  send('turn.failed', { kind: 'network', message: secrets('error of a provider'), retryable: true })
  send('host.retrying', { message: secrets('error that the host tries again'), attempt: 1 })
  send('skill.requested', { skill: named('name of a skill'), via: 'command', text: secrets('words for a skill') })
  handle(commandRun('blockers', `answer b2 ${secrets('answer in the session')}`))
  for (const view of ['status', 'list', 'why', 'export', 'export --summary', 'clarify', 'reload'])
    handle(commandRun('blockers', view))
  handle(commandRun('blockers', `export ${named('name of an export')}.md`))
  send('turn.ended', { text: `${secrets('last words')} BLOCKER_DIVERTER_DONE!` })
  runtime.flush()

  const store = folderStore(folder, 'test')
  const fault = faultOf('a hook', new TypeError(secrets('message of a fault')), 'built', redact)
  keepFault({ store, clock: systemClock() }, fault, session)
  keepLost({ store, clock: systemClock() }, 'notify 1 (webhook)', secrets('error of a webhook'))
  store.close()

  const run = async (...given: readonly string[]): Promise<void> => {
    let text = ''
    const write = (more: string): void => {
      text += more
    }
    const io = { cwd: folder, place: placeOf(folder), color: false, environment: {}, write, writeError: write }
    await runProgram(given, '0.1.0', io)
    outputs.set(given.join(' ').slice(0, 40), text)
  }
  await run('answer')
  await run('answer', 'b1', secrets('answer in the terminal'), '--by', named('who answers'))
  await run('answer', 'b3', '--allow', 'project')
  await run('answer', 'b4', '--skip')
  await run('answer', '--skipped')
  await run('grants')
  for (const form of [[], ['--md'], ['--json'], ['--html', 'report.html']]) await run('report', '--all', ...form)
  await run('export', session)
  await run('replay', session)
  await run('replay', session, '--against', 'all.yaml')
  await run('replay', session, '--against', 'all.yaml', '--format', 'json')
  for (const line of ['4', '5', '6', '8', '9', '12'])
    for (const format of ['text', 'json']) await run('explain', `${session}:${line}`, '--format', format)
  await run('record', session)
  await run('suggest')
  await run('suggest', '--json')
  await run('page')
  await run('page', '--out', '-')
  await run('fault', fault.id)
  await run('doctor')
  await run('prune', '--dry-run', '--older-than', '0d')
  const io = { cwd: folder, place: placeOf(folder), color: false, write: () => undefined, writeError: () => undefined }
  const nights = openNights(io)
  if (nights === null || typeof nights === 'number') throw new Error('There is no night')
  const ports = morningPorts(nights, { of: 'all' }, io)
  outputs.set('the page of the morning', JSON.stringify(ports.state()))
  outputs.set('its reasons', JSON.stringify([4, 6, 9].map((line) => ports.reasons({ session, line }))))
  nights.close()
})
afterAll(() => world.close())

/** Enough of a secret to be of use, or to be looked for. */
const pieces = (secret: string): string[] => [secret.slice(0, 12), secret.slice(-12)]

/** By which ways secrets came into a text. */
const leftIn = (text: string): string[] => [
  ...new Set(planted.flatMap(({ place, secret }) => (pieces(secret).some((one) => text.includes(one)) ? [place] : []))),
]

describe('secrets in every place that a text of others can enter', () => {
  test('are many', () => {
    expect(new Set(planted.map(({ place }) => place)).size).toBeGreaterThan(25)
    expect(new Set(planted.map(({ secret }) => secret)).size).toBeGreaterThan(200)
  })

  test('leave by no answer, prompt, notice or line of the log', () => {
    expect(told.length).toBeGreaterThan(25)
    expect(leftIn(told.join('\n'))).toEqual([])
    expect(told.join('\n')).toContain('[REDACTED:')
  })

  test('leave by no command and not by the page of the morning', () => {
    const left = [...outputs].flatMap(([name, text]) => leftIn(text).map((place) => `${name}: ${place}`))
    expect(left).toEqual([])
    // Each shows what was meant around them.
    for (const name of ['answer', 'report --all', `export ${session}`, `record ${session}`, 'page --out -'])
      expect([name, outputs.get(name)?.includes('readable-command')]).toEqual([name, true])
    expect(outputs.get('the page of the morning')).toContain('readable-command')
  })

  test('are in no file: the database, the page, an export, a report', () => {
    const files = readdirSync(world.folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(?:db|db-wal|md|html)$/.test(name) && existsSync(join(world.folder, name)),
    )
    expect(files.some((name) => name.endsWith('nights.db'))).toBe(true)
    expect(files).toEqual(expect.arrayContaining(['blockers.md', 'report.html']))
    const left = files.flatMap((name) =>
      leftIn(readFileSync(join(world.folder, name), 'latin1')).map((place) => `${name}: ${place}`),
    )
    expect(left).toEqual([])
  })

  test('leave by no notice', () => {
    const occasions = (said: readonly string[]): Occasion[] => [
      { kind: 'stopped', reason: 'done', detail: secrets('detail of a stop'), said },
      { kind: 'blocked', detail: secrets('detail of a block'), said },
      { kind: 'stalled', isOver: true, detail: secrets('detail of a stall'), said },
      { kind: 'hard', entry: 'b1', question: secrets('question of a notice'), said },
      { kind: 'waiting', request: 'p1', subject: secrets('subject of a notice'), until: 1, said },
      { kind: 'tampered', file: named('file of a notice'), change: 'edited', said },
    ]
    const scene = {
      at: 1,
      directory: `/home/me/${named('folder of a notice')}`,
      session,
      name: secrets('title of a notice'),
      zone: 'UTC',
    }
    const notices = [...occasions([]), ...occasions([secrets('words of a policy')])].map((one) =>
      noticeOf(one, scene, digest),
    )
    const sent = notices.flatMap((notice) => [
      jsonOf(notice),
      ...(['slack', 'discord', 'ntfy', 'json', '{{title}} {{text}} {{name}}'] as const).map((body) =>
        JSON.stringify(bodyMaker(body)(notice)),
      ),
    ])
    expect(leftIn(sent.join('\n'))).toEqual([])
  })
})

test('what only looks like a secret stays readable in the page and the report', async () => {
  const other = openWorld(await builtinPolicies())
  try {
    const some = lookAlikes.filter((text) => text.length < 80 && /^[\w./:@ -]+$/.test(text)).slice(0, 24)
    for (const [at, text] of some.entries())
      other.runtime.handle(
        other.session(session),
        event('permission.asked', { request: `p${at}`, permission: 'bash', command: `echo ${text}` }),
      )
    other.runtime.flush()
    const page = readFileSync(join(other.folder, 'blockers.md'), 'utf8')
    expect(page).not.toContain('[REDACTED:')
  } finally {
    other.close()
  }
})
