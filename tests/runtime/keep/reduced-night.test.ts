import { describe, expect, test } from 'vitest'
import { readFigures } from '../../../src/runtime/keep/figures.ts'
import { digest } from '../../../src/runtime/files/node-digest.ts'
import { reduceNight } from '../../../src/runtime/keep/reduce.ts'
import { createKinds, noTrees } from '../../../src/runtime/page/kinds.ts'
import { value } from '../../store/bench.ts'
import { night, policiesFrom, project, stageOf, start, type TestStage } from '../stage.ts'

const policies = policiesFrom(night)
const asked = (request: string, permission = 'bash') => ({ request, permission, command: request })
const name = { directory: project, root: 'S1' }

function reduce({ store }: TestStage, most = 1000): void {
  const whole = store.whole()
  for (let isEmpty = false; !isEmpty; ) {
    const done = value(reduceNight(whole, name, most))
    if (typeof done === 'string' || done.result === 'behind') throw new Error(`Cannot reduce: ${JSON.stringify(done)}`)
    isEmpty = done.isEmpty
  }
}

/** A night with two entries, one of them answered, that a person switched off at its end. */
function workedNight(): TestStage {
  const stage = stageOf({ policies })
  stage.send('S1', 'tool.finished')
  stage.send('S1', 'permission.asked', asked('p1'))
  stage.send('S1', 'permission.asked', asked('p2'))
  stage.send('S1', 'turn.ended', { text: 'a' })
  stage.send('S1', 'step.ended', { tokens: 100, cost: 0.75 })
  stage.runtime.answer(stage.session('S1'), 'n1', { decision: 'words', text: 'Yes', via: 'terminal', by: 'Ada' })
  stage.clock.pass(3_600_000)
  stage.send('S1', 'turn.ended', { text: 'DONE' })
  return stage
}

const later = ({ files, store }: TestStage) => stageOf({ policies, files, store, process: 'later' })

describe('a night that was reduced', () => {
  test('opens with its entries, answers and run, and is at work again', () => {
    const first = workedNight()
    const before = first.runtime.state(first.session('S1'))
    reduce(first)
    const second = later(first)
    const after = second.runtime.state(second.session('S1'))
    expect(after?.records).toEqual(before?.records)
    expect(after?.records).toMatchObject([
      { id: 'n1', answer: 'Yes', answeredBy: 'Ada' },
      { id: 'n2', status: 'open' },
    ])
    expect(after?.run).toEqual(before?.run)
    expect([second.host.notices, second.host.logged]).toEqual([[], []])
    expect(second.send('S1', 'permission.asked', asked('p3')).verdict.outcome).toBe('deny')
    expect(second.runtime.state(second.session('S1'))?.records.map(({ id }) => id)).toEqual(['n1', 'n2', 'n3'])
    const third = later(first)
    expect(third.runtime.state(third.session('S1'))).toEqual(second.runtime.state(second.session('S1')))
  })

  test('keeps what the person switched for the session', () => {
    const first = workedNight()
    first.send('S1', 'command.run', { name: 'night', action: 'off' })
    reduce(first)
    expect(later(first).send('S1', 'permission.asked', asked('p3')).verdict.outcome).toBe('pass')
  })

  test('is reduced by a process while another one has it open, which goes on', () => {
    const first = workedNight()
    reduce(first, 2)
    first.send('S1', 'permission.asked', asked('p3'))
    const second = later(first)
    expect(second.runtime.state(second.session('S1'))?.records).toHaveLength(3)
    reduce(first)
    const third = later(first)
    expect(third.runtime.state(third.session('S1'))?.records).toHaveLength(3)
  })

  test('leaves nothing unread where another process has it open', () => {
    const first = workedNight()
    const other = later(first)
    const read = () => other.runtime.state(other.session('S1'))
    other.send('S1', 'user.wrote', { message: 'm', text: 'Go' })
    other.send('S1', 'permission.asked', asked('p3', 'wait'))
    const waits = read()?.waits
    first.runtime.answer(first.session('S1'), 'n2', { decision: 'once', text: null, via: 'terminal', by: null })
    first.send('S1', 'command.run', { name: 'night', action: 'off' })
    reduce(first)
    expect(other.send('S1', 'permission.asked', asked('p2')).verdict.outcome).toBe('pass')
    expect(read()?.records).toEqual(first.runtime.state(first.session('S1'))?.records)
    expect(read()?.records[1]).toMatchObject({ id: 'n2', status: 'answered', answeredAs: 'once' })
    expect([read()?.waits, Object.keys(waits ?? {})]).toEqual([waits, ['p3']])
    expect(other.host.notices).toEqual([])
    // What comes in the same moment is read behind it.
    first.runtime.answer(first.session('S1'), 'n2', { decision: 'words', text: 'No', via: 'terminal', by: null })
    reduce(first)
    first.runtime.answer(first.session('S1'), 'n1', { decision: 'words', text: 'Later', via: 'terminal', by: null })
    other.send('S1', 'turn.ended', { text: 'a' })
    expect(read()?.records).toMatchObject([{ answer: 'Later' }, { answer: 'No' }])
  })

  test('without entries shows those that come later as its policies declare them, also where no session is open', () => {
    const stage = stageOf({ policies })
    stage.send('S1', 'tool.finished')
    reduce(stage)
    stage.send('S1', 'permission.asked', asked('p1'))
    const kind = createKinds(noTrees, digest)(value(stage.store.whole().project(project)), 'S1', 'note')
    expect(kind?.file).toBe('notes.md')
  })

  test.each([1, 3, 1000])('has its figures, taken %i lines at a time', (most) => {
    const first = workedNight()
    reduce(first, most)
    const opened = value(value(first.store.whole().project(project)).tree('S1'))
    const figures = readFigures(opened?.figures ?? '')
    expect(figures).toEqual({
      v: 1,
      begin: start,
      end: start + 3_600_000,
      lines: opened?.seq,
      turns: 2,
      tokens: 100,
      cost: 0.75,
      prompts: 1,
      logged: 2,
      diverted: 2,
      reason: 'done',
    })
  })

  test('stays small, however many turns it had', () => {
    const first = stageOf({ policies })
    for (let n = 0; n < 300; n++) first.send('S1', 'turn.ended', { text: 'x'.repeat(500) })
    reduce(first)
    const opened = value(value(first.store.whole().project(project)).tree('S1'))
    expect(opened?.snapshot?.length).toBeLessThan(1500)
    expect(opened?.figures?.length).toBeLessThan(250)
  })
})
