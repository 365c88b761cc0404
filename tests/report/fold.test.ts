import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCourse, mostRows } from '../../src/report/course.ts'
import { foldNight } from '../../src/report/night.ts'
import type { Report } from '../../src/report/schema.ts'
import { parseLine } from '../../src/runtime/nights/journal-line.ts'
import { start } from '../runtime/stage.ts'
import { type Told, tell } from './nights.ts'

const doings = {
  write: (told: Told) => told.send('S1', 'user.wrote', { text: 'Go on, please.' }),
  wrote: (told: Told) =>
    told.send('S1', 'tool.finished', { tool: 'write', call: 'c', ok: true, changed: true, wrote: ['a.ts'] }),
  read: (told: Told) => told.send('S1', 'tool.finished', { tool: 'read', call: 'r', ok: true, paths: ['a.ts'] }),
  missed: (told: Told) => told.send('H1', 'tool.finished', { tool: 'glob', call: 'g', ok: false }),
  step: (told: Told) => told.step('S1', 0.25),
  helper: (told: Told) => told.step('H1', 0.5),
  refuse: (told: Told) => told.send('S1', 'permission.asked', { permission: 'bash', command: 'git push' }),
  other: (told: Told) => told.send('H1', 'permission.asked', { permission: 'bash', command: 'npm publish' }),
  allow: (told: Told) => told.send('S1', 'permission.asked', { permission: 'bash', command: 'npm test -- a' }),
  turn: (told: Told) => told.send('S1', 'turn.ended', { text: 'I stop here.', progress: true }),
  done: (told: Told) => told.send('S1', 'turn.ended', { text: 'BLOCKER_DIVERTER_DONE!' }),
  fail: (told: Told) => told.send('S1', 'turn.failed', { kind: 'network', message: 'gone', retryable: true }),
  escape: (told: Told) => told.send('S1', 'user.interrupted'),
  pass: (told: Told) => told.pass(1),
  arrive: (told: Told) => told.stage.arrive(),
} as const

type Raw = Record<string, unknown>
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null
const listOf = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isRaw) : [])
const rawIn = (value: unknown): Raw => (isRaw(value) ? value : {})

/** The figures of a night, counted from the lines as they are written, by nothing that the report uses. */
function counted(lines: readonly Raw[]) {
  const changes = lines.flatMap((line) => listOf(line['changes']).map((change) => ({ line, change })))
  const sum = (of: readonly { change: Raw }[], name: string): number =>
    of.reduce((all, { change }) => all + Number(change[name]), 0)
  const spent = changes.filter(({ change }) => change['change'] === 'spent')
  const helpers = spent.filter(({ line }) => line['session'] === 'H1')
  const verdicts = lines.filter(({ line, event }) => line === 'decision' && rawIn(event)['type'] === 'permission.asked')
  const outcomes = (outcome: string): number =>
    verdicts.filter(({ verdict }) => rawIn(verdict)['outcome'] === outcome).length
  const turned = changes.filter(({ change }) => change['change'] === 'run')
  return {
    turns: sum(spent, 'turns'),
    tokens: sum(spent, 'tokens'),
    cost: sum(spent, 'cost'),
    helpers: sum(helpers, 'cost'),
    prompts: changes.filter(({ change }) => change['change'] === 'prompt.sent').length,
    denied: outcomes('deny'),
    allowed: outcomes('allow'),
    ends: turned.filter(({ change }) => change['to'] === 'stopped' || change['to'] === 'paused').length,
    runs: turned.filter(({ change }) => change['to'] === 'armed').length,
    tools: toolsIn(lines),
    costs: sumsOf(spent.map(({ change }) => Number(change['cost']))),
  }
}

/** How often each tool ended, well or not: of a call that no rule was about there is a line of its own. */
function toolsIn(lines: readonly Raw[]): Record<string, [times: number, failed: number]> {
  const tools: Record<string, [number, number]> = {}
  for (const each of lines) {
    const { tool, ok } = each['line'] === 'call' ? each : rawIn(each['event'])
    const isCall = each['line'] === 'call' || rawIn(each['event'])['type'] === 'tool.finished'
    if (!isCall || typeof tool !== 'string') continue
    const [times, failed] = tools[tool] ?? [0, 0]
    tools[tool] = [times + 1, failed + (ok === true ? 0 : 1)]
  }
  return tools
}

/** What was spent by then, each time that something was. */
const sumsOf = (costs: readonly number[]): number[] =>
  costs.flatMap((cost, at) => (cost === 0 ? [] : [costs.slice(0, at + 1).reduce((sum, one) => sum + one, 0)]))

