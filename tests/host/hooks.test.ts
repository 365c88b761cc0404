import { describe, expect, it } from 'vitest'
import { emptyRun, emptyTree } from '../../src/core/state.ts'
import { recordOf } from '../runtime/views/record-of.ts'
import { stage } from './stage.ts'

const call = (host: ReturnType<typeof stage>, tool: string, args: object, sessionID = 'ses_1') =>
  host.hooks['tool.execute.before']?.({ tool, sessionID, callID: 'call_1' }, { args })

async function ready(options: Parameters<typeof stage>[0] = {}) {
  const host = stage(options)
  host.opened()
  await host.user('msg_1')
  return host
}

describe('tool.execute.before', () => {
  it('throws exactly the text of a denial', async () => {
    const host = await ready({
      answer: (event) =>
        event.type === 'tool.called' ? { verdict: { outcome: 'deny', by: 'a/b', reason: 'BLOCKED: no' } } : {},
    })
    await expect(call(host, 'edit', { filePath: 'a.ts' })).rejects.toThrow(/^BLOCKED: no$/)
    expect(host.engine.of('tool.called')).toMatchObject([{ tool: 'edit', access: 'write', paths: ['a.ts'] }])
  })

  it('asks about questions and skills as such, and never about our own tool', async () => {
    const host = await ready()
    await call(host, 'question', { questions: [{ question: 'Which?', options: [] }] })
    await call(host, 'skill', { name: 'brainstorming' })
    await call(host, 'blocker', {})
    expect(host.engine.of('question.asked')).toMatchObject([{ request: null, questions: [{ question: 'Which?' }] }])
    expect(host.engine.of('skill.requested')).toEqual([
      { type: 'skill.requested', skill: 'brainstorming', via: 'tool', text: '' },
    ])
    expect(host.engine.of('tool.called')).toEqual([])
  })

  it('a question that passed and is shown is not decided a second time', async () => {
    const host = await ready()
    await call(host, 'question', { questions: [{ question: 'Which?', options: [] }] })
    host.send('question.asked', {
      id: 'que_1',
      sessionID: 'ses_1',
      questions: [],
      tool: { messageID: 'm', callID: 'call_1' },
    })
    expect(host.engine.of('question.asked')).toHaveLength(1)
    expect([...host.engine.runtime.session('ses_1').requests.keys()]).toEqual(['que_1'])
  })

  it('a question that is left to a person is decided under its request when it is shown', async () => {
    const host = await ready({
      answer: (event) =>
        event.type === 'question.asked' ? { verdict: { outcome: 'ask', by: 'a/b', for: 60_000 } } : {},
    })
    const questions = [{ question: 'Which?', options: [] }]
    await call(host, 'question', { questions })
    const tool = { messageID: 'm', callID: 'call_1' }
    host.send('question.asked', { id: 'que_1', sessionID: 'ses_1', questions, tool })
    expect(host.engine.of('question.asked').map(({ request }) => request)).toEqual([null, 'que_1'])
  })

  it('leaves sessions alone that we never heard of', async () => {
    const host = await ready()
    await call(host, 'bash', { command: 'ls' }, 'ses_9')
    expect(host.engine.of('tool.called')).toEqual([])
  })
})

