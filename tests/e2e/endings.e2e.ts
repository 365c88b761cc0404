import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stopReason } from '../support/journal.ts'
import {
  ask,
  bash,
  marker,
  type Night,
  readReadme,
  startNight,
  todos,
  toolResults,
  userMessages,
  write,
} from './night.ts'

/** The team lets its own check run. */
const checks = `version: 1
name: checks
rules:
  - id: check
    events: [permission.asked]
    when: { runsOnly: [{ var: event.command }, ["sh check.sh"]] }
    then: [allow]
`

let night: Night
beforeAll(async () => {
  night = await startNight('endings', {
    isTrusted: true,
    files: {
      '.opencode/diverter.yaml': 'version: 1\npolicies: [./policies/checks.yaml]\n',
      '.opencode/policies/checks.yaml': checks,
      'check.sh': 'echo "FAIL x.test.ts: expected 1 got 2"; exit 3\n',
    },
  })
})
afterAll(() => night.close())

describe.concurrent('the end of a turn', () => {
  test('a premature stop gets exactly one prompt, with the same agent and model (F4-08)', async () => {
    night.model.script('early-stop', [{ calls: [readReadme] }, { text: 'I think that was it.' }, { text: marker }])
    const session = await night.session()
    await session.say('Begin early-stop', { agent: 'worker', model: { providerID: 'scripted', modelID: 'two' } })
    await session.rest()
    const sent = await userMessages(session)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toMatchObject({ agent: 'worker', model: 'two' })
    expect(sent[1]?.text).toContain(marker)
    expect(night.model.requests('early-stop')).toHaveLength(3)
    expect(night.model.requests('early-stop').map((request) => request.model)).toEqual(['two', 'two', 'two'])
    expect(stopReason(night.project, session.id)).toBe('done')
  })

  test.each([300, 6000])('three todos are all done by a model that stops early and takes %i ms', async (delay) => {
    const key = `todos-${delay}`
    night.model.script(
      key,
      [
        { calls: [todos(false, false, false)] },
        { text: 'The list is made.' },
        { calls: [todos(true, false, false), write(`${key}-1.txt`, 'one')] },
        { text: 'One is done.' },
        { calls: [todos(true, true, false), write(`${key}-2.txt`, 'two')] },
        { text: 'Two are done.' },
        { calls: [todos(true, true, true), write(`${key}-3.txt`, 'three')] },
        { text: `All three are done.\n${marker}` },
      ].map((answer) => ({ ...answer, delay })),
    )
    const session = await night.session()
    await session.say(`Begin ${key}`)
    await session.rest()
    const list = (await night.server.client.session.todo({ sessionID: session.id })).data ?? []
    expect(list.map((todo) => todo.status)).toEqual(['completed', 'completed', 'completed'])
    expect(await userMessages(session)).toHaveLength(4)
    expect(night.model.requests(key)).toHaveLength(8)
    expect(stopReason(night.project, session.id)).toBe('done')
  })

  test('F2-13: a check that fails in the same way after each edit is held once, and stands on the page', async () => {
    const rounds = [1, 2, 3, 4, 5, 6].map((round) => [
      { calls: [write('same-failure.txt', `try ${round}`)] },
      { calls: [{ name: 'bash', input: { command: 'sh check.sh', description: `Runs the check, try ${round}` } }] },
    ])
    night.model.script('same-failure', [...rounds.flat(), { text: marker }])
    const session = await night.session()
    await session.say('Begin same-failure')
    await session.rest()
    const results = toolResults(night, 'same-failure', 12)
    expect(results.filter((text) => text.includes('expected 1 got 2'))).toHaveLength(5)
    expect(results.at(-1)).toContain('The call did not run: `sh check.sh` fails in the same way again and again')
    expect(night.project.blockers()).toContain('**[same failure]** `sh check.sh` fails in the same way again and again')
    expect(stopReason(night.project, session.id)).toBe('done')
  })

  test('the marker stops the run at once', async () => {
    night.model.script('marker-said', [{ calls: [readReadme] }, { text: `Tasks complete. ${marker}` }])
    const session = await night.session()
    await session.say('Begin marker-said')
    await session.rest()
    expect(night.model.requests('marker-said')).toHaveLength(2)
    expect(await userMessages(session)).toHaveLength(1)
    expect(stopReason(night.project, session.id)).toBe('done')
  })

  test('five equal answers stop the run after four prompts', async () => {
    night.model.script('same-answer', [{ calls: [todos(false)] }, { text: 'I believe I am finished.' }])
    const session = await night.session()
    await ask(night, session, 'on')
    await session.say('Begin same-answer')
    await session.rest()
    expect(await userMessages(session), 'the first answer came with progress').toHaveLength(1 + 1 + 4)
    expect(stopReason(night.project, session.id)).toBe('repeating')
    expect(await ask(night, session, 'status')).toContain('repeating')
  })

  test('a turn that never ends because the finish is unknown is ended by us', async () => {
    night.model.script('no-finish', [{ calls: [readReadme] }, { text: 'And on it goes.', finish: 'nothing-known' }])
    const session = await night.session()
    await session.say('Begin no-finish')
    await session.rest()
    expect(stopReason(night.project, session.id)).toBe('no-progress')
    expect(night.model.requests('no-finish').length).toBeLessThanOrEqual(5)
  })

  test('F4-09: a model that gives nothing at the end of its context is a limit', async () => {
    night.model.script('full-context', [{ calls: [readReadme] }, { text: '', finish: 'nothing-known' }])
    const session = await night.session()
    await session.say('Begin full-context')
    await session.rest()
    expect(stopReason(night.project, session.id)).toBe('limit')
    expect(night.model.requests('full-context').length).toBeLessThanOrEqual(4)
  })

  test('a tool loop without an end is ended by us', async () => {
    night.model.script('tool-loop', [{ calls: [readReadme] }])
    const session = await night.session()
    await session.say('Begin tool-loop')
    await session.rest()
    expect(stopReason(night.project, session.id)).toMatch(/^(repeating|no-progress)$/)
    expect(night.model.requests('tool-loop').length).toBeLessThan(60)
  })

  test('a permanent error of the provider brings at most one prompt, then a stop with the reason (F4-03)', async () => {
    night.model.script('no-key', [{ calls: [readReadme] }, { status: 401, error: { message: 'the key is gone' } }])
    const session = await night.session()
    await session.say('Begin no-key')
    await session.rest()
    expect((await userMessages(session)).length).toBeLessThanOrEqual(2)
    expect(stopReason(night.project, session.id)).toBe('error')
    expect(await ask(night, session, 'status')).toContain('the key is gone')
  })

  test('a plan agent is never told to go on (F3-10)', async () => {
    night.model.script('only-plans', [{ calls: [readReadme] }, { text: 'This is my plan.' }])
    const session = await night.session()
    await session.say('Begin only-plans', { agent: 'plan' })
    await session.rest()
    expect(await userMessages(session)).toHaveLength(1)
  })

  test('a refusal does not end a turn that has more to do', async () => {
    night.model.script('refused-then-works', [
      { calls: [bash('echo refused-then-works'), write('refused-then-works.txt', 'still written')] },
      { text: marker },
    ])
    const session = await night.session()
    await session.say('Begin refused-then-works')
    await session.rest()
    expect(toolResults(night, 'refused-then-works', 1)).toHaveLength(2)
    expect(night.project.read('refused-then-works.txt')).toBe('still written')
  })
})
