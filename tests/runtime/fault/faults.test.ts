import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../src/fault/fault.ts'
import { createFaults } from '../../../src/runtime/fault/faults.ts'
import { keepFault, keptFaults } from '../../../src/runtime/fault/keep-fault.ts'
import { FileFailure } from '../../../src/runtime/ports.ts'
import { policiesFrom, stageOf, type TestStage } from '../stage.ts'

const policies = policiesFrom(`
version: 1
name: night
rules:
  - id: refuse
    events: [permission.asked]
    when: { "===": [{ var: event.permission }, bash] }
    then:
      - deny: No bash here.
      - notify: refused
  - id: ring
    events: [tool.finished]
    then:
      - schedule: { timer: soon, after: 1m }
  - id: rang
    events: [timer.fired]
    then:
      - notify: it rang
`)

const broken = (): never => {
  throw new TypeError("Cannot read properties of null (reading 'get') of sk-ant-abcdefghijklmnop123")
}

/** The faults that the store of a stage has, the newest first. */
function faultsIn({ store }: Pick<TestStage, 'store'>) {
  const project = store.open('reader').project()
  const found = project.ok ? keptFaults(project.value) : project
  if (!found.ok) throw new Error(found.problem.message)
  return found.value
}

/** A world in which deciding meets a fault until it is mended. */
function stage() {
  let isMended = true
  let faults = 0
  const night = stageOf({
    policies: {
      ...policies,
      get set() {
        if (isMended) return policies.set
        faults += 1
        return broken()
      },
    },
  })
  isMended = false
  return {
    ...night,
    faults: () => faults,
    mend: (mended: boolean) => {
      isMended = mended
    },
  }
}

describe('a fault while an event is decided', () => {
  test('is told once with its id, logged with its stack, and kept once without secrets', () => {
    const { send, host, store } = stage()
    for (let times = 0; times < 3; times++) send('S1', 'permission.asked', { request: `p${times}`, permission: 'bash' })
    const kept = faultsIn({ store })
    expect(kept).toMatchObject([
      { session: 'S1', fault: { where: 'an event', build: null, error: { name: 'TypeError' } } },
    ])
    const id = String(kept[0]?.fault.id)
    expect(host.notices).toEqual([
      `Cannot work on an event: Cannot read properties of null (reading 'get') of [REDACTED:anthropic] (fault ${id})`,
    ])
    expect(host.logged).toEqual([
      expect.stringMatching(
        new RegExp(`^Cannot work on an event \\(fault ${id}\\): TypeError: .*\n    at broken .*faults.test.ts:`),
      ),
    ])
    expect(JSON.stringify([kept, host])).not.toContain('sk-ant')
  })

  test('is kept once for each tree', () => {
    const first = stage()
    first.send('S1', 'permission.asked', { request: 'p1', permission: 'bash' })
    first.session('S2', { parent: null })
    first.send('S2', 'permission.asked', { request: 'p2', permission: 'bash' })
    first.send('S2', 'permission.asked', { request: 'p3', permission: 'bash' })
    expect(faultsIn(first).map(({ session, fault }) => [session, fault.where])).toEqual([
      ['S2', 'an event'],
      ['S1', 'an event'],
    ])
  })

  test('leaves a night that is read on as before', () => {
    const night = stage()
    night.send('S1', 'permission.asked', { request: 'p1', permission: 'bash' })
    night.mend(true)
    expect(night.send('S1', 'permission.asked', { request: 'p2', permission: 'bash' }).verdict.outcome).toBe('deny')
    const later = stageOf({ policies, files: night.files, process: 'two' })
    expect(later.send('S1', 'permission.asked', { request: 'p3', permission: 'bash' }).verdict.outcome).toBe('deny')
    expect(later.host.logged).toEqual([])
  })
})

describe('what was decided', () => {
  test('stands although carrying it out fails', () => {
    const { runtime, host, send } = stageOf({ policies })
    host.notices.push = broken
    const outcome = send('S1', 'permission.asked', { request: 'p1', permission: 'bash' })
    expect(outcome.verdict).toMatchObject({ outcome: 'deny', reason: 'No bash here.' })
    expect(host.answers).toEqual([{ request: 'p1', verdict: { deny: 'No bash here.' } }])
    expect(runtime.session('S1').requests.size).toBe(0)
  })

  test('has no fault if the answer of the host comes to nothing', async () => {
    const { host, send, store } = stageOf({ policies, answer: () => Promise.reject(new TypeError('no answer')) })
    send('S1', 'permission.asked', { request: 'p1', permission: 'bash' })
    await new Promise((done) => setImmediate(done))
    expect(faultsIn({ store })).toMatchObject([
      { fault: { where: 'an answer of the host', error: { message: 'no answer' } } },
    ])
    expect(host.notices.at(-1)).toMatch(/^Cannot work on an answer of the host: no answer \(fault [0-9a-f]{6}\)$/)
  })
})

