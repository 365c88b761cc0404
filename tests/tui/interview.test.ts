import { describe, expect, it } from 'vitest'
import type { Question } from '../../src/channel/messages.ts'
import {
  beginInterview,
  closing,
  current,
  heading,
  type Interview,
  next,
  offer,
  rows,
} from '../../src/tui/interview.ts'

describe('an interview', () => {
  const question = (record: string, options: string[] = [], allowable = false): Question => ({
    record,
    question: `Which ${record}?`,
    details: [],
    options,
    about: [],
    allowable,
  })
  const two = beginInterview([question('b1', ['Postgres', 'SQLite']), question('b2')])
  const answering = (...answers: (string | null)[]): Interview =>
    answers.reduce((state, text) => next(state, { decision: text === null ? 'skip' : 'words', text }), two)

  it('asks one question after the other', () => {
    expect([heading(two), current(two)?.record]).toEqual(['1 of 2 (b1)', 'b1'])
    const second = answering('Postgres')
    expect([heading(second), current(second)?.record]).toEqual(['2 of 2 (b2)', 'b2'])
    const end = answering('Postgres', null)
    expect([current(end), end.answered]).toEqual([null, 1])
  })

  it('offers what the agent found, a text of one’s own, and to put it off', () => {
    expect(rows(question('b1', ['Postgres']))).toEqual([
      {
        title: 'Postgres',
        category: 'The agent found',
        value: { choose: 'answer', answer: { decision: 'words', text: 'Postgres' } },
      },
      { title: 'Write an answer', category: 'Yours', value: { choose: 'write' } },
      {
        title: 'Not now',
        description: '/blockers clarify --skipped asks again',
        category: 'Yours',
        value: { choose: 'answer', answer: { decision: 'skip', text: null } },
      },
    ])
    const about = { ...question('b1', ['Postgres', 'SQLite']), about: ['A server of its own', ''] }
    expect(rows(about).map(({ title, description }) => [title, description])).toEqual([
      ['Postgres', 'A server of its own'],
      ['SQLite', undefined],
      ['Write an answer', undefined],
      ['Not now', '/blockers clarify --skipped asks again'],
    ])
    expect(rows(question('b2')).map(({ title }) => title)).toEqual(['Write an answer', 'Not now'])
    expect(
      rows(question('b3', [], true)).map(({ title, value }) => [title, 'answer' in value && value.answer.decision]),
    ).toEqual([
      ['Allow once', 'once'],
      ['Allow in this project', 'project'],
      ['Never', 'never'],
      ['Write an answer', false],
      ['Not now', 'skip'],
    ])
  })

  it('says at its end what is kept and what is left', () => {
    expect(closing(two)).toBe('Nothing is answered, 2 questions are left for /blockers clarify.')
    expect(closing(answering('A'))).toBe('1 answer is kept, 1 question is left for /blockers clarify.')
    expect(closing(answering('A', null))).toBe('1 answer is kept; the agent reads it in its instructions.')
    expect(closing(answering('A', 'B'))).toBe('2 answers are kept; the agent reads them in its instructions.')
    expect(closing(answering(null, null))).toBe('Nothing is answered; /blockers clarify --skipped asks again.')
  })

  it('offers to send a resting agent on its way with the answers, and one at work nothing', () => {
    for (const nothing of [two, answering('A'), answering(null, null)]) expect(offer(nothing, true, true)).toBeNull()
    expect(offer(answering('A', 'B'), false, true)).toBeNull()
    expect(offer(answering('A', 'B'), true, true)).toEqual({
      title: 'Give the answers to the agent now?',
      message: '2 answers are kept. The agent goes on with them, which costs a turn.',
    })
    expect(offer(answering('A', null), true, false)).toEqual({
      title: 'Give the answer to the agent now?',
      message: '1 answer is kept. The agent goes on with it, which costs a turn and switches diverting on.',
    })
  })
})
