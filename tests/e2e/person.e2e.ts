import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stillness, until } from '../support/wait.ts'
import {
  ask,
  bash,
  blocker,
  gate,
  marker,
  type Night,
  readReadme,
  registered,
  startNight,
  toolResults,
  userMessages,
  write,
} from './night.ts'

/** Another plugin, at which a message with these words waits for ever before it goes to the model. */
const heldBack = 'held back'
const holdingPlugin = `export default { id: 'holding', server: async () => ({
  'experimental.chat.messages.transform': async (_input, { messages }) => {
    const last = messages.findLast(({ info }) => info.role === 'user')
    if (last?.parts.some(({ text }) => text?.includes('${heldBack}'))) await new Promise(() => undefined)
  },
}) }
`

let night: Night
beforeAll(async () => {
  night = await startNight('person', { files: { '.opencode/plugin/holding.js': holdingPlugin } })
})
afterAll(() => night.close())

describe.concurrent('the person decides', () => {
  test('off: the normal prompt appears, nothing is injected, the tool is hidden', async () => {
    night.model.script('all-off', [{ calls: [bash('echo all-off')] }, { text: 'That is all.' }])
    const session = await night.session()
    await ask(night, session, 'off')
    await session.say('Begin all-off')
    const request = await until('the prompt', async () => (await session.pending())[0])
    await night.server.client.permission.reply({ requestID: request.id, reply: 'once' })
    await session.rest()
    expect(toolResults(night, 'all-off', 1)[0]).toContain('all-off')
    expect(await userMessages(session)).toHaveLength(1)
    for (const sent of night.model.requests('all-off')) {
      expect(sent.tools).not.toContain('blocker')
      expect(sent.messages.map((message) => message.text).join('\n')).not.toContain(marker)
    }
    expect(night.project.blockers()).not.toContain('all-off')
  })

  test('off reaches a running child', async () => {
    const child = gate()
    night.model.script('parent-goes-off', [
      {
        calls: [
          { name: 'task', input: { description: 'Part', prompt: 'Do child-goes-off', subagent_type: 'general' } },
        ],
      },
      { text: 'Finished.' },
    ])
    night.model.script('child-goes-off', [
      { calls: [bash('echo child-goes-off')], hold: child.opened },
      { text: 'The part is done.' },
    ])
    const session = await night.session()
    await session.say('Begin parent-goes-off')
    await until('the child to work', () => night.model.requests('child-goes-off').length === 1)
    await ask(night, session, 'off')
    child.open()
    const [id = ''] = await session.children()
    const inChild = await night.session(id)
    const request = await until("the child's prompt", async () => (await inChild.pending())[0])
    expect(night.project.blockers()).not.toContain('child-goes-off')
    await night.server.client.permission.reply({ requestID: request.id, reply: 'once' })
    await session.rest()
    expect(await userMessages(session)).toHaveLength(1)
  })

  test('on, followed by the first task, stays on', async () => {
    night.model.script('on-then-task', [{ calls: [bash('echo on-then-task')] }, { text: marker }])
    const session = await night.session()
    await ask(night, session, 'off')
    await ask(night, session, 'on')
    await session.say('Begin on-then-task')
    await session.rest()
    await until('its entry', () => night.project.blockers().includes('echo on-then-task'))
    expect(night.model.requests('on-then-task')[0]?.tools).toContain('blocker')
  })

  test("an interruption stays an interruption, and the user's word goes on (F3-01, F3-03)", async () => {
    const held = gate()
    night.model.script('interrupted', [{ calls: [readReadme] }, { text: 'Never heard.', hold: held.opened }])
    const session = await night.session()
    await session.say('Begin interrupted')
    await until('the second step', () => night.model.requests('interrupted').length === 2)
    await session.abort()
    await session.rest()
    held.open()
    expect(await userMessages(session)).toHaveLength(1)
    expect(night.model.requests('interrupted')).toHaveLength(2)
    expect(await ask(night, session, 'status')).toMatch(/paused/)

    night.model.script('interrupted', [
      { calls: [write('interrupted.txt', 'x')] },
      { text: 'Done, I think.' },
      { text: marker },
    ])
    await session.say('Go on, please')
    await session.rest()
    expect(await userMessages(session)).toHaveLength(3)
  })

  test('an interruption with a second message waiting pauses the run too', async () => {
    const held = gate()
    night.model.script('with-another', [{ text: 'Never heard.', hold: held.opened }])
    const session = await night.session()
    await session.say('Begin with-another')
    await until('the first request', () => night.model.requests('with-another').length === 1)
    await session.say('and this too')
    await session.abort()
    await session.rest()
    held.open()
    expect(await ask(night, session, 'status')).toMatch(/Run: paused \(user\)/)
  })

  test('an interruption before the first words of the first answer pauses the run too', async () => {
    const held = gate()
    night.model.script('at-once', [{ text: 'Never heard.', hold: held.opened }])
    const session = await night.session()
    await session.say('Begin at-once')
    await until('the first request', () => night.model.requests('at-once').length === 1)
    await session.abort()
    await session.rest()
    held.open()
    expect(await ask(night, session, 'status')).toMatch(/Run: paused \(user\)/)
    expect(night.model.requests('at-once')).toHaveLength(1)
  })

  test('an interruption while the host waits to try again pauses the run too', async () => {
    night.model.script('asked-to-wait', [{ status: 429 }])
    const session = await night.session()
    await session.say('Begin asked-to-wait')
    const status = async () => (await night.server.client.session.status()).data?.[session.id]?.type
    await until('the wait', async () => (await status()) === 'retry')
    await session.abort()
    await session.rest()
    expect(await ask(night, session, 'status')).toMatch(/Run: paused \(user\)/)
  })

  test.each(['first', 'second'])('an interruption before the %s message is sent pauses the run too', async (which) => {
    const key = `unsent-${which}`
    const answer = gate()
    night.model.script(key, [{ text: 'So far.', hold: answer.opened }])
    const session = await night.session()
    await session.say(`Begin ${key}${which === 'first' ? `, ${heldBack}` : ''}`)
    if (which === 'second') {
      await until('the first request', () => night.model.requests(key).length === 1)
      await session.say(`and this, ${heldBack}`)
      answer.open()
    }
    const messages = which === 'first' ? 2 : 4
    await until('an answer that is begun', async () => (await session.messages()).length === messages)
    await session.abort()
    await session.rest()
    // The host tells such an abort on the message alone.
    const errors = night.server.events().filter((event) => event.type === 'session.error')
    expect(errors.filter((event) => event.properties.sessionID === session.id)).toEqual([])
    expect(night.project.journal(session.id).at(-1)?.event?.type).toBe('user.interrupted')
    expect(await ask(night, session, 'status')).toMatch(/Run: paused \(user\)/)
    expect(night.model.requests(key)).toHaveLength(messages / 2 - 1)
  })

  test('ten sessions with different toggles do not disturb each other', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => ({
        key: `crowd-${index}-${index % 2 === 0 ? 'on' : 'off'}`,
        on: index % 2 === 0,
        session: await night.session(),
      })),
    )
    for (const { on, session } of sessions) if (!on) await ask(night, session, 'off')
    for (const { key } of sessions) {
      night.model.script(key, [
        { calls: [readReadme] },
        { calls: [bash(`echo ${key}`)] },
        { text: `So far so good for ${key}.` },
        { text: marker },
      ])
    }
    await Promise.all(sessions.map(({ key, session }) => session.say(`Begin ${key}`)))
    for (const { key, on, session } of sessions) {
      if (on) {
        await session.rest()
        // Another test takes a turn back meanwhile, and the page with it, until the plugin hears of it.
        await until(`the entry of ${key}`, () => night.project.blockers().includes(`echo ${key}`))
        expect(await userMessages(session)).toHaveLength(2)
        expect(night.model.requests(key)).toHaveLength(4)
      } else {
        const request = await until('the prompt', async () => (await session.pending())[0])
        expect(night.project.blockers()).not.toContain(`echo ${key}`)
        await night.server.client.permission.reply({ requestID: request.id, reply: 'once' })
        await session.rest()
        expect(await userMessages(session)).toHaveLength(1)
        expect(night.model.requests(key)).toHaveLength(3)
      }
      const foreign = sessions.filter((other) => other.key !== key).map((other) => other.key)
      const seen = JSON.stringify(night.model.requests(key))
      expect(foreign.filter((other) => seen.includes(other))).toEqual([])
    }
  })

  test('two turns undone lose no blocker and no journal line', async () => {
    const log = (name: string) =>
      blocker({ category: 'security', question: `Is ${name} safe?`, context: 'x', blocksProgress: true })
    night.model.script('undone', [
      { calls: [write('undone.txt', 'one'), log('undone-one')] },
      { text: marker },
      { calls: [write('undone.txt', 'two'), log('undone-two')] },
      { text: marker },
      { calls: [log('undone-three')] },
      { text: marker },
    ])
    const session = await night.session()
    await session.say('Begin undone')
    await session.rest()
    await session.say('And the second part')
    await session.rest()
    const [first] = await userMessages(session)
    const lines = night.project.journal(session.id).length
    await night.server.client.session.revert({ sessionID: session.id, messageID: first?.id ?? '' })
    expect(night.project.read('undone.txt')).toBe('')
    expect(night.project.journal(session.id).length).toBeGreaterThanOrEqual(lines)

    await session.say('undone: a third part instead')
    await session.rest()
    expect(toolResults(night, 'undone', 5)).toEqual([registered])
    for (const name of ['undone-one', 'undone-two', 'undone-three']) {
      expect(night.project.blockers().split(`Is ${name} safe?`), name).toHaveLength(2)
    }
  })

  test('the views answer without a model call (F10-09)', async () => {
    night.model.script('only-views', [
      { calls: [blocker({ category: 'security', question: 'Is the view safe?', context: 'x', blocksProgress: true })] },
      { text: marker },
    ])
    const session = await night.session()
    await session.say('Begin only-views')
    await session.rest()
    const before = night.model.all().filter((request) => request.key === 'only-views').length
    const status = await ask(night, session, 'status')
    expect(status).toContain(session.id)
    expect(status).toMatch(/\bon\b/)
    expect(status).toContain('blockers.md')
    expect(status).toContain('done')
    expect(await ask(night, session, 'list')).toContain('Is the view safe?')
    expect(await ask(night, session, 'why')).not.toBe('')
    await ask(night, session, 'export only-views.md')
    expect(night.project.read('only-views.md')).toContain('Is the view safe?')
    await ask(night, session, 'reload')
    await stillness(() => night.model.all().length)
    expect(night.model.all().filter((request) => request.key === 'only-views')).toHaveLength(before)
    expect(await userMessages(session)).toHaveLength(1)
  })
})
