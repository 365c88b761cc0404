import type { Hooks } from '@opencode-ai/plugin'
import type { Policy } from '../../src/core/policy.ts'
import { policySet } from '../../src/core/policy.ts'
import { createSealing } from '../../src/channel/sealed.ts'
import { createHostClient } from '../../src/host/client.ts'
import { createHalf } from '../../src/host/half.ts'
import type { Leaving } from '../../src/host/process/leaving.ts'
import { oneCommand } from '../../src/host/process/one-command.ts'
import { paperStore } from '../../src/rehearse/paper-store.ts'
import type { Files, HostPort } from '../../src/runtime/ports.ts'
import { blockerKind } from '../support/kinds.ts'
import { fakeClient, fakeClock, fakeRuntime, digest as readableDigest, serverLife, sharedKey } from './fakes.ts'

const policy: Policy = {
  name: 'test',
  order: 1,
  mode: 'enforce',
  active: null,
  params: {},
  shown: {},
  memory: {},
  facts: {},
  records: {
    blocker: { ...blockerKind, tool: 'Log a blocker.', cooldown: 0, max: 50, beyond: null, sections: [] },
  },
  commands: {
    blockers: { description: 'Divert blockers', actions: ['on', 'off'], words: null, prompt: null },
    plan: { description: 'Start', actions: [], words: null, prompt: 'Plan $ARGUMENTS' },
  },
  project: null,
  rules: [],
  meaning: '',
}

/** The contents of a project's files, by absolute path. */
export function fakeFiles(contents: Record<string, string>): Files {
  const nothing = () => {
    throw new Error('not in this test')
  }
  return {
    read: (path) => contents[path] ?? null,
    append: nothing,
    replace: nothing,
    exchange: nothing,
    remove: nothing,
    kind: (path) => (path in contents ? 'file' : 'absent'),
    real: (path) => path,
    names: () => [],
    size: (path) => contents[path]?.length ?? null,
    lock: nothing,
  }
}

export interface StageOptions {
  answer?: Parameters<typeof fakeRuntime>[0]
  client?: Parameters<typeof fakeClient>[0]
  files?: Record<string, string>
  mode?: 'run' | 'serve' | 'tui'
  problems?: string[]
  /** Root sessions whose run nobody is at work on. */
  cutOff?: string[]
  /** The arguments of `opencode run --command`, behind `run`. */
  runs?: string[]
  /** Files that bind and differ from before, when they are next looked at. */
  changed?: string[]
  /** The user's own config. */
  config?: string | null
  environment?: Record<string, string>
  /** The process of `opencode run`. */
  leaving?: Leaving | null
  /** Without it digests can be read. */
  digest?: (text: string) => string
}

/** The whole host half on a runtime and a client that only write down what they are asked. */
export function stage({
  answer,
  client: answers,
  files = {},
  mode = 'serve',
  problems = [],
  cutOff = [],
  runs,
  changed = [],
  digest = readableDigest,
  config = null,
  environment = {},
  leaving = null,
}: StageOptions = {}) {
  const client = fakeClient({
    'session.get': (options) => ({ data: { id: idIn(options), title: 'A title' } }),
    ...answers,
  })
  const clock = fakeClock()
  const engine = fakeRuntime(answer)
  let port: HostPort | null = null
  let released = 0
  const said: string[] = []
  const one = runs === undefined ? null : oneCommand({ argv: ['opencode', '', 'run', ...runs] })
  const hooks: Hooks = createHalf({
    directory: '/project',
    worktree: '/project',
    mode,
    client: createHostClient(client.raw),
    clock,
    files: fakeFiles(files),
    digest,
    sealing: createSealing(serverLife, sharedKey),
    process: 'p1',
    store: () => paperStore('p1'),
    upkeep: () => () => undefined,
    statePaths: [],
    policies: {
      current: () => ({ documents: [], text: '[]', set: policySet([policy]), hash: 'h' }),
      paths: () => [],
      files: () => [],
      problems: () => [],
      origin: () => 'Config: none (built-in policies)',
    },
    bound: { changed: () => changed.splice(0) },
    away: { config: () => config, environment, home: '/' },
    version: '1.2.3',
    startProblems: problems,
    say: (text) => said.push(text),
    leaving,
    oneCommand:
      one === null ? null : { ...one, print: (text) => said.push(text), exit: (code) => said.push(`exit ${code}`) },
    release: () => {
      released += 1
    },
    makeRuntime: (ports) => {
      port = ports.host
      return { ...engine.runtime, cutOff: () => cutOff }
    },
  })
  const send = (type: string, properties: object) => void hooks.event?.({ event: { type, properties } as never })
  return {
    hooks,
    client,
    clock,
    engine,
    send,
    port: (): HostPort => {
      if (port === null) throw new Error('the runtime was not made')
      return port
    },
    released: () => released,
    said,
    ...speak(hooks, send),
  }
}

function idIn(options: Record<string, unknown>): string {
  return String((options['path'] as { id?: string } | undefined)?.id)
}

/** What OpenCode sends, in its own order. */
function speak(hooks: Hooks, send: (type: string, properties: object) => void) {
  let time = 1_000_000
  const tick = () => {
    time += 10
    return time
  }
  const info = (id: string, more: object) => ({
    info: { id, sessionID: 'ses_1', role: 'assistant', time: { created: time }, ...more },
  })
  return {
    tick,
    opened: (id = 'ses_1', more: object = {}) => send('session.created', { info: { id, title: 'New', ...more } }),
    user: async (
      id: string,
      parts: object[] = [{ type: 'text', text: 'Do it' }],
      session = 'ses_1',
      message: object = {},
    ) => {
      const stored = {
        id,
        sessionID: session,
        role: 'user',
        agent: 'worker',
        model: { providerID: 'mock', modelID: 'm1', variant: 'high' },
        time: { created: tick() },
        ...message,
      }
      await hooks['chat.message']?.({ sessionID: session, messageID: id } as never, { message: stored, parts } as never)
      return stored
    },
    begin: (id: string, more: object = {}) => {
      tick()
      send('session.status', { sessionID: 'ses_1', status: { type: 'busy' } })
      send('message.updated', info(id, more))
      part(id, { id: `${id}-start`, type: 'step-start' })
    },
    part,
    text: (message: string, text: string, id = `${message}-text`) =>
      part(message, { id, type: 'text', text, time: { start: 1, end: 2 } }),
    tool: (message: string, call: string, tool: string, input: object, result: string, ok = true) =>
      part(message, {
        id: `${message}-${call}`,
        type: 'tool',
        callID: call,
        tool,
        state: ok
          ? { status: 'completed', input, output: result, title: '', metadata: {}, time: { start: 1, end: 2 } }
          : { status: 'error', input, error: result, time: { start: 1, end: 2 } },
      }),
    stepEnd: (message: string, reason: string, more: object = {}) =>
      part(message, {
        id: `${message}-finish`,
        type: 'step-finish',
        reason,
        cost: 0.5,
        tokens: { input: 100, output: 20, reasoning: 3, cache: { read: 7, write: 0 } },
        ...more,
      }),
    finished: (message: string, more: object = {}) =>
      send('message.updated', {
        info: {
          id: message,
          sessionID: 'ses_1',
          role: 'assistant',
          time: { created: time, completed: tick() },
          ...more,
        },
      }),
    idle: (session = 'ses_1') => {
      send('session.status', { sessionID: session, status: { type: 'idle' } })
      send('session.idle', { sessionID: session })
    },
  }

  function part(message: string, fields: object) {
    send('message.part.updated', { part: { sessionID: 'ses_1', messageID: message, ...fields } })
  }
}
