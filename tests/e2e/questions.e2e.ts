import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/wait.ts'
import { ask, marker, type Night, program, startNight, toolResults } from './night.ts'

const policy = `version: 1
extends: builtin:blockers
insert:
  - before: divert-question
    rules:
      - id: wait-for-an-answer
        events: [question.asked]
        when: { matches: [{ var: event.text }, "^Wait"] }
        then: [{ ask: { for: 12s } }]
      - id: first-test-runner
        events: [question.asked]
        then:
          - answer: { if: [{ matches: [{ var: item.question }, test runner] }, { first: [{ var: item.options }] }, null] }
`

let night: Night
beforeAll(async () => {
  night = await startNight('questions', { files: { '.opencode/policies/night.yaml': policy } })
})
afterAll(() => night.close())

const asks = (...questions: { header: string; question: string; options: string[] }[]) => ({
  calls: [
    {
      name: 'question',
      input: {
        questions: questions.map(({ options, ...question }) => ({
          ...question,
          options: options.map((label) => ({ label, description: label })),
        })),
      },
    },
  ],
})
const database = { header: 'Wait', question: 'Which DB?', options: ['Postgres', 'SQLite'] }

const shown = (session: { id: string }) =>
  until('the question', async () =>
    ((await night.server.client.question.list()).data ?? []).find(({ sessionID }) => sessionID === session.id),
  )

/** How many decisions the night of a session has about a question. */
const decisions = (session: { id: string }): number =>
  program(night, 'export', session.id)
    .output.split('\n')
    .filter((line) => line.includes('"type":"question.asked"')).length

test('a question waits for a person, who answers in time', async () => {
  night.model.script('answered-in-time', [asks(database), { text: marker }])
  const session = await night.session()
  await session.say('Begin answered-in-time')
  const { id } = await shown(session)
  expect(await ask(night, session, 'status')).toMatch(/Waits: "Which DB\?" is diverted at \d\d:\d\d/)
  await night.server.client.question.reply({ requestID: id, answers: [['SQLite']] })
  await session.rest()
  expect(toolResults(night, 'answered-in-time', 1)[0]).toContain('"Which DB?"="SQLite"')
  expect(night.project.blockers()).not.toContain('Which DB?')
  expect(decisions(session)).toBe(1)
})

test('a question that nobody answers in time is diverted, and the work goes on', async () => {
  night.model.script('nobody-came', [asks(database), { text: marker }])
  const session = await night.session()
  await session.say('Begin nobody-came')
  await shown(session)
  await session.rest()
  expect(toolResults(night, 'nobody-came', 1)[0]).toMatch(/"Which DB\?"="This answer is automatic: nobody is present/)
  expect(night.project.blockers()).toMatch(/- \[ \] \*\*\[Question\]\*\* Which DB\? \(b\d+\)/)
})

test('a rule answers one question of two, and the agent hears of each by name', async () => {
  const runner = { header: 'Tests', question: 'Which test runner?', options: ['Vitest', 'Jest'] }
  const port = { header: 'Port', question: 'Which port?', options: ['80', '8080'] }
  night.model.script('by-name', [asks(runner, port), { text: marker }])
  const session = await night.session()
  await session.say('Begin by-name')
  await session.rest()
  const [told] = toolResults(night, 'by-name', 1)
  expect(told).toContain(
    'The rule blockers/first-test-runner has answered "Which test runner?", and no person has seen',
  )
  expect(told).toContain('Nobody has answered "Which port?".')
  expect(night.project.blockers()).toContain('**✓ Chosen**: Vitest (Chosen by the rule blockers/first-test-runner;')
})
