import { resolveDocument } from '../../src/policy/layers/resolve.ts'
import { type MemoryFiles, memoryFiles } from '../../src/rehearse/memory-files.ts'
import { type VirtualClock, virtualClock } from '../../src/rehearse/virtual-clock.ts'
import { createRuntime } from '../../src/runtime/create-runtime.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import type { Decided, HostMode } from '../../src/runtime/options.ts'
import { type Policies, policiesOf } from '../../src/runtime/policies.ts'
import type { Attempt, Files, HostPort, StorePort } from '../../src/runtime/ports.ts'
import type { Outcome, Runtime } from '../../src/runtime/runtime.ts'
import type { Session } from '../../src/runtime/session.ts'
import { lineText } from '../../src/store/export.ts'
import { openStore, ownSqlite } from '../../src/store/open-store.ts'
import { problem } from '../../src/store/problem.ts'
import type { ProjectStore, Result, Store, TreeCommit } from '../../src/store/store.ts'
import { eventFrom } from '../support/event.ts'
import { blockerForm } from '../support/kinds.ts'

export const start = Date.parse('2026-02-12T22:00:00Z')
export const project = '/project'

/** Policies from YAML texts. */
export function policiesFrom(...texts: string[]): Policies {
  const documents = texts.map((text) => {
    const { document, problems } = resolveDocument({ name: 'policy.yaml', text }, () => 'there is none')
    if (document === null) throw new Error(problems.map(({ message }) => message).join('; '))
    return document
  })
  const made = policiesOf(documents, digest)
  if (!made.ok) throw new Error(made.problems.map(({ message }) => message).join('; '))
  return made.policies
}

export interface HostLog {
  answers: { request: string; verdict: 'allow' | { deny: string } }[]
  prompts: { session: string; text: string; mark: string }[]
  notices: string[]
  aborted: string[]
  logged: string[]
  /** All of these in the order in which they happened. */
  order: string[]
}

export interface TestStage {
  runtime: Runtime
  clock: VirtualClock
  files: MemoryFiles
  host: HostLog
  decided: Decided[]
  session: (id: string, parts?: Partial<Session>) => Session
  send: (session: string, type: string, fields?: Record<string, unknown>) => Outcome
  /** Our last prompt has arrived in its session. */
  arrive: () => void
  journal: (root?: string) => Record<string, unknown>[]
  store: TestStore
  /** How often the store was let rest. */
  rests: () => number
  /** Has something happen right before each commit of this process. */
  meddle: () => { commit: { before: () => void } }
  /** Commits to the tree of S1 as another process does. */
  put: (given: Pick<TreeCommit, 'lines' | 'snapshot'>) => void
}

/** A real database in memory, which stages share as processes share a file. */
export interface TestStore {
  /** As one process sees it; `written` hears of each commit. */
  open: (process: string, written?: () => void) => Omit<StorePort, 'project'> & { project: () => Result<ProjectStore> }
  /** The whole store, as one that looks after it sees it. */
  whole: () => Store
  /** Runs SQL of its own on it. */
  sql: (text: string) => void
}

export interface StageOptions {
  policies: Policies | (() => Policies)
  mode?: HostMode
  files?: MemoryFiles
  /** Looks at rest for what others write. */
  watches?: boolean
  /** Without it the one that belongs to the files. */
  store?: TestStore
  clock?: VirtualClock
  process?: string
  prompt?: () => Promise<Attempt>
  answer?: () => Promise<Attempt>
}

const stores = new WeakMap<MemoryFiles, TestStore>()

/** The store of whoever has these files. */
function storeBeside(files: MemoryFiles): TestStore {
  const store = stores.get(files) ?? testStore(files)
  stores.set(files, store)
  return store
}

let databases = 0

