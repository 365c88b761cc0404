import { describe, expect, it } from 'vitest'
import { serverCodec, tuiCodec } from '../../src/channel/codec.ts'
import type { ToServer } from '../../src/channel/messages.ts'
import type { View } from '../../src/core/vocabulary.ts'
import { emptyRun, emptyTree, type TreeState } from '../../src/core/state.ts'
import { recordOf } from '../runtime/views/record-of.ts'
import { createSealing, type Sealing } from '../../src/channel/sealed.ts'
import { createBoard } from '../../src/host/tui/board.ts'
import { fakeClock, serverLife, sharedKey } from './fakes.ts'
import { type StageOptions, stage } from './stage.ts'

const views: Readonly<Record<string, View>> = { clarify: 'clarify', status: 'status' }

/** A policy that answers every command with a text, and shows the views that are asked for. */
const answer: StageOptions['answer'] = (event) => {
  const view = event.type === 'command.run' ? views[event.action] : undefined
  const effects = view === undefined ? [] : [{ effect: 'show' as const, view, by: 'test/views' }]
  return event.type === 'command.run' ? { reply: `The answer to ${event.action}`, effects } : {}
}
const records = [
  recordOf({ id: 'b1', question: 'Which database?', context: 'The spec names none', options: ['Postgres', 'SQLite'] }),
  recordOf({ id: 'b9', question: 'Which region?' }),
]
const working: TreeState = { ...emptyTree, run: { ...emptyRun, state: 'armed' }, records }

/** A host half with a session that a person works in, and TUI halves that talk to it. */
async function talking(state: TreeState | null = working) {
  const host = stage({ answer })
  if (state !== null) host.engine.states.set('ses_1', state)
  host.engine.instructed.add('ses_1')
  host.opened()
  await host.user('msg_1')
  const halves = new Map<string, Sealing>()
  const halfOf = (tui: string): Sealing => {
    const half = halves.get(tui) ?? createSealing(tui, sharedKey)
    halves.set(tui, half)
    return half
  }
  const sealed = (message: ToServer, tui: string | null = 't1', directory = '/project') =>
    halfOf(tui ?? 't1').seal(
      serverCodec.encode({ directory, tui, message }),
      message.say === 'hello' ? null : serverLife,
    )
  const publish = (command: unknown) => host.send('tui.command.execute', { command })
  const say: (...given: Parameters<typeof sealed>) => void = (...given) => publish(sealed(...given))
  const published = () => host.client.named('publish').map(({ options }) => options['body'])
  let read = published().length
  /** What was said to TUI halves since the last look. */
  const heard = () => {
    const news = published().slice(read)
    read += news.length
    return news.flatMap((body) => {
      const { type, properties } = body as { type: string; properties: { command: string } }
      expect(type).toBe('tui.command.execute')
      // Each letter is for one half or for all of them.
      const to = toOf(properties.command)
      const opened = createSealing(to === '*' ? 't0' : to, sharedKey).open(properties.command)
      const letter = tuiCodec.decode(opened?.text)
      return letter === null ? [] : [{ tui: letter.tui, ...letter.message }]
    })
  }
  const type = (words: string, output: object = { parts: [] }) =>
    host.hooks['command.execute.before']?.(
      { command: 'blockers', sessionID: 'ses_1', arguments: words },
      output as never,
    )
  return { ...host, say, sealed, publish, heard, type }
}
const toOf = (command: string): string => command.split(' ')[3] ?? ''
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}
const session = 'ses_1'

describe('hello', () => {
  it('is asked for once the host runs, not while it starts us, and is answered', async () => {
    const host = stage()
    expect(host.client.named('publish')).toEqual([])
    host.opened()
    host.opened('ses_2')
    const text = tuiCodec.encode({ directory: '/project', tui: null, message: { say: 'here' } })
    expect(host.client.named('publish').map(({ options }) => options)).toEqual([
      {
        body: {
          type: 'tui.command.execute',
          properties: { command: createSealing(serverLife, sharedKey).seal(text, null) },
        },
      },
    ])
    const other = await talking()
    other.say({ say: 'hello' })
    expect(other.heard()).toEqual([{ tui: 't1', say: 'here' }])
  })

  it('is not asked for where no TUI can be', () => {
    const host = stage({ mode: 'run' })
    host.opened()
    expect(host.client.named('publish')).toEqual([])
  })

  it('of another project, of nobody, and what is none is ignored', async () => {
    const host = await talking()
    host.say({ say: 'hello' }, 't1', '/project/other')
    host.say({ say: 'hello' }, null)
    for (const command of [undefined, 7, 'session.new', 'opencode-diverter:server {'])
      host.send('tui.command.execute', { command })
    await settled()
    expect(host.heard()).toEqual([])
    expect(host.client.named('log').filter(({ options }) => JSON.stringify(options).includes('error'))).toEqual([])
  })
})