function reported(report: Report) {
  const [session] = report.sessions
  if (session === undefined) return counted([])
  const { spent, rules, stops, runs, tools, course } = session
  const times = (did: readonly string[]): number =>
    rules.filter((rule) => did.includes(rule.did)).reduce((all, rule) => all + rule.times, 0)
  return {
    turns: spent.turns,
    tokens: spent.tokens,
    cost: spent.cost,
    helpers: spent.helpers.cost,
    prompts: spent.prompts,
    denied: times(['diverted', 'refused']),
    allowed: times(['allowed']),
    ends: stops.length,
    runs,
    tools: Object.fromEntries(tools.map(({ tool, times: all, failed }) => [tool, [all, failed]])),
    costs: course.costs.map(({ cost }) => cost),
  }
}

test('the figures are those of a second count, whatever happens', () => {
  const names = Object.keys(doings) as (keyof typeof doings)[]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 25 }), (night) => {
      const told = tell('{ allow: [npm test *] }')
      told.stage.session('H1', { parent: 'S1' })
      for (const name of night) doings[name](told)
      const lines = told.stage.journal()
      const isQuiet = lines.every(({ line }) => line !== 'decision' && line !== 'change' && line !== 'sent')
      const report = told.report()
      expect(report.sessions.length).toBe(isQuiet ? 0 : 1)
      expect(reported(report)).toEqual(counted(lines))
    }),
    { numRuns: 25 },
  )
})

describe('the rows of turns', () => {
  const rows = (told: Told) => told.report().sessions[0]?.course.turns ?? []

  test('have what each took, helpers with it', () => {
    const told = tell()
    told.stage.session('H1', { parent: 'S1' })
    const { send, pass, step } = told
    send('S1', 'user.wrote', { text: 'Go on.' })
    send('S1', 'tool.finished', { tool: 'read', call: 'r', ok: true, paths: ['a.ts'] })
    pass(10)
    step('S1', 0.5)
    send('S1', 'turn.ended', { text: 'I stop here.', progress: true })
    told.stage.arrive()
    step('H1', 0.25)
    pass(5)
    step('S1', 0.5)
    const minute = 60_000
    expect(rows(told)).toEqual([
      { from: start, to: start + 10 * minute, turns: 1, steps: 1, calls: 1, tokens: 1000, cost: 0.5, helpers: 0 },
      {
        from: start + 10 * minute,
        to: start + 15 * minute,
        turns: 1,
        steps: 2,
        calls: 0,
        tokens: 2000,
        cost: 0.75,
        helpers: 0.25,
      },
    ])
  })

  test('are one for a turn that ends twice, as by an interrupt and by its error', () => {
    const course = createCourse()
    course.step(1)
    course.end(5)
    course.end(6)
    expect(course.done().turns.map(({ from, to }) => [from, to])).toEqual([[1, 5]])
  })

  test('are few, however many turns there are, and have all of them', () => {
    const course = createCourse()
    for (let at = 1; at <= 5000; at++) {
      course.step(at)
      course.spend(at, 10, 0.25, at % 2 === 0)
      course.end(at)
    }
    const { turns, costs } = course.done()
    expect(turns.length).toBeLessThanOrEqual(mostRows)
    expect(costs.length).toBeLessThanOrEqual(mostRows + 1)
    const sum = (of: 'turns' | 'steps' | 'tokens' | 'cost' | 'helpers') => turns.reduce((all, row) => all + row[of], 0)
    expect([sum('turns'), sum('steps'), sum('tokens'), sum('cost'), sum('helpers')]).toEqual([
      5000, 5000, 50_000, 1250, 625,
    ])
    expect([turns[0]?.from, turns.at(-1)?.to]).toEqual([1, 5000])
    expect(costs.at(-1)).toEqual({ at: 5000, cost: 1250 })
  })
})

test('of a long night the first moments are told and the last', () => {
  const told = tell()
  told.send('S1', 'user.wrote', { text: 'Go on.' })
  told.send('S1', 'tool.finished', { tool: 'write', call: 'c', ok: true, changed: true, wrote: ['a.ts'] })
  for (let at = 0; at < 400; at++)
    told.send('S1', 'permission.asked', { permission: 'bash', command: `npm test -- ${at}` })
  told.send('S1', 'user.interrupted')
  const session = told.report().sessions[0]
  expect(session?.moments.length).toBe(300)
  expect(session?.moments[0]?.is).toBe('began')
  expect(session?.moments.at(-1)?.is).toBe('paused')
  expect(session?.momentsLeft).toBe(402 - 300)
})

