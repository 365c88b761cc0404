import { describe, expect, it } from 'vitest'
import {
  clarifyAnswers,
  clarifyEntries,
  clarifyQuestions,
  clarifyText,
  toClarify,
  wantsSkipped,
} from '../../../src/runtime/views/clarify.ts'
import type { RecordEntry } from '../../../src/core/event.ts'
import { blockerKind } from '../../support/kinds.ts'
import { night, policiesFrom } from '../stage.ts'
import { recordOf } from './record-of.ts'

const { set } = policiesFrom(night)

const records = [
  recordOf({ id: 'n1' }),
  recordOf({ id: 'n2', status: 'skipped' }),
  recordOf({ id: 'n3', status: 'answered' }),
  recordOf({ id: 'n4', status: 'settled' }),
]
const ids = (words: string) => toClarify(records, wantsSkipped(words)).map(({ id }) => id)

const questionsOf = (some: readonly RecordEntry[]) => clarifyQuestions(clarifyEntries(some, () => blockerKind))

const shown = (id: string) => ({ id, session: 'S1', fingerprint: `f-${id}` })

describe('what a person is asked', () => {
  it('is what stands open, and on wish what was put off', () => {
    expect(ids('')).toEqual(['n1'])
    expect(ids('--skipped')).toEqual(['n1', 'n2'])
    const later = recordOf({ id: 'n9', blocks: true })
    expect(toClarify([...records, later], false).map(({ id }) => id)).toEqual(['n9', 'n1'])
  })

  it('is one of those that ask the same, also where one was put off', () => {
    const same = 'a1b2c3d4e5f6'
    const twins = [
      recordOf({ id: 'n1', status: 'skipped', fingerprint: same }),
      recordOf({ id: 'n2' }),
      recordOf({ id: 'n3', fingerprint: same }),
    ]
    expect(toClarify(twins, true).map(({ id }) => id)).toEqual(['n1', 'n2'])
    expect(toClarify(twins, false).map(({ id }) => id)).toEqual(['n2', 'n3'])
  })

  it('has the question, why and what it holds up, the options and a way to put it off', () => {
    const record = recordOf({
      context: 'The tests need\none.',
      holds: 'the login',
      chosen: 'SQLite',
      options: ['Postgres', 'SQLite', 'Postgres', 'Not now'],
    })
    expect(questionsOf([record])).toEqual([
      {
        shown: shown('n1'),
        header: 'n1',
        question: 'Which DB?\nContext: The tests need ⏎ one.\nBlocks: the login\n✓ Chosen: SQLite',
        options: [
          { label: 'Postgres', description: '', decision: 'words' },
          { label: 'SQLite', description: '', decision: 'words' },
          { label: 'Not now', description: 'Stays open; clarify --skipped asks again', decision: 'skip' },
        ],
      },
    ])
  })

  it('has what the agent says of an option beside it, also where others are left out', () => {
    const record = recordOf({
      options: ['Postgres', 'Not now', 'SQLite', 'Redis'],
      about: ['A server\nof its own', 'A trick', 'One file, key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'],
    })
    expect(questionsOf([record])[0]?.options.map(({ label, description }) => [label, description])).toEqual([
      ['Postgres', 'A server ⏎ of its own'],
      ['SQLite', 'One file, key [REDACTED:anthropic]'],
      ['Redis', ''],
      ['Not now', 'Stays open; clarify --skipped asks again'],
    ])
  })

  it('of a refused request offers to decide, and takes no label of ours from an agent', () => {
    const request = recordOf({
      question: 'bash: git push',
      options: ['Allow once', ' ALLOW  once!', 'Ａllow once', 'Wait'],
      allowable: true,
    })
    const [asked] = questionsOf([request])
    expect(asked?.options).toEqual([
      { label: 'Wait', description: 'The agent found this; it allows nothing', decision: 'words' },
      { label: 'Allow once', description: 'The same request, the next time it is asked for', decision: 'once' },
      { label: 'Allow in this project', description: 'The same request, until you take it back', decision: 'project' },
      { label: 'Never', description: 'Refused without a new entry', decision: 'never' },
      { label: 'Not now', description: 'Stays open; clarify --skipped asks again', decision: 'skip' },
    ])
  })

  it('of a question keeps an option that reads like a decision, since there is none to take', () => {
    const [asked] = questionsOf([recordOf({ options: ['Never', 'Sometimes', 'not now!'] })])
    expect(asked?.options.map(({ label }) => label)).toEqual(['Never', 'Sometimes', 'Not now'])
  })

  it.each([
    ['the request', { question: `bash: echo ${'x'.repeat(600)} && git push` }],
    ['what it is about', { context: `Asked with ${'x'.repeat(300)} and more` }],
  ])('offers nothing to allow where %s is too long to be read here', (_what, parts) => {
    const [asked] = questionsOf([recordOf({ id: 'n1', allowable: true, ...parts })])
    expect(asked?.options.map(({ label }) => label)).toEqual(['Not now'])
    expect(asked?.question).toContain('\nToo long to be allowed here: read it on the page, then /blockers allow n1')
  })

  it('shows no secret', () => {
    const [asked] = questionsOf([recordOf({ question: 'Use ghp_abcdefghijklmnopqrstuvwxyz0123456789?' })])
    expect(asked?.question).toBe('Use [REDACTED:github]?')
  })
})