describe('chat.message', () => {
  const ours = [{ type: 'text', text: 'Go on', metadata: { diverter: 'mark-1' } }]

  it('notes agent, model and variant, and tells what the person wrote', async () => {
    const host = await ready()
    expect(host.engine.runtime.session('ses_1')).toMatchObject({
      parent: null,
      agent: 'worker',
      model: { provider: 'mock', id: 'm1' },
      variant: 'high',
      hasTask: true,
    })
    expect(host.engine.of('user.wrote')).toEqual([{ type: 'user.wrote', message: 'msg_1', text: 'Do it' }])
  })

  it('knows our prompt by its mark, and by its id ever after (F3-04)', async () => {
    const host = await ready()
    await host.user('msg_2', ours)
    await host.user('msg_2', [{ type: 'text', text: 'Go on' }])
    expect(host.engine.of('user.wrote').map(({ message }) => message)).toEqual(['msg_1'])
    expect(host.engine.other).toEqual(['arrived ses_1 msg_2 mark-1'])
  })

  it('takes neither the host’s own texts nor shown answers nor a parent’s order for the person (F4-06)', async () => {
    const host = await ready()
    await host.user('msg_2', [{ type: 'text', text: 'Continue', synthetic: true }])
    await host.user('msg_3', [{ type: 'text', text: 'Status', ignored: true, metadata: { diverter: 'shown' } }])
    host.opened('ses_2', { parentID: 'ses_1' })
    await host.user('msg_4', [{ type: 'text', text: 'Do a part' }], 'ses_2')
    expect(host.engine.of('user.wrote')).toHaveLength(1)
    expect(host.engine.other).toEqual([])
    expect(host.engine.runtime.session('ses_2').hasTask).toBe(true)
  })

  it('looks up a session that began before us, with those above it, and tells that it was resumed', async () => {
    const parents: Record<string, string> = { ses_c: 'ses_b', ses_b: 'ses_a' }
    const host = stage({
      client: {
        'session.get': ({ path }) => {
          const { id } = path as { id: string }
          return { data: { id, title: `Title of ${id}`, parentID: parents[id] } }
        },
      },
    })
    await host.user('msg_1', undefined, 'ses_c')
    const { session } = host.engine.runtime
    expect([session('ses_c').parent, session('ses_b').parent, session('ses_a').parent]).toEqual([
      'ses_b',
      'ses_a',
      null,
    ])
    expect(host.engine.events.map(({ event }) => event)).toEqual([{ type: 'session.opened', origin: 'resumed' }])
  })

  it('goes on if the look-up fails or hangs', async () => {
    const failing = stage({ client: { 'session.get': () => ({ error: { name: 'X' } }) } })
    await failing.user('msg_1')
    expect(failing.engine.runtime.session('ses_1').parent).toBeUndefined()
    expect(failing.engine.of('user.wrote')).toHaveLength(1)
    const hanging = stage()
    hanging.client.raw.session.get = () => new Promise(() => undefined)
    const going = hanging.user('msg_1')
    hanging.clock.pass(3000)
    await going
    expect(hanging.engine.of('user.wrote')).toHaveLength(1)
  })
})

describe('the prompts of the model', () => {
  const system = (host: ReturnType<typeof stage>, texts: string[], sessionID: string | undefined = 'ses_1') =>
    host.hooks['experimental.chat.system.transform']?.({ sessionID, model: {} as never } as never, { system: texts })
  const instruct = { answer: () => ({ instructions: ['Rule one', 'Rule two'] }) }

  it('our text goes to the end of the first entry', async () => {
    const host = await ready(instruct)
    const texts = ['You are an agent.']
    await system(host, texts)
    expect(texts).toEqual(['You are an agent.\n\nRule one\n\nRule two'])
  })

  it('it is at most 6,000 characters long', async () => {
    const host = await ready({ answer: () => ({ instructions: ['x'.repeat(9000)] }) })
    const texts = ['']
    await system(host, texts)
    expect(texts[0]?.length).toBeLessThanOrEqual(6000)
    expect(texts[0]).toContain('9000')
  })

  it('nothing is added for titles, summaries, or without a session', async () => {
    const host = await ready(instruct)
    for (const text of ['You are a title generator. You output', 'You are a context summarization agent']) {
      const texts = [text]
      await system(host, texts)
      expect(texts).toEqual([text])
    }
    const texts = ['You are an agent.']
    await host.hooks['experimental.chat.system.transform']?.({ model: {} as never }, { system: texts })
    expect(texts).toEqual(['You are an agent.'])
    expect(host.engine.of('context.requested')).toEqual([])
  })

  it('a compaction is told too', async () => {
    const host = await ready(instruct)
    const output = { context: ['before'] }
    await host.hooks['experimental.session.compacting']?.({ sessionID: 'ses_1' }, output)
    expect(output.context).toEqual(['before', 'Rule one\n\nRule two'])
    expect(host.engine.of('context.requested')).toEqual([{ type: 'context.requested', purpose: 'compaction' }])
  })

  it('without our text nothing is diverted in that session, and it is said once', async () => {
    const host = await ready(instruct)
    const frozen = Object.freeze(['You are an agent.'])
    await system(host, frozen as string[])
    await system(host, frozen as string[])
    host.send('permission.asked', { id: 'per_1', sessionID: 'ses_1', permission: 'bash', patterns: [], metadata: {} })
    await call(host, 'question', { questions: [{ question: 'Which?' }] })
    expect([...host.engine.of('permission.asked'), ...host.engine.of('question.asked')]).toEqual([])
    expect(
      host.client.named('toast').filter(({ options }) => JSON.stringify(options).includes('Nothing is diverted')),
    ).toHaveLength(1)
    await system(host, ['You are an agent.'])
    await call(host, 'question', { questions: [{ question: 'Which?' }] })
    expect(host.engine.of('question.asked')).toHaveLength(1)
  })
})

