import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { permissionAsked } from '../../src/decode/permission.ts'
import { fieldsOf } from '../../src/decode/payload.ts'
import { digest, paths } from './fakes.ts'
import { stage } from './stage.ts'

const hostTypes = [
  'session.created',
  'session.updated',
  'session.deleted',
  'session.status',
  'session.idle',
  'session.error',
  'session.compacted',
  'message.updated',
  'message.part.updated',
  'permission.asked',
  'permission.replied',
  'question.asked',
  'question.replied',
  'question.rejected',
  'todo.updated',
  'tui.command.execute',
]

const word = fc.constantFrom(
  '',
  'ses_1',
  'ses_9',
  'msg_1',
  'idle',
  'busy',
  'retry',
  'tool',
  'text',
  'step-finish',
  'completed',
)
const keys = [
  'sessionID',
  'id',
  'info',
  'part',
  'status',
  'type',
  'state',
  'messageID',
  'callID',
  'tool',
  'role',
  'time',
  'error',
]
const garbage = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, word, fc.anything(), fc.dictionary(fc.constantFrom(...keys), tie('value'))),
})).value

describe('whatever the host sends', () => {
  it('is never thrown back, nor an event of a session that nobody heard of', () => {
    const host = stage()
    fc.assert(
      fc.property(fc.constantFrom(...hostTypes.slice(2)), garbage, (type, properties) => {
        host.send(type, properties as object)
        expect(host.engine.events).toEqual([])
      }),
    )
    expect(host.client.named('toast')).toEqual([])
  })

  it('is never thrown back in a session that is at work either', async () => {
    const host = stage()
    host.opened()
    await host.user('msg_1')
    fc.assert(
      fc.property(fc.constantFrom(...hostTypes), garbage, (type, properties) => {
        host.send(type, { sessionID: 'ses_1', ...fieldsOf(properties) })
      }),
    )
    const warnings = host.client.named('log').filter(({ options }) => JSON.stringify(options).includes('Cannot work'))
    expect(warnings).toEqual([])
  })

  it('in any hook only ever resolves', async () => {
    const host = stage()
    host.opened()
    const names = [
      'chat.message',
      'tool.execute.before',
      'command.execute.before',
      'experimental.chat.system.transform',
      'experimental.chat.messages.transform',
      'experimental.session.compacting',
      'tool.definition',
      'config',
      'event',
    ] as const
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), garbage, garbage, async (name, input, output) => {
        const hook = host.hooks[name] as (input: unknown, output: unknown) => Promise<void>
        await hook(name === 'event' ? { event: input } : input, fieldsOf(output))
      }),
    )
    expect(host.hooks.tool).toHaveProperty('blocker')
  })

  it('decodes to nothing without the fields that make it a request', () => {
    const context = { digest, paths, callOf: () => null }
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (properties) => {
        const { permission: _permission, ...rest } = properties
        expect(permissionAsked(rest, context)).toBeNull()
      }),
    )
  })
})

describe('when the engine fails', () => {
  const broken = () => {
    throw new Error('the engine is broken')
  }

  async function failing() {
    let fails = false
    const host = stage({ answer: () => (fails ? broken() : {}) })
    host.opened()
    await host.user('msg_1')
    host.begin('msg_2')
    fails = true
    host.engine.runtime.instructed = broken
    host.engine.runtime.arrived = broken
    host.engine.runtime.settle = broken
    host.engine.runtime.close = broken
    return host
  }

  it('every hook still resolves and OpenCode goes on as without us', async () => {
    const { hooks, send, ...host } = await failing()
    const system = ['You are an agent.']
    await hooks['tool.execute.before']?.({ tool: 'bash', sessionID: 'ses_1', callID: 'c' }, { args: { command: 'ls' } })
    await hooks['command.execute.before']?.({ command: 'blockers', sessionID: 'ses_1', arguments: 'on' }, { parts: [] })
    await hooks['experimental.chat.system.transform']?.({ sessionID: 'ses_1', model: {} as never }, { system })
    await hooks['experimental.session.compacting']?.({ sessionID: 'ses_1' }, { context: [] })
    await hooks['experimental.chat.messages.transform']?.({}, {
      messages: [{ info: { sessionID: 'ses_1', role: 'user' }, parts: [] }],
    } as never)
    await host.user('msg_3', [{ type: 'text', text: 'x', metadata: { diverter: 'm' } }])
    send('permission.asked', { id: 'per_1', sessionID: 'ses_1', permission: 'bash', patterns: [], metadata: {} })
    send('permission.replied', { sessionID: 'ses_1', requestID: 'per_1', reply: 'once' })
    host.tool('msg_2', 'c1', 'bash', {}, 'x')
    host.stepEnd('msg_2', 'stop')
    host.finished('msg_2', { finish: 'stop' })
    host.idle()
    await hooks.dispose?.()
    expect(system).toEqual(['You are an agent.'])
    expect(await hooks.tool?.['blocker']?.execute({}, { sessionID: 'ses_1' } as never)).toMatch(/Cannot log this/)
    expect(host.released()).toBe(1)
  })

  it('it is said once for each way in, not at each event', async () => {
    const host = await failing()
    for (let times = 0; times < 3; times++) {
      await host.hooks['tool.execute.before']?.({ tool: 'bash', sessionID: 'ses_1', callID: 'c' }, { args: {} })
      host.send('permission.asked', {
        id: `per_${times}`,
        sessionID: 'ses_1',
        permission: 'x',
        patterns: [],
        metadata: {},
      })
    }
    const said = host.client
      .named('toast')
      .map(({ options }) => String((options['body'] as { message: string }).message))
    const [id] = /[0-9a-f]{6}(?=\)$)/.exec(said[0] ?? '') ?? []
    expect(said).toEqual([
      `Cannot work on tool calls: the engine is broken (fault ${id})`,
      `Cannot work on permission requests: the engine is broken (fault ${id})`,
    ])
    expect(host.engine.logged).toEqual([expect.stringContaining('robust.test.ts:')])
    expect(new Set(host.engine.other.filter((line) => line.startsWith('fault')))).toEqual(
      new Set([`fault ${id} ses_1`]),
    )
  })
})
