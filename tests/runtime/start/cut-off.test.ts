import { expect, test } from 'vitest'
import { night, policiesFrom, stageOf } from '../stage.ts'

const policies = policiesFrom(night)
const nobody = () => false

/** A night with an armed run by process one, and one that rests. */
function left() {
  const first = stageOf({ policies, process: 'one' })
  first.send('S1', 'tool.finished')
  first.session('S2', { parent: null })
  first.send('S2', 'step.ended', { tokens: 5 })
  return first
}

test('a restart finds the nights whose run was armed, without an event', () => {
  const { files, clock } = left()
  const second = stageOf({ policies, files, clock, process: 'two' })
  expect(second.runtime.cutOff(nobody)).toEqual(['S1'])
  expect(second.runtime.session('S1').parent).toBeNull()
})

test('nights of this process and of others that live are at work', () => {
  const first = left()
  expect(first.runtime.cutOff(nobody)).toEqual([])
  const second = stageOf({ policies, files: first.files, clock: first.clock, process: 'two' })
  expect(second.runtime.cutOff((name) => name === 'one')).toEqual([])
  second.send('S1', 'tool.finished')
  second.send('S1', 'step.ended', { tokens: 5 })
  expect(second.runtime.cutOff(nobody), 'the person was faster').toEqual([])
})

test('older nights than a run can be long are not looked at', () => {
  const { files, clock } = left()
  clock.suspend(24 * 3_600_000 + 1)
  const second = stageOf({ policies, files, clock, process: 'two' })
  expect(second.runtime.cutOff(nobody)).toEqual([])
})