describe('before each step', () => {
  const step = async (host: ReturnType<typeof stage>) => {
    const user = { id: 'msg_1', sessionID: 'ses_1', role: 'user', tools: { other: true } }
    await host.hooks['experimental.chat.messages.transform']?.({}, {
      messages: [
        { info: user, parts: [] },
        { info: { id: 'msg_2', sessionID: 'ses_1', role: 'assistant' }, parts: [] },
      ],
    } as never)
    return user.tools
  }

  it('a diverting session sees the tool and goes on after refusals, another neither', async () => {
    const host = await ready()
    const config = { experimental: { other: 1 } as Record<string, unknown> }
    await host.hooks.config?.(config as never)
    expect(await step(host)).toEqual({ other: true, blocker: false })
    expect(config.experimental).toEqual({ other: 1 })
    host.engine.instructed.add('ses_1')
    expect(await step(host)).toEqual({ other: true })
    expect(config.experimental).toEqual({ other: 1, continue_loop_on_deny: true })
    host.engine.instructed.delete('ses_1')
    await step(host)
    expect(config.experimental).toEqual({ other: 1 })
  })

  it('the user’s own setting comes back', async () => {
    const host = await ready()
    const config = { experimental: { continue_loop_on_deny: false } }
    await host.hooks.config?.(config as never)
    host.engine.instructed.add('ses_1')
    await step(host)
    expect(config.experimental).toEqual({ continue_loop_on_deny: true })
    host.engine.instructed.clear()
    await step(host)
    expect(config.experimental).toEqual({ continue_loop_on_deny: false })
  })

  it('a session that is off and went on after a refusal without a word is ended', async () => {
    const host = await ready()
    host.begin('msg_2')
    host.tool('msg_2', 'c1', 'bash', {}, 'The user rejected permission to use this specific tool call.', false)
    await step(host)
    await step(host)
    expect(host.client.named('session.abort')).toHaveLength(1)
  })

  it('nothing is ended where the user wants the agent to go on after a refusal, or spoke since', async () => {
    const refused = async (config: object) => {
      const host = await ready()
      await host.hooks.config?.(config as never)
      host.begin('msg_2')
      host.tool('msg_2', 'c1', 'bash', {}, 'The user rejected permission to use this specific tool call.', false)
      return host
    }
    const wanted = await refused({ experimental: { continue_loop_on_deny: true } })
    await step(wanted)
    const spoken = await refused({})
    await spoken.user('msg_3')
    await step(spoken)
    expect([...wanted.client.named('session.abort'), ...spoken.client.named('session.abort')]).toEqual([])
  })

  it('a refusal with words, or in a diverting session, ends nothing', async () => {
    const host = await ready()
    host.begin('msg_2')
    host.tool(
      'msg_2',
      'c1',
      'bash',
      {},
      'The user rejected permission to use this specific tool call with the following feedback: no',
      false,
    )
    await step(host)
    host.engine.instructed.add('ses_1')
    host.tool('msg_2', 'c2', 'bash', {}, 'The user rejected permission to use this specific tool call.', false)
    await step(host)
    expect(host.client.named('session.abort')).toHaveLength(0)
  })
})

