import type { RecordEntry } from '../../src/core/event.ts'
import { createRuntime } from '../../src/runtime/create-runtime.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import type { Policies } from '../../src/runtime/policies.ts'
import type { Files, HostPort } from '../../src/runtime/ports.ts'
import type { Session } from '../../src/runtime/session.ts'
import { systemClock } from '../../src/runtime/time/system-clock.ts'
import { openUserStore, userStore } from '../../src/runtime/files/user-store.ts'
import { placeIn } from '../../src/store/place.ts'
import { eventFrom } from '../support/event.ts'
import { type Act, sessionOf, tokenIn, tokenOf, wordsOn } from './report.ts'

/** A runtime on a real store and page, and what its callers are told. */
export interface Scene {
  /** A request is refused, an entry is logged, and that entry is answered; of another kind only the second. */
  round: (number: number, kind: 'whole' | 'logs') => void
  /** Answers entries of others until it has given so many answers. */
  answerOthers: (count: number) => Promise<void>
  /** A turn ends, and nothing else. */
  look: () => void
  /** Brings the page at once; else that is done when the event loop turns. */
  flush: () => void
  /** What the person was told of errors. */
  heard: () => readonly string[]
  /** The host tells of an undo. */
  setBack: () => void
  close: () => void
}

export interface SceneGiven {
  directory: string
  state: string
  /** Of the process and, in letters and digits, of its session. */
  name: string
  policies: Policies
  files: Files
  report: (act: Act) => void
  /** Steps of an act are counted between the two. */
  steps?: { begin: () => void; end: () => number }
}

const roundsOfSession = 20

export function openScene({ directory, state, name, policies, files, report, steps }: SceneGiven): Scene {
  const heard: string[] = []
  const place = placeIn(state)
  const store = userStore({ ok: true, value: place }, { directory, process: name }, ({ message }) =>
    heard.push(message),
  )
  const runtime = createRuntime(
    { clock: systemClock(), files, store, host: hostThatHears(heard), digest, process: name },
    { directory, mode: 'serve', policies: () => policies },
  )
  let session = sessionAt(1)

  /** A session may log only so many entries. */
  function sessionAt(number: number): Session {
    return Object.assign(runtime.session(sessionOf(name, Math.ceil(number / roundsOfSession))), {
      parent: null,
      agent: 'build',
      model: { provider: 'scripted', id: 'one' },
      hasTask: true,
    })
  }

  function act(token: string, work: () => { did: Act['did']; said: string }): void {
    const before = heard.length
    steps?.begin()
    const { did, said } = work()
    const words = [said, ...heard.slice(before)].join('\n')
    report({ did, token, session: session.id, words, steps: steps?.end() ?? 0 })
  }

  function ask(token: string): void {
    act(token, () => {
      const fields = { request: token, permission: 'bash', patterns: [token], command: `make ${token}` }
      const { verdict } = runtime.handle(session, eventFrom('permission.asked', fields))
      // A refusal tells the agent nothing of the store or the page, but a person hears: of the store once.
      return { did: verdict.outcome === 'deny' && heard.length === 0 ? 'kept' : 'owed', said: verdict.outcome }
    })
  }

  function log(token: string): void {
    act(token, () => {
      const question = `What is to become of ${token}?`
      const fields = { kind: 'blocker', category: 'other', question, context: 'For the table.', blocks: true }
      const { reply } = runtime.handle(session, eventFrom('record.submitted', fields))
      return { did: reply?.startsWith('Great, ') === true ? 'kept' : 'owed', said: reply ?? '' }
    })
  }

  function answer(token: string, id: string): void {
    act(token, () => {
      const word = { decision: 'words', text: wordsOn(token), via: 'terminal', by: null } as const
      const answered = runtime.answer(session, id, word)
      return answered.result === 'refused'
        ? { did: 'refused', said: answered.why }
        : { did: 'answered', said: answered.page ?? '' }
    })
  }

  function openEntries(): RecordEntry[] {
    const found = openUserStore(place, `${name}-reader`)
    const project = found.ok ? found.value.project(directory) : found
    const rows = project.ok ? project.value.records() : project
    if (found.ok) found.value.close()
    const entries = (rows.ok ? rows.value : []).map(({ body }): RecordEntry => JSON.parse(body))
    return entries.filter(({ status }) => status === 'open')
  }

  return {
    round: (number, kind) => {
      const token = tokenOf(name, number, 'b')
      session = sessionAt(number)
      if (kind === 'whole') ask(tokenOf(name, number, 'a'))
      log(token)
      const record = runtime.state(session)?.records.find(({ question }) => String(question).includes(token))
      if (kind === 'whole' && record !== undefined) answer(token, record.id)
    },
    answerOthers: async (count) => {
      const given = new Set<string>()
      while (given.size < count) {
        const open = openEntries().filter(({ id }) => !given.has(id))
        for (const { id, question } of open.slice(0, Math.min(10, count - given.size))) {
          given.add(id)
          answer(tokenIn(String(question)) ?? '', id)
        }
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    look: () =>
      void runtime.handle(session, eventFrom('turn.ended', { message: 'm', text: 'Hm.', finish: 'stop', calls: 1 })),
    setBack: () => runtime.setBack(),
    flush: () => runtime.flush(),
    heard: () => heard,
    close: () => runtime.close(),
  }
}

const done = Promise.resolve({ ok: true } as const)

/** A host that agrees to everything. What it hears of errors goes to `heard`. */
const hostThatHears = (heard: string[]): HostPort => ({
  answer: () => done,
  prompt: () => done,
  abort: () => done,
  notify: (_session, text, level) => {
    if (level === 'error' || text.startsWith('Cannot ')) heard.push(text)
  },
  log: (level, message) => {
    if (level === 'error') heard.push(message)
  },
})