describe('what a person answers', () => {
  const questions = questionsOf([recordOf({ id: 'n1' }), recordOf({ id: 'n2' }), recordOf({ id: 'n3' })])

  it('is told apart by its place, with several choices and words of their own (F6-03)', () => {
    expect(clarifyAnswers(questions, [['A', 'B', 'and C, but not on Fridays'], ['Not now'], []])).toEqual([
      { shown: shown('n1'), decision: 'words', text: 'A, B, and C, but not on Fridays' },
      { shown: shown('n2'), decision: 'skip', text: null },
    ])
  })

  it('is a decision by its label where it was offered, and words where it was not', () => {
    const offered = questionsOf([recordOf({ id: 'n1', allowable: true }), recordOf({ id: 'n2' })])
    expect(clarifyAnswers(offered, [['Allow once'], ['Allow once']])).toEqual([
      { shown: shown('n1'), decision: 'once', text: null },
      { shown: shown('n2'), decision: 'words', text: 'Allow once' },
    ])
    expect(clarifyAnswers(offered, [['Allow once', 'but from the branch night']])).toEqual([
      { shown: shown('n1'), decision: 'words', text: 'but from the branch night' },
    ])
  })

  it('may be short of some', () => {
    expect(clarifyAnswers(questions, [['Yes']])).toEqual([{ shown: shown('n1'), decision: 'words', text: 'Yes' }])
    expect(clarifyAnswers(questions, [['  '], ['Not now', 'Later this week']])).toEqual([
      { shown: shown('n2'), decision: 'words', text: 'Later this week' },
    ])
  })
})

describe('what the person is told', () => {
  it.each([
    [
      '',
      true,
      '1 entry waits for your answer. You are asked now, which costs one turn; Esc leaves what you did not answer for the next time.',
    ],
    [
      '--skipped',
      true,
      '2 entries wait for your answer. You are asked now, which costs one turn; Esc leaves what you did not answer for the next time.',
    ],
    [
      '',
      false,
      '1 entry waits for your answer. Nobody can be asked in `opencode run`: `npx opencode-diverter answer` shows and answers them.',
    ],
  ])('with the words "%s", asked: %s', (words, canAsk, text) => {
    expect(clarifyText(set, records, words, canAsk)).toBe(text)
  })

  it('is how many are asked at once, where many wait', () => {
    const many = Array.from({ length: 21 }, (_, index) => recordOf({ id: `n${index}` }))
    expect(clarifyText(set, many, '', true)).toContain(
      '21 entries wait for your answer. You are asked about the first 20 now,',
    )
  })

  it('counts what the agent decided apart', () => {
    const soft = policiesFrom(night.replace('title: Hard Blockers', 'title: Hard Blockers, checked: true')).set
    const open = records.slice(0, 1)
    expect(clarifyText(soft, open, '', true)).toContain('1 was decided without you. You are asked now,')
    const both = [...open, recordOf({ id: 'n9', section: 'permissions' })]
    expect(clarifyText(soft, both, '', true)).toContain('1 entry waits for your answer, 1 was decided without you. You')
  })

  it('is that nothing is open, and how to come to what was put off', () => {
    expect(clarifyText(set, [], '', true)).toBe('Nothing is open.')
    expect(clarifyText(set, records.slice(1), '', true)).toBe('Nothing is open. Put off: 1; --skipped asks them again.')
  })
})
