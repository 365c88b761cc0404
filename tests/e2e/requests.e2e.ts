import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/wait.ts'
import {
  ask,
  bash,
  blocker,
  marker,
  type Night,
  readReadme,
  registered,
  startNight,
  toolResults,
  userMessages,
} from './night.ts'

let night: Night
beforeAll(async () => {
  night = await startNight('requests')
})
afterAll(() => night.close())

describe.concurrent('what needs a person is diverted', () => {
  test('a permission request is refused with our text, the blocker is in the file, the work goes on', async () => {
    night.model.script('lone-ask', [
      { calls: [bash('echo lone-ask-command')] },
      { text: 'Then I do something else.', calls: [readReadme] },
      { text: marker },
    ])
    const session = await night.session()
    await session.say('Begin lone-ask')
    await session.rest()
    expect(night.model.requests('lone-ask')).toHaveLength(3)
    const [told = ''] = toolResults(night, 'lone-ask', 1)
    expect(told).toContain('echo lone-ask-command')
    expect(told).toMatch(/automatic/i)
    expect(told).toContain('`blocker`')
    expect(night.project.blockers()).toContain('echo lone-ask-command')
    expect(await session.pending()).toEqual([])
  })

  test('three parallel asks of one session are three blockers, and the work goes on', async () => {
    night.model.script('parallel-asks', [
      { calls: ['first', 'second', 'third'].map((name) => bash(`echo parallel-${name}`)) },
      { text: 'Something else then.', calls: [readReadme] },
      { text: marker },
    ])
    const session = await night.session()
    await session.say('Begin parallel-asks')
    await session.rest()
    expect(toolResults(night, 'parallel-asks', 1)).toHaveLength(3)
    for (const name of ['first', 'second', 'third']) expect(night.project.blockers()).toContain(`echo parallel-${name}`)
    expect(night.model.requests('parallel-asks').at(-1)?.messages.at(-1)?.role).toBe('tool')
    expect(night.model.requests('parallel-asks')).toHaveLength(3)
  })

  test('four sessions with parallel asks start together while two others are off', async () => {
    const off = await Promise.all(['off-a', 'off-b'].map(async (key) => ({ key, session: await night.session() })))
    for (const { session } of off) await ask(night, session, 'off')
    const on = await Promise.all(
      ['on-a', 'on-b', 'on-c', 'on-d'].map(async (key) => ({ key, session: await night.session() })),
    )
    for (const { key } of [...on, ...off]) {
      night.model.script(`together-${key}`, [
        { calls: [bash(`echo together-${key}-1`), bash(`echo together-${key}-2`)] },
        { text: 'Something else then.', calls: [readReadme] },
        { text: marker },
      ])
    }
    await Promise.all([...on, ...off].map(({ key, session }) => session.say(`Begin together-${key}`)))
    await Promise.all(on.map(({ session }) => session.rest()))
    for (const { key } of on) {
      expect(night.model.requests(`together-${key}`)).toHaveLength(3)
      expect(night.project.blockers()).toContain(`echo together-${key}-1`)
      expect(night.project.blockers()).toContain(`echo together-${key}-2`)
    }
    for (const { key, session } of off) {
      await until(`the prompts of ${key}`, async () => (await session.pending()).length === 2)
      expect(night.project.blockers()).not.toContain(`echo together-${key}`)
      const [request] = await session.pending()
      if (request) await night.server.client.permission.reply({ requestID: request.id, reply: 'reject' })
    }
    for (const { key, session } of off) {
      await session.rest()
      expect(await userMessages(session)).toHaveLength(1)
      const answered = night.model.requests(`together-${key}`).length
      expect(answered, 'a refusal by the user ends the turn').toBeLessThanOrEqual(2)
    }
  })

  test('the question tool is answered with our text and every question is a blocker', async () => {
    const option = (label: string) => ({ label, description: label })
    const questions = [
      { question: 'Which database, zebra or heron?', header: 'Database', options: [option('zebra'), option('heron')] },
      { question: 'Which colour has the heron?', header: 'Colour', options: [option('grey')] },
    ]
    night.model.script('two-questions', [
      { calls: [{ name: 'question', input: { questions } }] },
      { text: 'Something else then.', calls: [readReadme] },
      { text: marker },
    ])
    const session = await night.session()
    await session.say('Begin two-questions')
    await session.rest()
    expect(toolResults(night, 'two-questions', 1)[0]).toContain('`blocker`')
    expect(night.project.blockers()).toContain('Which database, zebra or heron?')
    expect(night.project.blockers()).toContain('Which colour has the heron?')
    expect(night.model.requests('two-questions')).toHaveLength(3)
  })

  test('hard and soft blockers through the tool stand in their sections', async () => {
    const hard = {
      category: 'architecture',
      question: 'Which queue do we take?',
      context: 'The importer needs one.',
      blocksProgress: true,
    }
    const soft = {
      category: 'other',
      question: 'Is it called fetchUser or getUser?',
      context: 'Naming of the accessor.',
      blocksProgress: false,
      options: ['fetchUser', 'getUser', 'loadUser'],
      chosenOption: 'getUser',
      chosenReasoning: 'The neighbours are called so.',
    }
    night.model.script('both-kinds', [{ calls: [blocker(hard)] }, { calls: [blocker(soft)] }, { text: marker }])
    const session = await night.session()
    await session.say('Begin both-kinds')
    await session.rest()
    expect(night.model.requests('both-kinds')[0]?.tools).toContain('blocker')
    expect(toolResults(night, 'both-kinds', 1)).toEqual([registered])
    expect(toolResults(night, 'both-kinds', 2)).toEqual([registered, registered])
    const page = night.project.blockers()
    expect(page).toMatch(/- \[ \] .*Which queue do we take\?|- \[ \] [\s\S]{0,300}Which queue do we take\?/)
    expect(page).toMatch(/- \[x\] [\s\S]{0,300}Is it called fetchUser or getUser\?/)
    expect(page).toContain('Hard Blockers')
    expect(page).toContain('Soft Blockers')
    expect(page).toContain('The neighbours are called so.')
  })

  test('invalid arguments are answered with what is allowed, and the third try is kept as it is', async () => {
    night.model.script('bad-arguments', [
      { calls: [blocker({ category: 'weather', question: 'Will it rain?', context: 'x', blocksProgress: true })] },
      { calls: [blocker({ category: 'security', context: 'no question' })] },
      { calls: [blocker({ note: 'the-raw-text-of-the-third-try' })] },
      { text: marker },
    ])
    const session = await night.session()
    await session.say('Begin bad-arguments')
    await session.rest()
    const results = toolResults(night, 'bad-arguments', 3)
    expect(results[0]).toContain(
      'Invalid category. Must be one of: permission, architecture, security, destructive, question, other',
    )
    expect(results[1]).toContain('- question is missing')
    expect(results[1]).toContain('- blocksProgress is missing')
    expect(results[2]).toBe(registered)
    expect(night.project.blockers()).toContain('the-raw-text-of-the-third-try')
  })

  test("a subagent's ask is answered, and its own end is no end of the work", async () => {
    night.model.script('parent-of-sub', [
      { calls: [{ name: 'task', input: { description: 'Part', prompt: 'Do sub-part', subagent_type: 'general' } }] },
      { text: `The part is done. ${marker}` },
    ])
    night.model.script('sub-part', [{ calls: [bash('echo sub-part-command')] }, { text: 'The part is finished.' }])
    const session = await night.session()
    await session.say('Begin parent-of-sub')
    await session.rest()
    expect(toolResults(night, 'sub-part', 1)[0]).toContain('echo sub-part-command')
    expect(night.model.requests('sub-part')).toHaveLength(2)
    expect(night.model.requests('parent-of-sub')).toHaveLength(2)
    expect(night.project.blockers()).toContain('echo sub-part-command')
    const [child = ''] = await session.children()
    expect(await userMessages(await night.session(child))).toHaveLength(1)
  })

  test('/blockers on answers an ask that was already pending', async () => {
    night.model.script('late-switch', [
      { calls: [bash('echo late-switch-command')] },
      { text: 'Something else then.', calls: [readReadme] },
      { text: marker },
    ])
    const session = await night.session()
    await ask(night, session, 'off')
    await session.say('Begin late-switch')
    await until('the prompt', async () => (await session.pending()).length === 1)
    expect(night.project.blockers()).not.toContain('late-switch-command')
    await ask(night, session, 'on')
    await session.rest()
    expect(toolResults(night, 'late-switch', 1)[0]).toContain('echo late-switch-command')
    expect(night.project.blockers()).toContain('late-switch-command')
    expect(night.model.requests('late-switch')).toHaveLength(3)
  })
})