/** While the files take nothing, the store takes nothing. */
function testStore(files: MemoryFiles): TestStore {
  databases += 1
  const name = `file:stage${databases}?mode=memory&cache=shared`
  const sqlite = ownSqlite()
  if (sqlite === null) throw new Error('There is no SQLite here')
  // It is there as long as a connection is open.
  const first = sqlite(name)
  const openAs = (process: string): Store => {
    const random = (length: number) => new Uint8Array(length)
    const store = openStore({ place: null, patience: 0, random, sqlite: () => sqlite(name), process })
    if (!store.ok) throw new Error(store.problem.message)
    return store.value
  }
  return {
    whole: () => openAs('whole'),
    sql: (text) => first.exec(text),
    open: (process, written = () => undefined) => {
      const store = openAs(process)
      const found = store.project(project)
      if (!found.ok) throw new Error(found.problem.message)
      const commit: ProjectStore['commit'] = (given) => {
        if (files.failing() !== null) return { ok: false, problem: problem('write', 'full', {}) }
        written()
        return found.value.commit(given)
      }
      return {
        project: () => ({ ok: true, value: { ...found.value, commit } }),
        isAlone: false,
        version: () => {
          const version = store.version()
          return version.ok ? version.value : null
        },
        rest: () => store.tidy(),
        close: () => undefined,
      }
    },
  }
}

/** A runtime with paper around it: a clock that stands, files in memory, a host that notes. */
export function stageOf(options: StageOptions): TestStage {
  const clock = options.clock ?? virtualClock(start, 'UTC')
  const files = options.files ?? memoryFiles()
  const host: HostLog = { answers: [], prompts: [], notices: [], aborted: [], logged: [], order: [] }
  const decided: Decided[] = []
  const done = Promise.resolve<Attempt>({ ok: true })
  const port: HostPort = {
    answer: (_session, request, verdict) => {
      host.answers.push({ request: request.id, verdict })
      host.order.push('answer')
      return options.answer?.() ?? done
    },
    prompt: (session, text, mark) => {
      host.prompts.push({ session: session.id, text, mark })
      host.order.push('prompt')
      return options.prompt?.() ?? done
    },
    notify: (_session, text) => {
      host.notices.push(text)
      host.order.push('notify')
    },
    abort: (session) => {
      host.aborted.push(session.id)
      host.order.push('abort')
      return done
    },
    log: (_level, message) => {
      host.logged.push(message)
    },
  }
  const noted: Files = {
    ...files,
    exchange: (path, was, text) => {
      const done = files.exchange(path, was, text)
      if (done && path.endsWith('.md')) host.order.push('page')
      return done
    },
  }
  const { policies, process = 'one' } = options
  const shared = options.store ?? storeBeside(files)
  const commit = { before: (): void => undefined }
  const opened = shared.open(process, () => {
    host.order.push('store')
    commit.before()
  })
  let rested = 0
  const store = {
    ...opened,
    isAlone: options.watches !== true,
    rest: () => {
      rested += 1
      opened.rest()
    },
  }
  const runtime = createRuntime(
    { clock, files: noted, store, host: port, digest, process },
    {
      directory: project,
      mode: options.mode ?? 'serve',
      policies: typeof policies === 'function' ? policies : () => policies,
      onDecision: (one) => decided.push(one),
    },
  )
  let messages = 0
  const session = (id: string, parts: Partial<Session> = {}): Session =>
    Object.assign(runtime.session(id), {
      parent: null,
      agent: 'build',
      model: { provider: 'p', id: 'm' },
      hasTask: true,
      ...parts,
    })
  session('S1')
  return {
    runtime,
    clock,
    files,
    host,
    decided,
    session,
    send: (id, type, fields = {}) => {
      const event = eventFrom(type, fields, () => `m${++messages}`)
      const outcome = runtime.handle(runtime.session(id), event)
      runtime.flush()
      return outcome
    },
    arrive: () => {
      const last = host.prompts.at(-1)
      if (last !== undefined) runtime.arrived(runtime.session(last.session), 'message', last.mark)
    },
    store: shared,
    meddle: () => ({ commit }),
    rests: () => rested,
    put: (given) => {
      const found = shared.open('other').project()
      if (found.ok) found.value.commit({ trees: [{ root: 'S1', after: null, ...given }], revision: null })
    },
    journal: (root = 'S1') => {
      const found = shared.open('reader').project()
      const lines = found.ok ? found.value.since(root, 0) : found
      return lines.ok ? lines.value.lines.map((line) => JSON.parse(lineText(line))) : []
    },
  }
}

