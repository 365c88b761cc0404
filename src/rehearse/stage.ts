import { join } from 'node:path'
import type { KnownCall } from '../decode/permission.ts'
import { createProjectPaths } from '../decode/project-paths.ts'
import { createCallStates } from '../decode/call-states.ts'
import { createSeen } from '../decode/seen.ts'
import { knownCall } from '../decode/tool.ts'
import type { Case } from '../policy/cases/schema.ts'
import { createRuntime } from '../runtime/create-runtime.ts'
import { kindsOf } from '../runtime/page/kinds.ts'
import { digest } from '../runtime/files/node-digest.ts'
import type { Decided, RuntimeOptions } from '../runtime/options.ts'
import type { Policies } from '../runtime/policies.ts'
import type { HostPort } from '../runtime/ports.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Session } from '../runtime/session.ts'
import { mainSession, sessionsOf } from './case.ts'
import type { EventWorld } from './event-world.ts'
import { decisionEntry, type LogEntry } from './log-entry.ts'
import { type MemoryFiles, memoryFiles } from './memory-files.ts'
import { type PaperStore, paperStore } from './paper-store.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.ts'

const directory = '/project'
const processName = 'rehearsal'
const firstMoment = '2026-02-12T22:00:00Z'

/** The real runtime in a world of paper: a virtual clock, files in memory, a host that only notes. */
export interface Stage {
  runtime: Runtime
  clock: VirtualClock
  files: MemoryFiles
  store: PaperStore
  start: number
  log: LogEntry[]
  /** What the runtime could not do, which fails the case. */
  problems: string[]
  /** Prompts that left and have not arrived. */
  arrive: () => void
  path: (name: string) => string
  /** What the host would know when it tells an event of this session. */
  worldOf: (session: Session) => EventWorld
}

/** Sees what happens inside the runtime. */
export interface Observer extends Required<Pick<RuntimeOptions, 'watch' | 'watchGate'>> {
  decided: (decided: Decided) => void
}

export function createStage(test: Case, policies: Policies, observer: Observer): Stage {
  const start = Date.parse(test.clock ?? firstMoment)
  const clock = virtualClock(start, test.zone ?? 'UTC')
  const files = memoryFiles()
  const store = paperStore(processName)
  const log: LogEntry[] = []
  const problems: string[] = []
  const inFlight: { session: string; mark: string }[] = []
  const world = test.world ?? {}
  const path = (name: string): string => join(directory, name)
  for (const [name, text] of Object.entries(world.files ?? {})) files.replace(path(name), text)

  const done = Promise.resolve({ ok: true } as const)
  const host: HostPort = {
    answer: () => done,
    prompt: (session, text, mark, model) => {
      const at = `+${(clock.now() - start) / 1000}s`
      log.push({
        at,
        ...(session.id !== mainSession && { session: session.id }),
        sent: text,
        ...(model !== null && { model }),
      })
      inFlight.push({ session: session.id, mark })
      return done
    },
    notify: () => undefined,
    abort: () => done,
    log: (level, message) => {
      if (level === 'error') problems.push(message)
    },
  }
  const seen = createSeen()
  const calls = new Map<string, KnownCall>()
  const paths = createProjectPaths(directory, '', files.real)
  const states = createCallStates()
  let messages = 0
  const worldOf = (session: Session): EventWorld => ({
    digest,
    paths,
    now: clock.now,
    zone: clock.zone,
    fresh: () => {
      messages += 1
      return `m${messages}`
    },
    first: (text) => seen.first(rootOf(runtime, session), text),
    content: files.read,
    states,
    kinds: kindsOf(policies.set),
    callOf: (call) => calls.get(call) ?? null,
  })
  const runtime = createRuntime(
    { clock, files, store, host, digest, process: processName },
    {
      directory,
      mode: (session) => world.sessions?.[session]?.mode ?? 'serve',
      policies: () => policies,
      ownPaths: world.own ?? [],
      onDecision: (decided) => {
        const { event, decision, session } = decided
        if (event.type === 'tool.called') calls.set(event.call, knownCall(event.tool, event.input, { digest, paths }))
        const isFreshRun = decision.changes.some((change) => change.change === 'run' && change.fresh)
        if (isFreshRun) seen.forget(rootOf(runtime, runtime.session(session)))
        log.push(decisionEntry(decided, start))
        observer.decided(decided)
      },
      watch: observer.watch,
      watchGate: observer.watchGate,
    },
  )
  furnish(runtime, test)
  return {
    runtime,
    clock,
    files,
    store,
    start,
    log,
    problems,
    path,
    worldOf,
    arrive: () => {
      for (const { session, mark } of inFlight.splice(0)) runtime.arrived(runtime.session(session), mark, mark)
    },
  }
}

function rootOf(runtime: Runtime, session: Session): string {
  return typeof session.parent === 'string' ? rootOf(runtime, runtime.session(session.parent)) : session.id
}

function furnish(runtime: Runtime, test: Case): void {
  const { world = {} } = test
  for (const [id, given] of sessionsOf(test)) {
    const [provider = '', model = ''] = (given.model ?? 'test/m').split('/')
    Object.assign(runtime.session(id), {
      parent: given.parent ?? null,
      agent: given.agent ?? 'build',
      model: { provider, id: model },
      title: given.title ?? '',
      hasTask: given.hasTask ?? true,
      busy: world.busy?.includes(id) ?? false,
      todos: (world.todos ?? []).map(({ title, done = false }) => ({ title, done })),
    })
  }
}