describe('the state of a session', () => {
  const state = { tui: null, say: 'state', session, on: true, open: 2, run: 'armed', reason: null, waits: null }

  it('is told to who looks, and then to all when it has changed, once a moment', async () => {
    const host = await talking()
    host.begin('msg_2')
    host.clock.pass(1000)
    expect(host.heard()).toEqual([])
    host.say({ say: 'look', session })
    await settled()
    expect(host.heard()).toEqual([state])

    host.text('msg_2', 'Nothing that changes anything')
    host.stepEnd('msg_2', 'tool-calls')
    host.clock.pass(1000)
    expect(host.heard()).toEqual([])

    const run = { ...emptyRun, state: 'stopped', reason: 'done' } as const
    host.engine.states.set(session, { ...working, run })
    host.engine.instructed.delete(session)
    host.tool('msg_2', 'c1', 'read', { filePath: 'a' }, 'text')
    host.tool('msg_2', 'c2', 'read', { filePath: 'b' }, 'text')
    expect(host.heard()).toEqual([])
    host.clock.pass(99)
    expect(host.heard()).toEqual([])
    host.clock.pass(1)
    expect(host.heard()).toEqual([{ ...state, on: false, run: 'stopped', reason: 'done' }])
  })

  it('is told also when a timer changed it, which is always said to the person', async () => {
    const host = await talking()
    host.say({ say: 'look', session })
    await settled()
    host.heard()
    host.engine.states.set(session, { ...working, records: [] })
    host.port().notify(null, 'The run stopped: limit.', 'info')
    host.clock.pass(100)
    expect(host.heard()).toEqual([{ ...state, open: 0 }])
  })

  it('of a session that nobody knows is not told', async () => {
    const host = await talking(null)
    host.say({ say: 'look', session })
    host.say({ say: 'look', session: 'ses_9' })
    await settled()
    expect(host.heard()).toEqual([])
  })
})

describe('the board', () => {
  it('looks once for many decisions, and forgets the session that was looked at longest ago', () => {
    const looked: string[] = []
    const clock = fakeClock()
    const send = () => undefined
    const board = createBoard({ send, receive: () => null, attached: () => true, open: send }, clock, (id) => {
      looked.push(id)
      return { say: 'state', session: id, on: true, open: 0, run: 'armed', reason: null, waits: null }
    })
    for (let number = 1; number <= 21; number += 1) board.watch(`ses_${number}`)
    board.watch('ses_2')
    looked.length = 0
    for (let decision = 0; decision < 50; decision += 1) board.touch()
    clock.pass(100)
    expect(looked).toHaveLength(20)
    expect(looked).not.toContain('ses_1')
    expect(looked.at(-1)).toBe('ses_2')
  })
})