describe('commands', () => {
  const run = (host: ReturnType<typeof stage>, command: string, given: string, sessionID = 'ses_1') =>
    host.hooks['command.execute.before']?.({ command, sessionID, arguments: given }, { parts: [] })
  const replies = { answer: () => ({ reply: 'Diverting is on.' }) }

  it('are registered, and say what they do', async () => {
    const host = stage()
    const config: { command?: Record<string, { template: string; description?: string }> } = {}
    await host.hooks.config?.(config as never)
    expect(config.command?.['blockers']?.description).toBe('on, off: Divert blockers')
    expect(config.command?.['blockers']?.template).toContain('opencode-diverter')
    expect(config.command?.['plan']?.template).toBe('Plan $ARGUMENTS')
  })

  it('are answered in the session at rest, with its agent, and cost no turn (F10-09)', async () => {
    const host = await ready(replies)
    host.idle()
    await expect(run(host, 'blockers', ' on  and go ')).rejects.toMatchObject({ name: 'DiverterHandled' })
    expect(host.engine.of('command.run')).toEqual([
      { type: 'command.run', name: 'blockers', action: 'on', text: 'and go' },
    ])
    expect(host.client.named('session.prompt')[0]?.options).toEqual({
      path: { id: 'ses_1' },
      body: {
        agent: 'worker',
        model: { providerID: 'mock', modelID: 'm1' },
        variant: 'high',
        noReply: true,
        parts: [{ type: 'text', text: 'Diverting is on.', ignored: true, metadata: { diverter: 'shown' } }],
      },
    })
  })

  it('are answered by a toast in a busy session, an empty one, or with a revert pending', async () => {
    const busy = await ready(replies)
    busy.begin('msg_2')
    const empty = stage({ ...replies, client: { 'session.messages': () => ({ data: [] }) } })
    empty.opened()
    const reverted = await ready({
      ...replies,
      client: { 'session.get': () => ({ data: { id: 'ses_1', title: '', revert: { messageID: 'msg_1' } } }) },
    })
    for (const host of [busy, empty, reverted]) {
      await expect(run(host, 'blockers', 'on')).rejects.toMatchObject({ name: 'DiverterHandled' })
      expect(host.client.named('session.prompt')).toEqual([])
      expect(host.client.named('toast').at(-1)?.options['body']).toMatchObject({ message: 'Diverting is on.' })
    }
  })

  it('find agent and model of a resumed session in its messages', async () => {
    const user = { role: 'user', agent: 'reviewer', model: { providerID: 'p', modelID: 'm' } }
    const host = stage({
      ...replies,
      client: { 'session.messages': () => ({ data: [{ info: user, parts: [{ type: 'text', text: 'x' }] }] }) },
    })
    await expect(run(host, 'blockers', 'status')).rejects.toThrow()
    expect(host.client.named('session.prompt')[0]?.options['body']).toMatchObject({ agent: 'reviewer' })
  })

  it('a command with a prompt goes on to the agent, and its message is not the person’s word', async () => {
    const host = await ready()
    await run(host, 'plan', 'a shop')
    await host.user('msg_2', [{ type: 'text', text: 'Plan a shop' }])
    await host.user('msg_3', [{ type: 'text', text: 'And quickly' }])
    expect(host.engine.of('user.wrote').map(({ message }) => message)).toEqual(['msg_1', 'msg_3'])
  })

  it('one that no rule answers is noted, where it does not go on to the agent', async () => {
    const host = await ready()
    host.idle()
    await expect(run(host, 'blockers', 'on')).rejects.toMatchObject({ name: 'DiverterHandled' })
    await run(host, 'plan', 'a shop')
    const shown = host.client.named('session.prompt').map(({ options }) => options['body'])
    expect(shown).toMatchObject([{ parts: [{ text: '/blockers is noted' }] }])
  })

  it('of a session that began before us belong to the tree above it', async () => {
    const host = stage({
      ...replies,
      client: { 'session.get': () => ({ data: { id: 'ses_c', title: 'T', parentID: null } }) },
    })
    await expect(run(host, 'blockers', 'on', 'ses_c')).rejects.toMatchObject({ name: 'DiverterHandled' })
    expect(host.engine.runtime.session('ses_c')).toMatchObject({ parent: null, title: 'T' })
  })

  it('a denied one is told why and does not go on', async () => {
    const host = await ready({
      answer: () => ({ verdict: { outcome: 'deny', by: 'a/b', reason: 'BLOCKED: a workflow is active' } }),
    })
    await expect(run(host, 'plan', 'x')).rejects.toMatchObject({ name: 'DiverterHandled' })
    expect(JSON.stringify(host.client.named('session.prompt'))).toContain('BLOCKED: a workflow is active')
  })

  it('other commands may be skills: asked about, and shown why if denied', async () => {
    let deny = false
    const host = await ready({
      answer: () => (deny ? { verdict: { outcome: 'deny', by: 'phases/order', reason: 'BLOCKED: not yet' } } : {}),
    })
    await run(host, 'brainstorming', 'a shop')
    expect(host.engine.of('skill.requested')).toEqual([
      { type: 'skill.requested', skill: 'brainstorming', via: 'command', text: 'a shop' },
    ])
    deny = true
    await expect(run(host, 'brainstorming', '')).rejects.toThrow('phases/order')
    expect(JSON.stringify(host.client.named('session.prompt'))).toContain('BLOCKED: not yet')
  })

  const single = (runs: string[]) => {
    const host = stage({ ...replies, mode: 'run', runs })
    host.client.onCall('post', () => void host.hooks.dispose?.())
    return host
  }

  it('of `opencode run --command` answer on standard output, and the process leaves', async () => {
    const host = single(['--command', 'blockers', 'on'])
    await expect(run(host, 'blockers', 'on')).rejects.toMatchObject({ name: 'DiverterHandled' })
    expect(host.said).toEqual(['Diverting is on.\n', 'exit 0'])
    expect(host.client.named('session.prompt')).toEqual([])
  })

  it('leave only once the run that they sent on its way rests', async () => {
    const host = single(['--command=blockers', 'resume'])
    await host.user('msg_1')
    host.begin('msg_2')
    const handled = run(host, 'blockers', 'resume')
    host.idle()
    await new Promise(setImmediate)
    host.stepEnd('msg_2', 'stop')
    host.finished('msg_2')
    expect(host.said).toEqual(['Diverting is on.\n'])
    host.idle()
    await expect(handled).rejects.toMatchObject({ name: 'DiverterHandled' })
    expect(host.said.at(-1)).toBe('exit 0')
  })

  it('that are refused leave with 1, and with --format json each text is an event', async () => {
    const host = stage({
      answer: () => ({ verdict: { outcome: 'deny', by: 'phases/order', reason: 'BLOCKED: not yet' } }),
      mode: 'run',
      runs: ['--format=json', '--command', 'brainstorming'],
    })
    host.client.onCall('post', () => void host.hooks.dispose?.())
    await expect(run(host, 'brainstorming', '')).rejects.toThrow('phases/order')
    const [text = '', exit] = host.said
    expect(JSON.parse(text)).toEqual({
      type: 'text',
      timestamp: 1_000_000,
      sessionID: 'ses_1',
      part: { type: 'text', text: 'BLOCKED: not yet' },
    })
    expect(exit).toBe('exit 1')
  })

  it.each([[['Do it']], [['--continue', 'Do --command']], [['--mini']]])(
    'of a process that was started for something else (%j) leave it alone',
    async (runs) => {
      const host = stage({ ...replies, mode: 'run', runs })
      await expect(run(host, 'blockers', 'on')).rejects.toMatchObject({ name: 'DiverterHandled' })
      expect(host.said).toEqual([])
      expect(host.client.named('toast')).toHaveLength(1)
    },
  )

  it('status also tells the version of the host and what is wrong', async () => {
    const host = await ready({
      answer: () => ({ reply: 'On.', effects: [{ effect: 'show', view: 'status', by: 'a/b' }] }),
      client: { get: () => ({ data: { healthy: true, version: '1.18.33' } }) },
      problems: ['ours.yaml:3: broken'],
    })
    await expect(run(host, 'blockers', 'status')).rejects.toThrow()
    expect(JSON.stringify(host.client.named('session.prompt')[0]?.options)).toMatch(
      /On\..*OpenCode 1\.18\.33.*ours\.yaml:3: broken/,
    )
  })
})

