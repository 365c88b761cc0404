import { describe, expect, it } from 'vitest'
import { emptyTree } from '../../src/core/state.ts'
import { recordOf } from '../runtime/views/record-of.ts'
import { type StageOptions, stage } from './stage.ts'

const clarifies: StageOptions['answer'] = (event) => {
  if (event.type === 'question.asked') return { verdict: { outcome: 'deny', by: 'a/b', reason: 'Nobody is here' } }
  return event.type === 'command.run' ? { effects: [{ effect: 'show', view: 'clarify', by: 'a/b' }] } : {}
}
const records = [
  recordOf({ id: 'b1', question: 'Which database?', options: ['Postgres', 'SQLite'] }),
  recordOf({ id: 'b9', question: 'Which region?' }),
]
const skip = { label: 'Not now', description: 'Stays open; clarify --skipped asks again' }
const asked = [
  {
    header: 'b1',
    question: 'Which database?',
    options: [{ label: 'Postgres', description: '' }, { label: 'SQLite', description: '' }, skip],
  },
  { header: 'b9', question: 'Which region?', options: [skip] },
]
const placeholder = { question: 'Anything?', header: 'Any', options: [] }

/** A host half with records that wait, of which a person wants to be asked. */
async function back(options: StageOptions = {}) {
  const host = stage({ answer: clarifies, ...options })
  const open = async (session: string, waiting = records) => {
    host.engine.states.set(session, { ...emptyTree, records: waiting })
    host.opened(session)
    await host.user(`${session}-msg`, undefined, session)
    host.idle(session)
  }
  await open('ses_1')
  const clarify = async (session = 'ses_1') => {
    const output = { parts: [{ type: 'text', text: 'as it was' }] }
    const command = { command: 'blockers', sessionID: session, arguments: 'clarify' }
    await host.hooks['command.execute.before']?.(command, output as never)
    await host.user(`${session}-clarify`, output.parts, session)
  }
  /** The agent calls its question tool; the arguments as the host then takes them. */
  const call = async (callID: string, sessionID = 'ses_1') => {
    const output = { args: { questions: [placeholder] as object[] } }
    await host.hooks['tool.execute.before']?.({ tool: 'question', sessionID, callID }, output)
    return output.args.questions
  }
  const show = (id: string, callID: string, sessionID = 'ses_1') =>
    host.send('question.asked', { id, sessionID, questions: asked, tool: { messageID: 'm', callID } })
  const reply = (requestID: string, answers: unknown, sessionID = 'ses_1') =>
    host.send('question.replied', { requestID, sessionID, answers })
  const kept = () => host.engine.other.filter((line) => line.startsWith('answer'))
  return { ...host, open, clarify, call, show, reply, kept }
}

describe('the question tool, after a person said that they want to be asked', () => {
  it('asks what waits; what the person answers is kept, told apart by its place', async () => {
    const host = await back()
    await host.clarify()
    expect(await host.call('c1')).toEqual(asked)
    host.show('que_1', 'c1')
    host.reply('que_1', [['Postgres', 'but not on Fridays'], ['Not now']])
    expect(host.kept()).toEqual([
      'answer ses_1 b1 words by question Postgres, but not on Fridays',
      'answer ses_1 b9 skip by question null',
    ])
    expect(host.engine.of('question.asked'), 'nothing of it is a question of the agent').toEqual([])
    expect(JSON.stringify(host.client.named('toast').at(-1)?.options)).toContain(
      'The answer to b9 is kept, but the page does not show it yet: the page cannot be written',
    )
  })

  it('is answered once, by the request that shows what waits', async () => {
    const host = await back()
    await host.clarify()
    await host.call('c1')
    host.reply('que_1', [['MySQL']])
    host.show('que_0', 'c0')
    host.reply('que_0', [['MySQL']])
    host.show('que_1', 'c1')
    host.reply('que_0', [['MySQL']])
    expect(host.kept()).toEqual([])
    host.reply('que_1', [['Postgres']])
    host.reply('que_1', [['MySQL']])
    expect(host.kept()).toEqual(['answer ses_1 b1 words by question Postgres'])
  })

  it('answers in each session what waits in that one', async () => {
    const host = await back()
    await host.open('ses_2', [recordOf({ id: 'b2', question: 'Which name?' })])
    for (const session of ['ses_1', 'ses_2']) {
      await host.clarify(session)
      await host.call('c1', session)
      host.show(`que_${session}`, 'c1', session)
    }
    host.reply('que_ses_2', [['Blue']], 'ses_2')
    host.reply('que_ses_1', [['SQLite']])
    expect(host.kept()).toEqual(['answer ses_2 b2 words by question Blue', 'answer ses_1 b1 words by question SQLite'])
  })

  it('refuses a second call beside it', async () => {
    const host = await back()
    await host.clarify()
    await host.call('c1')
    await expect(host.call('c2')).rejects.toThrow(
      /^The user is being asked already: wait for the answers to your other call\.$/,
    )
    host.show('que_1', 'c1')
    host.reply('que_1', [['Postgres']])
    expect(host.kept()).toEqual(['answer ses_1 b1 words by question Postgres'])
  })
})

describe('afterwards a question is one of the agent again', () => {
  const agents = async (host: Awaited<ReturnType<typeof back>>) => {
    await expect(host.call('c9')).rejects.toThrow(/^Nobody is here$/)
    host.reply('que_1', [['Postgres']])
    expect(host.kept()).toEqual([])
  }

  it('when the person broke off', async () => {
    const host = await back()
    await host.clarify()
    await host.call('c1')
    host.show('que_1', 'c1')
    host.send('question.rejected', { requestID: 'que_1', sessionID: 'ses_1' })
    await agents(host)
  })

  it('when the person says something else instead', async () => {
    const host = await back()
    await host.clarify()
    await host.user('msg_2')
    await agents(host)
  })

  it('but not when another question is dismissed', async () => {
    const host = await back()
    await host.clarify()
    await host.call('c1')
    host.show('que_1', 'c1')
    host.send('question.rejected', { requestID: 'que_0', sessionID: 'ses_1' })
    host.reply('que_1', [['Postgres']])
    expect(host.kept()).toEqual(['answer ses_1 b1 words by question Postgres'])
  })
})

it('asks as many at once as fit on a screen', async () => {
  const host = await back()
  const many = Array.from({ length: 25 }, (_, index) => recordOf({ id: `b${index}` }))
  host.engine.states.set('ses_1', { ...emptyTree, records: many })
  await host.clarify()
  expect(await host.call('c1')).toHaveLength(20)
})

it('a refused command asks nothing', async () => {
  const refuse: StageOptions['answer'] = (event) =>
    event.type === 'command.run'
      ? {
          verdict: { outcome: 'deny', by: 'a/b', reason: 'BLOCKED: not now' },
          effects: [{ effect: 'show', view: 'clarify', by: 'a/b' }],
        }
      : {}
  const host = await back({ answer: refuse })
  await expect(host.clarify()).rejects.toMatchObject({ name: 'DiverterHandled' })
  expect(await host.call('c1')).toEqual([placeholder])
})

it('in `opencode run` nobody is asked', async () => {
  const host = await back({ mode: 'run' })
  await expect(host.clarify()).rejects.toMatchObject({ name: 'DiverterHandled' })
  await expect(host.call('c1')).rejects.toThrow(/^Nobody is here$/)
})
