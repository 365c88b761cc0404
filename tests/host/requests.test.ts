import { describe, expect, it } from 'vitest'
import { stage } from './stage.ts'

const asked = (id: string, sessionID = 'ses_1', more: object = {}) => ({
  id,
  sessionID,
  permission: 'bash',
  patterns: ['npm publish'],
  metadata: { command: 'npm publish' },
  always: [],
  ...more,
})

function opened(options: Parameters<typeof stage>[0] = {}) {
  const host = stage(options)
  host.opened()
  return host
}

describe('permission requests', () => {
  it('one request is one event, however often the host tells it (F5-15)', () => {
    const host = opened()
    host.send('permission.asked', asked('per_1'))
    host.send('permission.asked', asked('per_1'))
    expect(host.engine.of('permission.asked')).toMatchObject([{ request: 'per_1', command: 'npm publish' }])
    expect([...host.engine.runtime.session('ses_1').requests.keys()]).toEqual(['per_1'])
  })

  it('that say nothing of what is asked are told apart by their tool calls', async () => {
    const host = opened()
    const ask = async (id: string, callID: string, args: object) => {
      await host.hooks['tool.execute.before']?.({ tool: 'deploy', sessionID: 'ses_1', callID }, { args })
      const bare = { permission: 'deploy', patterns: ['*'], metadata: {}, tool: { messageID: 'm', callID } }
      host.send('permission.asked', asked(id, 'ses_1', bare))
    }
    await ask('per_1', 'c1', { to: 'staging' })
    await ask('per_2', 'c2', { to: 'production' })
    await ask('per_3', 'c3', { to: 'staging' })
    const [staging, production, again] = host.engine.of('permission.asked').map(({ fingerprint }) => fingerprint)
    expect(again).toBe(staging)
    expect(production).not.toBe(staging)
  })

  it('belong to the session that asks, a child too', () => {
    const host = opened()
    host.opened('ses_2', { parentID: 'ses_1' })
    host.send('permission.asked', asked('per_1', 'ses_2'))
    expect(host.engine.events.at(-1)).toMatchObject({ session: 'ses_2', event: { type: 'permission.asked' } })
    expect(host.engine.runtime.session('ses_2').parent).toBe('ses_1')
  })

  it('are answered in the same moment, before anything is awaited', () => {
    const host = stage({
      answer: (event, session) => {
        if (event.type === 'permission.asked')
          void host
            .port()
            .answer(
              session,
              { id: event.request, session: session.id, kind: 'permission', event },
              { deny: 'Nobody is here' },
            )
        return {}
      },
    })
    host.opened()
    host.send('permission.asked', asked('per_1'))
    expect(host.client.named('post').map(({ options }) => options)).toEqual([
      {
        url: '/permission/{requestID}/reply',
        path: { requestID: 'per_1' },
        body: { reply: 'reject', message: 'Nobody is here' },
        headers: { 'Content-Type': 'application/json' },
      },
    ])
  })

  it('what falls with a reject of ours was the host, what a person answered was the person', () => {
    const host = opened()
    const session = host.engine.runtime.session('ses_1')
    for (const id of ['per_1', 'per_2', 'per_3']) host.send('permission.asked', asked(id))
    const request = session.requests.get('per_1')
    if (request) void host.port().answer(session, request, { deny: 'x' })
    host.send('permission.replied', { sessionID: 'ses_1', requestID: 'per_1', reply: 'reject' })
    host.send('permission.replied', { sessionID: 'ses_1', requestID: 'per_2', reply: 'reject' })
    host.clock.pass(5000)
    host.send('permission.replied', { sessionID: 'ses_1', requestID: 'per_3', reply: 'once' })
    host.send('permission.replied', { sessionID: 'ses_1', requestID: 'per_3', reply: 'once' })
    expect(host.engine.of('request.settled').map(({ request, by, reply }) => [request, by, reply])).toEqual([
      ['per_1', 'policy', 'reject'],
      ['per_2', 'host', 'reject'],
      ['per_3', 'user', 'once'],
    ])
    expect(session.requests.size).toBe(0)
    expect(host.engine.other).toContain('settle ses_1')
  })

  it('only a reject falls with another, and only in the moment of it', () => {
    const by = (reply: string, after: number) => {
      const host = opened()
      for (const id of ['per_1', 'per_2']) host.send('permission.asked', asked(id))
      host.clock.pass(1000)
      host.send('permission.replied', { sessionID: 'ses_1', requestID: 'per_1', reply: 'reject' })
      host.clock.pass(after)
      host.send('permission.replied', { sessionID: 'ses_1', requestID: 'per_2', reply })
      return host.engine.of('request.settled').map((settled) => settled.by)
    }
    expect(by('reject', 250)).toEqual(['user', 'host'])
    expect(by('reject', 251)).toEqual(['user', 'user'])
    expect(by('once', 0)).toEqual(['user', 'user'])
  })

  it('in `opencode run` an answer that is no reject is not the host’s', () => {
    const host = opened({ mode: 'run' })
    host.send('permission.asked', asked('per_1'))
    host.send('permission.replied', { sessionID: 'ses_1', requestID: 'per_1', reply: 'once' })
    expect(host.engine.of('request.settled')).toMatchObject([{ by: 'user' }])
  })

  it('a reject that we did not send is the host’s own in `opencode run` (F5-08)', () => {
    const host = opened({ mode: 'run' })
    host.send('permission.asked', asked('per_1'))
    host.send('permission.replied', { sessionID: 'ses_1', requestID: 'per_1', reply: 'reject' })
    expect(host.engine.of('request.settled')).toMatchObject([{ by: 'host' }])
  })

  it('that stand open when the session rests are gone with it', () => {
    const host = opened()
    host.send('permission.asked', asked('per_1'))
    host.idle()
    expect(host.engine.runtime.session('ses_1').requests.size).toBe(0)
  })
})

