import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopReason } from '../support/journal.ts'
import type { Answer } from '../support/scripted-model.ts'
import type { TestSession } from '../support/session.ts'
import { until } from '../support/wait.ts'
import { marker, type Night, readReadme, startNight } from './night.ts'

let night: Night
beforeAll(async () => {
  night = await startNight('provider', {
    files: {
      '.opencode/diverter.yaml': 'version: 1\npolicies: [./policies/night.yaml]\n',
      '.opencode/policies/night.yaml':
        'version: 1\nextends: builtin:blockers\nparams: { retries: 2, retryDelay: 1s, userGrace: 1s }\n',
    },
  })
})
afterAll(() => night.close())

const html = '<!doctype html><html><title>Just a moment</title></html>'
const stream = 'text/event-stream'

/** What a provider may send in place of an answer, for ever. */
const garbage: Record<string, Answer> = {
  'an HTML page': { raw: { type: 'text/html', text: html } },
  'an HTML page with an error': { status: 403, raw: { type: 'text/html', text: html } },
  'an empty stream': { raw: { type: stream, text: '' } },
}
/** And what passes, in the middle of a turn. */
const passing: Record<string, Answer> = {
  'an HTML page': { raw: { type: 'text/html', text: html } },
  'an empty stream': { raw: { type: stream, text: '' } },
  'half a chunk': { raw: { type: stream, text: 'data: {"id":"answer-1","object":"chat.comp', cut: true } },
}

const stopped = (key: string, reason: string, session: TestSession): Promise<unknown> =>
  until(`the stop of ${key}`, () => stopReason(night.project, session.id) === reason, {
    seen: () =>
      night.project
        .journal(session.id)
        .slice(-3)
        .map((line) => JSON.stringify(line)),
  })

test.concurrent.each(Object.entries(garbage))('%s for ever ends the run as an error', async (name, answer) => {
  const key = name.replaceAll(' ', '-')
  night.model.script(key, [{ calls: [readReadme] }, answer])
  const session = await night.session()
  await session.say(`Begin ${key} now`)
  await stopped(key, 'error', session)
  await session.rest()
  expect(night.model.requests(key).length).toBeLessThanOrEqual(4)
})

test.concurrent.each(Object.entries(passing))('%s once is no end', async (name, answer) => {
  const key = `once-${name.replaceAll(' ', '-')}`
  night.model.script(key, [{ calls: [readReadme] }, answer, { text: marker }])
  const session = await night.session()
  await session.say(`Begin ${key} now`)
  await stopped(key, 'done', session)
})
