import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopReason } from '../support/journal.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import type { TestSession } from '../support/session.ts'
import { until } from '../support/wait.ts'
import { bash, marker, type Night, readReadme, startNight, toasts, toolResults } from './night.ts'

let night: Night
let spare: ScriptedModel
beforeAll(async () => {
  spare = await startScriptedModel()
  night = await startNight('fallback', {
    spareUrl: spare.url,
    files: {
      '.opencode/diverter.yaml': 'version: 1\npolicies: [./policies/night.yaml]\n',
      '.opencode/policies/night.yaml':
        'version: 1\nextends: builtin:blockers\nparams: { fallback: [spare/gone, spare/one], retryDelay: 1s }\n',
    },
  })
})
afterAll(async () => {
  await night.close()
  await spare.close()
})

const own = { agent: 'worker', model: { providerID: 'scripted', modelID: 'two' }, variant: 'high' }

const done = (session: TestSession): Promise<unknown> =>
  until('the end', () => stopReason(night.project, session.id) === 'done', {
    seen: () => [
      ...toasts(night),
      ...night.project
        .journal(session.id)
        .slice(-3)
        .map((line) => JSON.stringify(line)),
    ],
  })

/** To whom the messages in the user's place went. */
async function addressees({ id }: TestSession): Promise<string[]> {
  const messages = (await night.server.client.session.messages({ sessionID: id })).data ?? []
  return messages.flatMap(({ info }) =>
    info.role === 'user'
      ? [`${info.agent} ${info.model.providerID}/${info.model.modelID} ${info.model.variant ?? 'no variant'}`]
      : [],
  )
}

test.concurrent('the next model that there is takes over, and the person’s next message goes to the session’s own', async () => {
  const message = 'You exceeded your current quota, which resets in 3 hours.'
  night.model.script('quota-at-once', [{ status: 403, error: { message } }, { text: marker }])
  spare.script('quota-at-once', [{ calls: [bash('git push')] }, { text: 'Half of it.' }, { text: marker }])
  const session = await night.session()
  await session.say('Begin quota-at-once', own)
  await done(session)
  await session.rest()
  expect(await addressees(session)).toEqual([
    'worker scripted/two high',
    'worker spare/gone high',
    'worker spare/one high',
    'worker spare/one high',
  ])
  expect(spare.requests('quota-at-once').map(({ model }) => model)).toEqual(['one', 'one', 'one'])
  expect(toolResults({ ...night, model: spare }, 'quota-at-once', 1).at(-1)).toContain('git push')
  expect(night.project.blockers()).toContain('git push')
  expect(toasts(night)).toContainEqual(
    expect.stringMatching(
      /^scripted\/two cannot go on \(quota: .+\): prompts go to spare\/gone from here on, and to scripted\/two again after/,
    ),
  )
  expect(toasts(night)).toContainEqual(
    expect.stringContaining(
      'spare/gone cannot go on (no such model: Model not found: spare/gone.): prompts go to spare/one',
    ),
  )
  await session.say('And now?', { agent: 'worker' })
  await session.rest()
  expect((await addressees(session))[4]).toMatch(/^worker scripted\/two /)
  expect(night.model.requests('quota-at-once').at(-1)?.model).toBe('two')
})

test.concurrent('OpenCode’s own long wait is broken off for the next model', async () => {
  const headers = { 'retry-after': '3600' }
  night.model.script('quota-in-a-retry', [{ calls: [readReadme] }, { status: 429, headers }])
  spare.script('quota-in-a-retry', [{ text: marker }])
  const session = await night.session()
  await session.say('Begin quota-in-a-retry', own)
  await done(session)
  await session.rest()
  expect((await addressees(session)).at(-1)).toBe('worker spare/one high')
  expect(night.model.requests('quota-in-a-retry')).toHaveLength(2)
  expect(night.project.journal(session.id).filter(({ event }) => event?.type === 'user.interrupted')).toEqual([])
})