describe('shown questions', () => {
  const shown = (id: string, tool?: object) => ({
    id,
    sessionID: 'ses_1',
    questions: [{ question: 'Which?', header: 'h', options: [] }],
    ...(tool && { tool }),
  })

  it('of another origin than the tool are decided, once, and their answer or dismissal is told', () => {
    const host = opened()
    for (const id of ['que_1', 'que_1', 'que_2']) host.send('question.asked', shown(id))
    host.send('question.asked', shown('que_3', { messageID: 'm', callID: 'never seen' }))
    expect(host.engine.of('question.asked').map(({ request }) => request)).toEqual(['que_1', 'que_2', 'que_3'])
    host.send('question.replied', { sessionID: 'ses_1', requestID: 'que_1', answers: [['A']] })
    host.send('question.rejected', { sessionID: 'ses_1', requestID: 'que_2' })
    expect(host.engine.of('request.settled')).toMatchObject([
      { request: 'que_1', kind: 'question', reply: 'answered', by: 'user' },
      { request: 'que_2', kind: 'question', reply: 'reject', by: 'user' },
    ])
    expect([...host.engine.runtime.session('ses_1').requests.keys()]).toEqual(['que_3'])
    expect(host.engine.other).toEqual(['settle ses_1', 'settle ses_1'])
  })

  it('are left to the person where the agent could not be instructed', async () => {
    const host = opened({ answer: () => ({ instructions: ['x'] }) })
    const system = Object.freeze(['You are an agent.']) as string[]
    await host.hooks['experimental.chat.system.transform']?.({ sessionID: 'ses_1', model: {} as never }, { system })
    host.send('question.asked', shown('que_1'))
    expect(host.engine.of('question.asked')).toEqual([])
    expect([...host.engine.runtime.session('ses_1').requests.keys()]).toEqual(['que_1'])
  })

  it('a dismissal takes other requests of the session with it, an answer takes none', () => {
    const by = (first: string) => {
      const host = opened()
      host.send('question.asked', shown('que_1'))
      host.send('permission.asked', asked('per_1'))
      host.clock.pass(1000)
      host.send(first, { sessionID: 'ses_1', requestID: 'que_1', answers: [] })
      host.send('permission.replied', { sessionID: 'ses_1', requestID: 'per_1', reply: 'reject' })
      return host.engine.of('request.settled').at(-1)?.by
    }
    expect(by('question.rejected')).toBe('host')
    expect(by('question.replied')).toBe('user')
  })
})