describe('a command from a TUI half', () => {
  it('is the event that the typed one is, and its answer goes back to that half alone', async () => {
    const host = await talking()
    host.say({ say: 'run', session, command: 'blockers', words: ' list  now ' })
    await settled()
    expect(host.engine.of('command.run')).toEqual([
      { type: 'command.run', name: 'blockers', action: 'list', text: 'now' },
    ])
    expect(host.heard()).toEqual([{ tui: 't1', say: 'reply', session, text: 'The answer to list' }])
    expect(host.client.named('session.prompt')).toEqual([])
  })

  it('switches off what is on, and on what is off', async () => {
    const host = await talking()
    host.say({ say: 'toggle', session, command: 'blockers' })
    await settled()
    host.engine.instructed.delete(session)
    host.say({ say: 'toggle', session, command: 'blockers' })
    await settled()
    expect(host.engine.of('command.run').map(({ action }) => action)).toEqual(['off', 'on'])
    expect(host.heard().map((message) => message.say === 'reply' && message.text)).toEqual([
      'The answer to off',
      'The answer to on',
    ])
  })

  it('that no policy answers, or that the agent would have to, is refused', async () => {
    const host = await talking()
    host.say({ say: 'run', session, command: 'plan', words: '' })
    host.say({ say: 'run', session, command: 'nothing', words: '' })
    await settled()
    expect(host.engine.of('command.run')).toEqual([])
    expect(host.heard().map((message) => message.say === 'reply' && message.text)).toEqual([
      'Cannot run /plan from here: no policy in force answers it by itself; type it in the session',
      'Cannot run /nothing from here: no policy in force answers it by itself; type it in the session',
    ])
  })
})

describe('a stranger on the bus', () => {
  const run: ToServer = { say: 'run', session, command: 'blockers', words: 'allow b1' }

  it('gives no command: without the key, with a letter that was heard, or one that was changed', async () => {
    const host = await talking()
    const sealed = host.sealed(run) ?? ''
    const plain = serverCodec.encode({ directory: '/project', tui: 't1', message: run })
    const forged = createSealing('t1', () => new Uint8Array(32)).seal(plain, serverLife)
    const changed = sealed.replace('allow b1', 'allow b2')
    const renamed = sealed.replace(' t1 ', ' t2 ')
    const renumbered = sealed.replace(/ server \d+ /, ' server 999 ')
    const toasts = () => host.client.named('toast').map(({ options }) => JSON.stringify(options['body']))
    for (const command of [plain, forged, changed, renamed, renumbered]) host.publish(command)
    await settled()
    expect(host.engine.of('command.run')).toEqual([])
    // It is said once.
    expect(toasts().filter((text) => text.includes("Somebody without your key spoke on OpenCode's bus"))).toHaveLength(
      1,
    )
    for (let again = 0; again < 3; again += 1) host.publish(sealed)
    await settled()
    expect(host.engine.of('command.run')).toHaveLength(1)
  })

  it('cannot say again what was said to an earlier server half, or to whoever hears it', async () => {
    const host = await talking()
    const text = serverCodec.encode({ directory: '/project', tui: 't1', message: run })
    host.publish(createSealing('t1', sharedKey).seal(text, 'earlier'))
    host.publish(createSealing('t1', sharedKey).seal(text, null))
    // What the server half itself says comes back to it.
    host.publish(createSealing(serverLife, sharedKey).seal(text, serverLife))
    await settled()
    expect(host.engine.of('command.run')).toEqual([])
  })

  it('speaks for no other half', async () => {
    const host = await talking()
    const text = serverCodec.encode({ directory: '/project', tui: 't2', message: run })
    host.publish(createSealing('t1', sharedKey).seal(text, serverLife))
    await settled()
    expect(host.engine.of('command.run')).toEqual([])
  })

  it('hears nothing where there is no key, and is not heard', () => {
    const none = createSealing(serverLife, () => null)
    expect([none.seal('x', null), none.open(createSealing('t1', sharedKey).seal('x', null))]).toEqual([null, null])
  })
})