describe('the record tool', () => {
  const tool = (host: ReturnType<typeof stage>, args: Record<string, unknown>) =>
    host.hooks.tool?.['blocker']?.execute(args, { sessionID: 'ses_1', messageID: 'msg_2' } as never)
  const record = { category: 'security', question: 'Which key?', context: 'x', blocksProgress: true }

  it('answers with the reply of the policy', async () => {
    const host = await ready({ answer: () => ({ reply: 'Great, blocker registered' }) })
    expect(await tool(host, record)).toBe('Great, blocker registered')
    expect(host.engine.of('record.submitted')).toMatchObject([{ valid: true, question: 'Which key?' }])
  })

  it('a new record is progress, a counted one is not', async () => {
    let result: 'added' | 'counted' = 'counted'
    const host = await ready({
      answer: (event) =>
        event.type === 'record.submitted'
          ? {
              effects: [
                {
                  effect: 'record',
                  by: 'a/b',
                  result,
                  id: 'B1',
                  kind: 'blocker',
                  section: null,
                  title: 'q',
                  fields: {},
                  seen: 1,
                },
              ],
            }
          : {},
    })
    for (const message of ['msg_2', 'msg_3']) {
      host.begin(message)
      await tool(host, record)
      host.tool(message, `${message}-c`, 'blocker', record, `answer to ${message}`)
      host.stepEnd(message, 'stop')
      host.finished(message, { finish: 'stop' })
      result = 'added'
    }
    expect(host.engine.of('turn.ended').map(({ progress }) => progress)).toEqual([false, true])
  })

  it('counts invalid uses in a row', async () => {
    const host = await ready()
    for (const given of [{}, {}, record, {}]) await tool(host, given)
    expect(host.engine.of('record.submitted').map(({ tries }) => tries)).toEqual([1, 2, 0, 1])
  })

  it('says which fields may be left out', async () => {
    const host = await ready()
    const output = { description: 'x', parameters: {}, jsonSchema: {} }
    await host.hooks['tool.definition']?.({ toolID: 'blocker' }, output)
    expect(output.jsonSchema).toMatchObject({
      type: 'object',
      required: ['category', 'question', 'context'],
    })
    const other = { description: 'x', parameters: {}, jsonSchema: {} }
    await host.hooks['tool.definition']?.({ toolID: 'bash' }, other)
    expect(other.jsonSchema).toEqual({})
  })
})

