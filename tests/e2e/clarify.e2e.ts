import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestSession } from '../support/session.ts'
import { until } from '../support/wait.ts'
import { ask, blocker, marker, type Night, startNight, toolResults } from './night.ts'

let night: Night
beforeAll(async () => {
  night = await startNight('clarify')
})
afterAll(() => night.close())

const log = (question: string, options: string[] = []) =>
  blocker({ category: 'architecture', question, context: `Why ${question}`, blocksProgress: true, options })
const placeholder = {
  name: 'question',
  input: { questions: [{ question: 'Anything?', header: 'Any', options: [{ label: 'Yes', description: '' }] }] },
}

const shown = async (session: TestSession) =>
  (await night.server.client.question.list()).data?.find((request) => request.sessionID === session.id)

/** Types the command and waits for what the person is shown; the command itself ends with the turn. */
async function clarify(session: TestSession, words = '') {
  const command = session.command(`/blockers clarify${words}`)
  const request = await until('the questions', () => shown(session))
  const reply = async (answers: string[][]) => {
    await night.server.client.question.reply({ requestID: request.id, answers })
    await command
  }
  return { request, reply, command }
}

test('the person is asked in the session; answers are kept, ticked and given to the agent (F10-04, F10-05)', async () => {
  night.model.script('three-wait', [
    { calls: [log('Which database?', ['Postgres', 'SQLite']), log('Which region?'), log('Which name?')] },
    { text: marker },
    { calls: [placeholder, placeholder] },
    { text: `Thank you. ${marker}` },
    { calls: [placeholder] },
    { text: marker },
  ])
  const session = await night.session()
  await session.say('Begin three-wait')
  await session.rest()

  const first = await clarify(session)
  expect(first.request.questions.map(({ header, question }) => `${header} ${question.split('\n')[0]}`)).toEqual([
    'b1 Which database?',
    'b2 Which region?',
    'b3 Which name?',
  ])
  expect(first.request.questions[0]?.options.map(({ label }) => label)).toEqual(['Postgres', 'SQLite', 'Not now'])
  await first.reply([['Postgres'], ['Not now'], []])
  const results = toolResults(night, 'three-wait', 3).slice(-2)
  expect(results[0]).toContain('="Postgres"')
  expect(results[1]).toBe('The user is being asked already: wait for the answers to your other call.')
  expect(night.project.blockers()).toMatch(/- \[x\] .*b1/)
  expect(night.project.blockers()).toMatch(/- \[ \] .*b2/)
  expect(night.model.requests('three-wait')).toHaveLength(4)

  const list = await ask(night, session, 'list')
  expect(list).toMatch(/b1 .*\[answered: /)
  expect(list).toMatch(/b2 .*\[skipped\]/)
  expect(list).toContain('3 recorded, 1 open')

  const second = await clarify(session, ' --skipped')
  expect(second.request.questions.map(({ header }) => header)).toEqual(['b2', 'b3'])
  await second.reply([['eu-west'], ['Blue, but not on Fridays']])
  expect(await ask(night, session, 'clarify')).toBe('Nothing is open.')
  expect(night.model.requests('three-wait')).toHaveLength(6)
})

test('what is broken off is asked the next time (F10-05)', async () => {
  night.model.script('breaks-off', [
    { calls: [log('Which colour?')] },
    { text: marker },
    { calls: [placeholder] },
    { text: `It can wait. ${marker}` },
    { calls: [placeholder] },
    { text: marker },
  ])
  const session = await night.session()
  await session.say('Begin breaks-off')
  await session.rest()
  const first = await clarify(session)
  await night.server.client.question.reject({ requestID: first.request.id })
  await first.command
  expect(await ask(night, session, 'list')).toContain('1 recorded, 1 open')
  const second = await clarify(session)
  await second.reply([['Green']])
  expect(await ask(night, session, 'list')).toMatch(/b4 .*\[answered: /)
})