/** Lets promises settle that have nothing more to wait for. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A policy that diverts, goes on, and writes down. */
export const night = `
version: 1
name: night
params:
  askFor: { type: duration, default: 15m }
  grace: { type: duration, default: 5m }
  delay: { type: duration, default: 30s }
memory:
  divert: { kind: flag, scope: tree, initial: true }
  seen: { kind: counter, scope: tree }
facts:
  notes: { records: { kind: note } }
commands:
  night: { description: Night, actions: ["on", "off", status, list, why, export, reload] }
records:
  note:
    file: notes.md
    tool: Note something.
    ${blockerForm(['permission', 'question', 'other'], '\n    ')}
    sections:
      - { id: permissions, title: Permissions Requested, when: { "===": [{ var: record.category }, permission] } }
      - { id: hard, title: Hard Blockers }
rules:
  - id: switch-on
    events: [command.run]
    when: { "===": [{ var: event.action }, "on"] }
    then: [{ set: { divert: true } }, arm, reconsider, { reply: "On." }]
  - id: switch-off
    events: [command.run]
    when: { "===": [{ var: event.action }, "off"] }
    then: [{ set: { divert: false } }, { pause: { reason: user } }, { reply: "Off." }]
  - id: views
    description: Shows what a person asked for
    events: [command.run]
    then: [{ show: { var: event.action } }]
  - id: off
    events: [permission.asked, context.requested, turn.ended]
    when: { "!": { var: memory.divert } }
    then: [pass]
  - id: explain
    events: [context.requested]
    then: [{ instruct: "Nobody is present." }]
  - id: wait
    events: [permission.asked]
    when: { "===": [{ var: event.permission }, wait] }
    then: [{ ask: { for: { var: params.askFor } } }]
  - id: allow
    events: [permission.asked]
    when: { "===": [{ var: event.permission }, safe] }
    then: [allow]
  - id: divert
    description: Refuses and writes down
    events: [permission.asked]
    fallback: true
    then:
      - deny: "Nobody is here for {{event.permission}}."
      - add: { seen: 1 }
      - record: { category: permission, question: "{{event.permission}}: {{event.command}}", fingerprint: { var: event.fingerprint }, request: { var: event.request } }
      - notify: "Refused {{event.permission}}."
  - id: log
    events: [record.submitted]
    then: [{ record: { from: event } }, { reply: "Great{{#if failure}} (not yet on disk: {{failure}}){{/if}}!" }]
  - id: interrupted
    events: [user.interrupted]
    then: [{ pause: { reason: user } }]
  - id: wrote
    events: [user.wrote]
    then: [reset]
  - id: worked
    events: [tool.finished]
    when: { "===": [{ var: run.state }, ready] }
    then: [arm]
  - id: done
    events: [turn.ended]
    when: { "===": [{ var: event.text }, DONE] }
    then: [{ stop: { reason: done } }]
  - id: later
    description: The user has just written
    events: [turn.ended]
    when: { "===": [{ var: event.text }, later] }
    then: [{ prompt: { text: "Go on later.", after: { var: params.grace } } }]
  - id: go-on
    events: [turn.ended]
    when: { "===": [{ var: session.depth }, 0] }
    then: [{ prompt: "Go on." }]
  - id: again
    events: [turn.failed]
    then: [{ prompt: { text: "Try again.", after: { var: params.delay } } }]
  - id: told
    events: [run.stopped]
    then: [{ notify: "Stopped: {{event.reason}}{{#if event.detail}} ({{event.detail}}){{/if}}." }]
  - id: failed
    events: [effect.failed]
    then: [{ notify: "Failed {{event.effect}}: {{event.error}}." }]
`
