import { describe, expect, test } from 'vitest'
import type { GivenWord } from '../../../src/runtime/answers/give-word.ts'
import { heardText, problemText } from '../../../src/runtime/answers/heard-text.ts'
import { processorTime } from '../../support/processor-time.ts'
import { night, policiesFrom, stageOf } from '../stage.ts'

const policies = policiesFrom(night)
const words = (text: string): GivenWord => ({ decision: 'words', text, via: 'dialog', by: null })
const decided = (decision: GivenWord['decision']): GivenWord => ({ decision, text: null, via: 'dialog', by: null })

function asked(...commands: string[]) {
  const stage = stageOf({ policies })
  for (const command of commands)
    stage.send('S1', 'permission.asked', { request: command, permission: 'bash', command })
  const answer = (id: string, word: GivenWord) => stage.runtime.answer(stage.session('S1'), id, word)
  const project = () => {
    const found = stage.store.open('reader').project()
    if (!found.ok) throw new Error(found.problem.message)
    return found.value
  }
  const inForce = () => {
    const found = project().grants()
    return found.ok
      ? found.value.flatMap((one) => (one.ended === null ? [[one.record, one.reach, one.sealed]] : []))
      : []
  }
  const recordOf = (id: string) => stage.runtime.state(stage.session('S1'))?.records.find((one) => one.id === id)
  return { ...stage, answer, inForce, recordOf }
}

describe('a word on a refused request', () => {
  test('is a grant in force, and the last word ends the one before', () => {
    const { answer, inForce, recordOf } = asked('git push')
    expect(answer('n1', decided('once'))).toMatchObject({ result: 'kept' })
    expect(inForce()).toEqual([['n1', 'once', true]])
    answer('n1', decided('project'))
    expect(inForce()).toEqual([['n1', 'project', true]])
    answer('n1', words('No, wait.'))
    expect(inForce()).toEqual([])
    expect(recordOf('n1')).toMatchObject({
      status: 'answered',
      answeredAs: 'words',
      answer: 'No, wait.',
      answeredVia: 'dialog',
    })
  })

  test('in words after a never leaves the never as it is', () => {
    const { answer, inForce } = asked('git push')
    answer('n1', decided('never'))
    answer('n1', words('Use the branch night instead.'))
    expect(inForce()).toEqual([['n1', 'never', true]])
  })

  test('goes to what the person was shown, whatever number it has now', () => {
    const { runtime, session, recordOf } = asked('git push', 'npm publish')
    const first = recordOf('n1')
    if (first === undefined) throw new Error('nothing was written down')
    const shown = { ...first, id: 'n2' }
    const answered = runtime.answer(session('S1'), shown, decided('once'))
    expect(answered).toMatchObject({ result: 'kept', entries: [{ record: { id: 'n1' } }] })
    expect(recordOf('n2')?.status).toBe('open')
    expect(runtime.answer(session('S1'), shown, decided('once'))).toMatchObject({ result: 'refused', code: 'unknown' })
  })

  test('on what a rule named closes nothing in another session', () => {
    const named = '{ record: { category: other, question: "More time?", fingerprint: budget } }'
    const rule = `rules:\n  - { id: budget, events: [user.wrote], then: [${named}] }`
    const { session, send, runtime } = stageOf({ policies: policiesFrom(night.replace('rules:', rule)) })
    session('S2').parent = null
    for (const name of ['S1', 'S2'] as const) send(name, 'user.wrote', { message: name, text: 'Go' })
    const answered = runtime.answer(session('S1'), 'n1', words('Tomorrow.'))
    expect(answered).toMatchObject({ result: 'kept', entries: [{ root: 'S1' }] })
    expect(runtime.state(session('S2'))?.records.map(({ status }) => status)).toEqual(['open'])
  })

  test('holds no secret and nothing that a terminal would obey', () => {
    const { answer, recordOf } = asked('git push')
    answer('n1', words('use ghp_abcdefghijklmnopqrstuvwxyz0123456789 \u001b[31mnow\u202e'))
    expect(recordOf('n1')?.answer).toBe('use [REDACTED:github] \\x1b[31mnow\\u202e')
  })

  test('that nobody sealed changes nothing', () => {
    const { answer, send, store, inForce } = asked('git push')
    answer('n1', decided('never'))
    store.sql("UPDATE grants SET reach = 'project'; UPDATE answers SET decision = 'project'")
    expect(inForce()).toEqual([['n1', 'project', false]])
    const { verdict } = send('S1', 'permission.asked', { request: 'again', permission: 'bash', command: 'git push' })
    expect(verdict.outcome).toBe('deny')
  })
})

