import { expect, test } from 'vitest'
import { policiesFrom, stageOf } from '../stage.ts'

const policies = policiesFrom(`version: 1
name: night
description: Questions wait for a person for a while.
memory: { asked: { kind: counter, scope: tree } }
rules:
  - { id: count, events: [question.asked], then: [{ add: { asked: 1 } }, { notify: A question. }] }
  - { id: often, events: [question.asked], limit: { of: 2, per: tree }, then: [{ deny: Not again. }] }
  - { id: wait, events: [question.asked], then: [{ ask: { for: 5m } }] }
`)
const questions = [{ question: 'Which DB?', options: ['Postgres', 'SQLite'] }]

test('a question that is left to a person is decided once, when it is shown under its request', () => {
  const { send, runtime, session, host, journal } = stageOf({ policies })
  const lines = () => journal().filter(({ event }) => JSON.stringify(event ?? {}).includes('question.asked'))
  expect(send('S1', 'question.asked', { request: null, questions }).verdict).toMatchObject({ outcome: 'ask' })
  expect([lines(), host.notices, runtime.state(session('S1'))?.slots.tree]).toEqual([[], [], {}])
  const shown = send('S1', 'question.asked', { request: 'q1', questions })
  expect(shown.verdict).toMatchObject({ outcome: 'ask', by: 'night/wait', for: 300_000 })
  expect(lines()).toHaveLength(1)
  expect(host.notices).toEqual(['A question.'])
  const state = runtime.state(session('S1'))
  expect([state?.slots.tree, Object.keys(state?.waits ?? {})]).toEqual([{ 'night/asked': 1, 'night/often': 1 }, ['q1']])
})

test('a question that is refused before it is shown is decided there', () => {
  const { send, journal } = stageOf({ policies })
  send('S1', 'question.asked', { request: 'q1', questions })
  const before = journal().length
  expect(send('S1', 'question.asked', { request: null, questions }).verdict).toMatchObject({ by: 'night/often' })
  expect(journal().length).toBeGreaterThan(before)
})