describe('clarify', () => {
  const questions = [
    {
      record: 'b1',
      question: 'Which database?',
      details: ['Context: The spec names none'],
      options: ['Postgres', 'SQLite'],
      about: ['', ''],
      allowable: false,
    },
    { record: 'b9', question: 'Which region?', details: [], options: [], about: [], allowable: false },
  ]
  const interviewOf = (message: object | undefined) => String(Reflect.get(message ?? {}, 'interview'))

  it('typed, is taken by the first TUI half; its answers are kept and those of others are not', async () => {
    const host = await talking()
    host.say({ say: 'hello' })
    host.heard()
    const output = { parts: [{ type: 'text', text: 'as it was' }] }
    const typed = host.type('clarify', output)
    await settled()
    const [offer] = host.heard()
    const interview = interviewOf(offer)
    expect(offer).toEqual({ tui: null, say: 'offer', session, interview })
    host.say({ say: 'take', session, interview: 'another' }, 't2')
    host.say({ say: 'take', session, interview }, 't2')
    host.say({ say: 'take', session, interview }, 't1')
    await expect(typed).rejects.toMatchObject({ name: 'DiverterHandled' })
    expect(host.heard()).toEqual([{ tui: 't2', say: 'ask', session, interview, questions }])
    expect(output.parts).toEqual([{ type: 'text', text: 'as it was' }])
    expect(host.client.named('session.prompt')).toEqual([])

    host.say({ say: 'answer', session, interview, record: 'b1', decision: 'words', text: 'MySQL' }, 't1')
    host.say({ say: 'answer', session, interview: 'older', record: 'b1', decision: 'words', text: 'MySQL' }, 't2')
    host.say({ say: 'answer', session, interview, record: 'b7', decision: 'words', text: 'MySQL' }, 't2')
    host.say({ say: 'answer', session, interview, record: 'b1', decision: 'words', text: 'Postgres' }, 't2')
    host.say({ say: 'answer', session, interview, record: 'b9', decision: 'skip', text: null }, 't2')
    await settled()
    expect(host.engine.other.filter((line) => line.startsWith('answer'))).toEqual([
      'answer ses_1 b1 words by dialog Postgres',
      'answer ses_1 b9 skip by dialog null',
    ])
    expect(JSON.stringify(host.client.named('toast').at(-1)?.options)).toContain(
      'The answer to b9 is kept, but the page does not show it yet: the page cannot be written',
    )
  })

  it('typed, goes by the question tool if no TUI half takes it in time, and one that comes later gets nothing', async () => {
    const host = await talking()
    host.say({ say: 'hello' })
    host.idle()
    host.heard()
    const output = { parts: [{ type: 'text', text: 'as it was' }] }
    const typed = host.type('clarify', output)
    await settled()
    const interview = interviewOf(host.heard()[0])
    host.clock.pass(999)
    await settled()
    expect(output.parts[0]?.text).toBe('as it was')
    host.clock.pass(1)
    await typed
    expect(output.parts[0]?.text).toContain('Call the `question` tool once')
    host.say({ say: 'take', session, interview })
    await settled()
    expect(host.heard()).toEqual([])
  })

  it('typed, waits for nobody where no TUI half was ever heard', async () => {
    const host = await talking()
    host.idle()
    const output = { parts: [{ type: 'text', text: 'as it was' }] }
    await host.type('clarify', output)
    expect(output.parts[0]?.text).toContain('Call the `question` tool once')
    expect(host.heard()).toEqual([])
  })

  it('chosen in a TUI half, is asked there at once; with nothing open it says so', async () => {
    const host = await talking()
    host.say({ say: 'run', session, command: 'blockers', words: 'clarify' })
    await settled()
    const [ask] = host.heard()
    expect(ask).toEqual({ tui: 't1', say: 'ask', session, interview: interviewOf(ask), questions })
    host.engine.states.set(session, emptyTree)
    host.say({ say: 'run', session, command: 'blockers', words: 'clarify' })
    await settled()
    expect(host.heard()).toEqual([{ tui: 't1', say: 'reply', session, text: 'The answer to clarify' }])
  })
})

describe('a fault of a terminal', () => {
  it('stands in the log and in the journal of the session on its screen, without secrets', async () => {
    const { say, engine, client } = await talking()
    const error = {
      name: 'TypeError',
      message: 'x is null, token=sk-ant-abcdefghijklmnop123',
      stack: ['at f (tui.js:1:2)'],
      cause: null,
    }
    const fault = { id: 'f3a9c2', where: 'the terminal', build: 'b1', error }
    say({ say: 'fault', session, fault })
    say({ say: 'fault', session: null, fault: { ...fault, id: 'aaaaaa' } })
    await settled()
    expect(engine.other.filter((line) => line.startsWith('fault'))).toEqual([
      'fault f3a9c2 ses_1',
      'fault aaaaaa of the project',
    ])
    expect(engine.logged[0]).toMatch(
      /^Cannot work on the terminal \(fault f3a9c2\): TypeError: x is null.*REDACTED.*\n {4}at f/,
    )
    expect(engine.logged.join()).not.toContain('sk-ant')
    expect(client.named('toast')).toEqual([])
  })
})