describe('a word that cannot be kept', () => {
  const refusedWith = (code: string) => ({ result: 'refused', code, page: null })
  test.each([
    ['n9', words('x'), 'unknown'],
    ['n1', words(' \u200b\n'), 'empty'],
    ['n1', words('x'.repeat(10_001)), 'too-long'],
  ] as const)('%s: %j', (id, word, code) => {
    const { answer, recordOf } = asked('git push')
    expect(answer(id, word)).toMatchObject(refusedWith(code))
    expect(recordOf('n1')?.status).toBe('open')
  })

  test.each([
    ['what cannot be seen', '\u202e'.repeat(1_000_000)],
    ['what looks like secrets', 'https://a:b@'.repeat(90_000)],
    ['beginnings of keys', '-----BEGIN PRIVATE KEY-----\n'.repeat(40_000)],
  ])('1 MB of %s costs nothing, as an answer and as a name', (_what, text) => {
    const { answer } = asked('git push')
    const answered: unknown[] = []
    const took = processorTime(() => {
      answered.push(answer('n1', words(text)), answer('n1', { ...words('yes'), by: text }))
    })
    expect(answered).toMatchObject([refusedWith('too-long'), refusedWith('too-long')])
    expect(took).toBeLessThan(100)
  })

  test('since the disk is full is said, and nothing has changed', () => {
    const { answer, files, inForce, recordOf } = asked('git push')
    files.fail('ENOSPC')
    const answered = answer('n1', decided('once'))
    expect(answered).toMatchObject(refusedWith('not-written'))
    expect(problemText('n1', answered)).toMatch(/^Cannot answer n1: Cannot write to the store: the disk is full/)
    files.fail(null)
    expect([inForce(), recordOf('n1')?.status]).toEqual([[], 'open'])
  })
})

test('a person hears what became of a word', () => {
  const { answer, send } = asked('git push')
  send('S1', 'record.submitted', { kind: 'note', category: 'question', question: 'Which DB?' })
  const said = (id: string, word: GivenWord) => heardText(id, answer(id, word), word, `/night allow ${id}`)
  expect(said('n1', decided('skip'))).toBe('n1 is put off: bash: git push')
  expect(said('n1', decided('once'))).toBe('n1 is allowed once: bash: git push')
  expect(said('n1', decided('project'))).toBe('n1 is allowed in this project: bash: git push')
  expect(said('n1', decided('never'))).toBe('n1 is never allowed: bash: git push')
  expect(said('n1', decided('skip'))).toBe('Cannot answer n1: it is answered already')
  expect(said('n1', words('Yes'))).toBe(
    'n1 is answered: Yes\nWords allow nothing: /night allow n1 lets it be tried again.',
  )
})

describe('a later word on one of several entries that one word closed', () => {
  function twice() {
    const stage = stageOf({ policies })
    stage.session('S2').parent = null
    for (const name of ['S1', 'S2'])
      stage.send(name, 'permission.asked', { request: name, permission: 'bash', command: 'git push' })
    const say = (id: string, word: GivenWord) => {
      stage.clock.pass(1000)
      return stage.runtime.answer(stage.session('S1'), id, word)
    }
    const said = () => ['S1', 'S2'].map((name) => stage.runtime.state(stage.session(name))?.records[0]?.answeredAs)
    return { ...stage, say, said }
  }

  test.each(['once', 'never', 'words'] as const)('stands on all of them: %s', (decision) => {
    const { say, said } = twice()
    say('n1', decided('project'))
    const word = decision === 'words' ? words('Wait.') : decided(decision)
    expect(say('n2', word)).toMatchObject({ entries: [{ record: { id: 'n2' } }, { record: { id: 'n1' } }] })
    expect(said()).toEqual([decision, decision])
  })

  test('stands wherever it takes an allow back, and putting off takes nothing back', () => {
    const { say, said, send } = twice()
    say('n1', decided('once'))
    send('S1', 'permission.asked', { request: 'again', permission: 'bash', command: 'git push' })
    say('n3', decided('skip'))
    expect(said()).toEqual(['once', 'once'])
    say('n3', decided('never'))
    expect(said()).toEqual(['never', 'never'])
  })
})
