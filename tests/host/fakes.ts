import type { Decision, Verdict } from '../../src/core/decision.ts'
import type { DomainEvent, EventOf, EventType } from '../../src/core/event.ts'
import type { TreeState } from '../../src/core/state.ts'
import { createProjectPaths } from '../../src/decode/project-paths.ts'
import type { RawClient, RawResult } from '../../src/host/client.ts'
import { createFaults } from '../../src/runtime/fault/faults.ts'
import type { Clock } from '../../src/runtime/ports.ts'
import type { Outcome, Runtime } from '../../src/runtime/runtime.ts'
import { newSession, type Session } from '../../src/runtime/session.ts'
import { clarifyEntries, toClarify } from '../../src/runtime/views/clarify.ts'
import { blockerKind } from '../support/kinds.ts'

/** The key that both halves have in a test. */
export const sharedKey = (): Uint8Array => new Uint8Array(32).fill(7)
/** The life of the server half in a test. */
export const serverLife = 'server'

export const digest = (text: string): string => `d(${text})`
export const paths = createProjectPaths('/project', '/project', (path) => path)

export interface Call {
  name: string
  options: Record<string, unknown>
}

/** A client that writes down what it is asked; `answers` are given by the name of the call. */
export function fakeClient(answers: Record<string, (options: Record<string, unknown>) => RawResult> = {}) {
  const calls: Call[] = []
  const follows = new Map<string, () => void>()
  const call = (name: string) => (options: object) => {
    const given = options as Record<string, unknown>
    calls.push({ name, options: given })
    follows.get(name)?.()
    return Promise.resolve(answers[name]?.(given) ?? { data: true })
  }
  const raw: RawClient = {
    _client: { get: call('get'), post: call('post') },
    session: {
      get: call('session.get'),
      messages: call('session.messages'),
      prompt: call('session.prompt'),
      promptAsync: call('session.promptAsync'),
      abort: call('session.abort'),
    },
    app: { log: call('log') },
    tui: { showToast: call('toast'), publish: call('publish') },
  }
  return {
    raw,
    calls,
    named: (name: string) => calls.filter((one) => one.name === name),
    /** What the host does at such a call. */
    onCall: (name: string, then: () => void) => void follows.set(name, then),
  }
}

export interface FakeClock extends Clock {
  pass: (milliseconds: number) => void
}

export function fakeClock(start = 1_000_000): FakeClock {
  let now = start
  const timers = new Set<{ due: number; run: () => void }>()
  return {
    now: () => now,
    elapsed: () => now,
    awake: () => now,
    zone: 'UTC',
    after: (milliseconds, run) => {
      const timer = { due: now + milliseconds, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pass: (milliseconds) => {
      now += milliseconds
      for (const timer of [...timers].filter((one) => one.due <= now)) {
        timers.delete(timer)
        timer.run()
      }
    },
  }
}

export const emptyDecision: Decision = {
  verdict: { outcome: 'pass', by: null },
  overruled: null,
  effects: [],
  changes: [],
  trace: [],
  facts: {},
  closed: [],
  derived: [],
}

export interface Answer {
  verdict?: Verdict
  reply?: string | null
  instructions?: string[]
  effects?: Decision['effects']
  changes?: Decision['changes']
}

/** A runtime that writes down its events and answers as it is told. */
export function fakeRuntime(answer: (event: DomainEvent, session: Session) => Answer = () => ({})) {
  const sessions = new Map<string, Session>()
  const events: { session: string; event: DomainEvent }[] = []
  const other: string[] = []
  const logged: string[] = []
  const instructed = new Set<string>()
  const states = new Map<string, TreeState>()
  const runtime: Runtime = {
    session: (id) => {
      const session = sessions.get(id) ?? newSession(id)
      sessions.set(id, session)
      return session
    },
    handle: (session, event): Outcome => {
      events.push({ session: session.id, event })
      const { verdict = emptyDecision.verdict, reply = null, instructions = [], ...rest } = answer(event, session)
      return { decision: { ...emptyDecision, ...rest, verdict }, verdict, reply, instructions }
    },
    cutOff: () => [],
    flush: () => undefined,
    waits: () => [],
    settle: (session) => void other.push(`settle ${session.id}`),
    setBack: () => void other.push('set back'),
    arrived: (session, message, mark) => void other.push(`arrived ${session.id} ${message} ${mark}`),
    instructed: (session) => instructed.has(session.id),
    state: (session) => states.get(session.id) ?? null,
    waiting: (session) => states.get(session.id)?.records.filter(({ status }) => status === 'open').length ?? 0,
    toClarify: (session, withSkipped) =>
      clarifyEntries(toClarify(states.get(session.id)?.records ?? [], withSkipped), () => blockerKind),
    answer: (session, entry, { decision, text, via }) => {
      const id = typeof entry === 'string' ? entry : entry.id
      other.push(`answer ${session.id} ${id} ${decision} by ${via} ${text}`)
      return { result: 'kept', entries: [], title: '', page: id === 'b9' ? 'the page cannot be written' : null }
    },
    faults: createFaults({
      build: () => null,
      log: (message) => void logged.push(message),
      keep: (fault, about) => void other.push(`fault ${fault.id} ${about?.id ?? 'of the project'}`),
    }),
    close: () => void other.push('close'),
  }
  return {
    runtime,
    events,
    other,
    logged,
    instructed,
    states,
    of: <T extends EventType>(type: T): EventOf<T>[] =>
      events.flatMap(({ event }) => (event.type === type ? [event as EventOf<T>] : [])),
    types: () => events.map(({ event }) => event.type),
  }
}