describe('answers', () => {
  const request = { id: 'per_1', session: 'ses_1', kind: 'permission' } as const
  const event = { type: 'session.closed' } as const

  it('an allow is once and never always (F5-05)', async () => {
    const host = opened()
    await host.port().answer(host.engine.runtime.session('ses_1'), { ...request, event }, 'allow')
    expect(host.client.named('post')[0]?.options['body']).toEqual({ reply: 'once' })
  })

  it('one request is answered once at a time', async () => {
    const host = opened()
    const session = host.engine.runtime.session('ses_1')
    const both = ['allow' as const, { deny: 'no' }].map((verdict) =>
      host.port().answer(session, { ...request, event }, verdict),
    )
    expect(await Promise.all(both)).toEqual([{ ok: true }, { ok: true }])
    expect(host.client.named('post')).toHaveLength(1)
    await host.port().answer(session, { ...request, event }, 'allow')
    expect(host.client.named('post')).toHaveLength(2)
  })

  it('a request that is answered already is no failure, another error is (F6-11)', async () => {
    const status = { now: 404 }
    const host = opened({ client: { post: () => ({ error: { message: 'no' }, response: { status: status.now } }) } })
    const session = host.engine.runtime.session('ses_1')
    expect(await host.port().answer(session, { ...request, event }, 'allow')).toEqual({ ok: true })
    status.now = 500
    expect(await host.port().answer(session, { ...request, event }, 'allow')).toEqual({ ok: false, error: 'no' })
  })

  it('a shown question gets our words for each of its questions (F6-02)', async () => {
    const host = opened()
    host.send('question.asked', {
      id: 'que_1',
      sessionID: 'ses_1',
      questions: [
        { question: 'Which?', header: 'h', options: [{ label: 'a', description: '' }] },
        { question: 'When?', header: 'h', options: [] },
      ],
    })
    const session = host.engine.runtime.session('ses_1')
    const shown = session.requests.get('que_1')
    if (!shown) throw new Error('the question is not open')
    await host.port().answer(session, shown, { deny: 'Nobody is here' })
    expect(host.client.named('post')[0]?.options).toMatchObject({
      url: '/question/{requestID}/reply',
      body: { answers: [['Nobody is here'], ['Nobody is here']] },
    })
  })

  it('a prompt carries agent, model, variant and its mark, and starts at once (F4-08)', async () => {
    const host = opened()
    await host.user('msg_1')
    void host.port().prompt(host.engine.runtime.session('ses_1'), 'Go on', 'mark-1', null)
    expect(host.client.named('session.promptAsync').map(({ options }) => options)).toEqual([
      {
        path: { id: 'ses_1' },
        body: {
          agent: 'worker',
          model: { providerID: 'mock', modelID: 'm1' },
          variant: 'high',
          parts: [{ type: 'text', text: 'Go on', metadata: { diverter: 'mark-1' } }],
        },
      },
    ])
  })

  it('a prompt to another model goes to the session as it is, and only the stored message names the other model', async () => {
    const host = opened()
    await host.user('msg_1')
    const session = host.engine.runtime.session('ses_1')
    void host.port().prompt(session, 'Go on', 'mark-1', 'spare/family/one')
    const metadata = { diverter: 'mark-1', diverterModel: 'spare/family/one' }
    expect(host.client.named('session.promptAsync')[0]?.options).toMatchObject({
      body: { agent: 'worker', model: { providerID: 'mock', modelID: 'm1' }, variant: 'high', parts: [{ metadata }] },
    })
    const message = { model: { providerID: 'mock', modelID: 'm1', variant: 'high' } }
    const stored = await host.user('msg_2', [{ type: 'text', text: 'Go on', metadata }], 'ses_1', message)
    expect(stored).toMatchObject({
      agent: 'worker',
      model: { providerID: 'spare', modelID: 'family/one', variant: 'high' },
    })
    expect(session).toMatchObject({ agent: 'worker', model: { provider: 'mock', id: 'm1' }, variant: 'high' })
  })

  it('what a person writes goes where it is sent, whatever its parts say', async () => {
    const host = opened()
    const parts = [{ type: 'text', text: 'Hi', metadata: { diverterModel: 'spare/one' } }]
    expect(await host.user('msg_1', parts)).toMatchObject({ model: { providerID: 'mock', modelID: 'm1' } })
  })

  it('an error in the result of a prompt is a failure, though nothing was thrown (F3-08)', async () => {
    const host = opened({
      client: {
        'session.promptAsync': () => ({ error: { name: 'X', data: { message: 'no model' } } }),
      },
    })
    const attempt = await host.port().prompt(host.engine.runtime.session('ses_1'), 'x', 'm', null)
    expect(attempt).toEqual({ ok: false, error: 'no model' })
  })

  it('a notice is a toast and a line in the log', () => {
    const host = opened()
    host.port().notify(null, 'Careful', 'warning')
    expect(host.client.named('toast')[0]?.options['body']).toMatchObject({ message: 'Careful', variant: 'warning' })
    expect(host.client.named('log').at(-1)?.options['body']).toMatchObject({ level: 'warn', message: 'Careful' })
  })

  it('a notice names its session where there are several', () => {
    const host = opened()
    const session = host.engine.runtime.session('ses_1')
    const titles = () => host.client.named('toast').map(({ options }) => (options['body'] as { title: string }).title)
    host.port().notify(session, 'Careful', 'info')
    host.opened('ses_1c', { parentID: 'ses_1', title: 'A child' })
    host.port().notify(host.engine.runtime.session('ses_1c'), 'Careful', 'info')
    host.opened('ses_2', { title: 'Another' })
    host.port().notify(session, 'Careful', 'info')
    host.port().notify(host.engine.runtime.session('ses_1c'), 'Careful', 'info')
    host.port().notify(null, 'Careful', 'info')
    const ours = 'opencode-diverter'
    expect(titles()).toEqual([ours, ours, `${ours}: New`, `${ours}: New`, ours])
  })

  it('a notice stays for as long as it takes to read it', () => {
    const host = opened()
    for (const length of [10, 300, 5000]) host.port().notify(null, 'x'.repeat(length), 'info')
    const bodies = host.client.named('toast').map(({ options }) => options['body'])
    expect(bodies).toMatchObject([{ duration: 8000 }, { duration: 12_000 }, { duration: 20_000 }])
  })
})