describe('a timer that fails', () => {
  test('waits before it rings again', () => {
    const { send, clock, mend, faults, journal, store } = stage()
    mend(true)
    send('S1', 'tool.finished')
    mend(false)
    clock.pass(90_000)
    expect(faults()).toBeGreaterThan(1)
    expect(faults()).toBeLessThan(20)
    expect(faultsIn({ store })).toMatchObject([{ fault: { where: 'what is due' } }])
    mend(true)
    clock.pass(20_000)
    expect(journal().at(-1)).toMatchObject({ event: { type: 'timer.fired' } })
  })
})

describe('what may well fail', () => {
  test('is told in words, and is no fault', () => {
    const logged: string[] = []
    const kept: Fault[] = []
    const faults = createFaults({
      build: () => null,
      log: (message) => logged.push(message),
      keep: (fault) => void kept.push(fault),
    })
    expect(faults.tell('the page', new FileFailure('ENOSPC', 'no space'), null)).toEqual({
      text: 'the disk is full, ENOSPC',
      isFault: false,
      isNews: true,
    })
    expect([logged, kept]).toEqual([[], []])
  })
})

describe('keeping faults', () => {
  test('goes to the project where a tree cannot, and never fails itself', () => {
    const logged: string[] = []
    const kept: (string | null)[] = []
    const { runtime } = stageOf({ policies })
    const faults = createFaults({
      build: () => 'b1',
      log: (message) => logged.push(message),
      keep: (_fault, about) => {
        kept.push(about?.id ?? null)
        if (about !== null) broken()
      },
    })
    const { text, isNews } = faults.tell('tool calls', new Error('the tree is gone'), runtime.session('S1'))
    expect([text.startsWith('the tree is gone (fault '), isNews, kept]).toEqual([true, true, ['S1', null]])
    expect(logged).toEqual([expect.stringContaining('the tree is gone'), expect.stringContaining('of null')])
  })

  test('stops at some number of different ones, and a person hears of one from three places', () => {
    const kept = new Set<string>()
    const faults = createFaults({ build: () => null, log: () => undefined, keep: ({ id }) => void kept.add(id) })
    const one = new Error('the same')
    const news = ['a', 'b', 'c', 'd', 'a'].map((where) => faults.tell(where, one, null).isNews)
    expect(news).toEqual([true, true, true, false, false])
    const letters = (index: number) => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    for (let index = 0; index < 1000; index++) faults.tell('a', new Error(letters(index)), null)
    expect(kept.size).toBe(200)
  })
})

describe('a kept fault', () => {
  const fault: Fault = {
    id: 'f3a9c2',
    where: 'tool calls',
    build: null,
    error: { name: 'E', message: 'm', stack: [], cause: null },
  }

  test('is read only if it is whole', () => {
    const { store } = stageOf({ policies })
    const port = store.open('one')
    const project = port.project()
    for (const wrong of [
      { id: 'f3' },
      { id: 7 },
      { where: null },
      { error: null },
      { build: 7 },
      { error: { ...fault.error, stack: [7] } },
    ])
      if (project.ok)
        project.value.note({
          code: 'fault',
          subject: JSON.stringify(wrong),
          at: 1,
          detail: JSON.stringify({ fault: { ...fault, ...wrong }, session: null }),
        })
    expect(faultsIn({ store })).toEqual([])
    keepFault({ store: port, clock: { now: () => 5 } }, fault, null)
    expect(faultsIn({ store })).toEqual([{ fault, at: 5, session: null }])
  })

  test('is found among others, the newest first, also where it belongs to no session', () => {
    const { store, clock } = stageOf({ policies })
    const ports = { store: store.open('one'), clock }
    keepFault(ports, fault, 'S1')
    clock.pass(1)
    keepFault(ports, { ...fault, where: 'the start' }, null)
    keepFault(ports, { ...fault, where: 'once more' }, null)
    expect(faultsIn({ store }).map(({ session, fault: { where } }) => [session, where])).toEqual([
      [null, 'the start'],
      ['S1', 'tool calls'],
    ])
  })
})