describe('the end', () => {
  it('dispose gives the claim back and closes the runtime', async () => {
    const host = await ready()
    await host.hooks.dispose?.()
    expect(host.released()).toBe(1)
    expect(host.engine.other).toEqual(['close'])
  })
})

describe('the last words of opencode run', () => {
  const work = { ...emptyTree, records: [recordOf({ id: 'b1', kind: 'blocker', question: 'Which DB?', options: [] })] }

  it('say what became of the run, what waits and where it stands', async () => {
    const host = await ready({ mode: 'run' })
    host.engine.states.set('ses_1', {
      ...work,
      run: { ...emptyRun, state: 'stopped', reason: 'done', startedAt: 0, turns: 2, prompts: 1 },
    })
    await host.hooks.dispose?.()
    expect(host.said).toEqual([
      `opencode-diverter:
Finished (done).
Begun 1970-01-01 00:00; turns 2, prompts 1.

Waits for you (1):

- b1 Which DB?

Next: answer with /blockers clarify or \`npx opencode-diverter answer\`.

Written down in /project/blockers.md
`,
    ])
  })

  it('are none in a terminal, none where nothing was done, and none of a session that was only looked at', async () => {
    const beside = await ready({ mode: 'tui' })
    beside.engine.states.set('ses_1', work)
    const idle = await ready({ mode: 'run' })
    idle.engine.states.set('ses_1', emptyTree)
    const looked = stage({ mode: 'run' })
    looked.opened()
    looked.engine.states.set('ses_1', work)
    for (const host of [beside, idle, looked]) {
      await host.hooks.dispose?.()
      expect(host.said).toEqual([])
    }
  })
})