describe('which runs are told', () => {
  const told = tell()
  const { send, pass, report } = told
  send('S1', 'user.wrote', { text: 'The first night.' })
  send('S1', 'tool.finished', { tool: 'write', call: 'c', ok: true, changed: true, wrote: ['first.ts'] })
  send('S1', 'turn.ended', { text: 'BLOCKER_DIVERTER_DONE!' })
  pass(24 * 60)
  send('S1', 'user.wrote', { text: 'The second night.' })
  send('S1', 'tool.finished', { tool: 'write', call: 'd', ok: true, changed: true, wrote: ['second.ts'] })
  pass(5)
  send('S1', 'turn.failed', { kind: 'auth', message: 'no key', retryable: false })
  const since = (minutes: number) => report({ of: 'since', from: start + minutes * 60_000 }).sessions[0]

  test('both, if both reach into the time', () => {
    expect(since(-1)).toMatchObject({
      request: { text: 'The first night.' },
      wrote: ['first.ts', 'second.ts'],
      runs: 2,
    })
  })
  test('only the second, from its begin, if only its end does', () => {
    expect(since(24 * 60 + 3)).toMatchObject({
      request: { text: 'The second night.' },
      wrote: ['second.ts'],
      runs: 1,
      outcome: { is: 'stopped', reason: 'error' },
    })
  })
  test('neither, if both were over', () => {
    expect(since(24 * 60 + 6)).toBe(undefined)
  })
  test('a person who answers in the morning makes no night of it', () => {
    told.pass(60)
    send('S1', 'command.run', { name: 'blockers', action: 'status', text: '' })
    expect(since(25 * 60)).toBe(undefined)
  })
})

describe('done', () => {
  const night = (events: (told: Told) => void) => {
    const told = tell('{ evidence: [npm test *, npm run lint] }')
    const run = (command: string, exit: number, call = command) => {
      told.send('S1', 'tool.called', { tool: 'bash', call, command })
      told.send('S1', 'tool.finished', { tool: 'bash', call, command, ok: true, exit })
    }
    events({ ...told, step: (command, exit) => run(command, exit) })
    return told.report().sessions[0]?.outcome
  }
  const wrote = (told: Told) =>
    told.send('S1', 'tool.finished', { tool: 'write', call: 'w', ok: true, changed: true, wrote: ['a.ts'] })
  const done = (told: Told) => told.send('S1', 'turn.ended', { text: 'BLOCKER_DIVERTER_DONE!' })

  test('is verified by the commands that ended well since the last file was written', () => {
    const outcome = night((told) => {
      wrote(told)
      told.step('npm test -- a', 0)
      told.step('npm run lint', 0)
      told.pass(3)
      done(told)
    })
    const by = ['npm test -- a', 'npm run lint']
    expect(outcome).toEqual({ is: 'verified', at: start + 180_000, by, shownAt: start })
  })
  test.each([
    ['a file was written after it', ['npm test -- a', 'npm run lint', 'WRITE']],
    ['one of them failed', ['npm test -- a', 'FAIL']],
    ['one of them is missing', ['npm run lint']],
    ['there is none', []],
  ])('is never verified if %s', (_, steps) => {
    const outcome = night((told) => {
      wrote(told)
      for (const step of steps) {
        if (step === 'WRITE') wrote(told)
        else if (step === 'FAIL') told.step('npm run lint', 1)
        else told.step(step, 0)
      }
      for (let tries = 0; tries < 4; tries++) {
        done(told)
        told.stage.arrive()
      }
    })
    expect(outcome).toMatchObject({ is: 'stopped', reason: 'unverified' })
  })
  test('is a claim where nothing was asked for', () => {
    const told = tell()
    wrote(told)
    done(told)
    expect(told.report().sessions[0]?.outcome).toEqual({ is: 'claimed', at: start, wanted: [] })
  })
  test('is a claim where the policies cannot be read any more', () => {
    const told = tell('{ evidence: [npm test *] }')
    wrote(told)
    told.send('S1', 'tool.called', { tool: 'bash', call: 't', command: 'npm test -- a' })
    told.send('S1', 'tool.finished', { tool: 'bash', call: 't', command: 'npm test -- a', ok: true, exit: 0 })
    done(told)
    const fold = foldNight('S1', 0, () => null)
    for (const line of told.stage.journal()) {
      const read = parseLine(JSON.stringify(line))
      if (read !== null) fold.take(read)
    }
    expect(fold.done()?.outcome).toMatchObject({ is: 'claimed', wanted: null })
    expect(told.report().sessions[0]?.outcome.is).toBe('verified')
  })
})
