import { expect, test } from 'vitest'
import { memoryFiles } from '../../../src/rehearse/memory-files.ts'
import { FileFailure } from '../../../src/runtime/ports.ts'
import { graphPath, graphPolicies } from './graph.ts'
import { stageOf } from '../stage.ts'

const denied = (): never => {
  throw new FileFailure('EACCES', 'no')
}
const note = { name: 'note', action: 'a', text: '' }

test.each([
  ['locked', { lock: denied }],
  ['written', { replace: denied }],
])('where the file cannot be %s the decision stands in the store, without what the file lacks', (_, broken) => {
  const files = { ...memoryFiles(), ...broken }
  const stage = stageOf({ policies: graphPolicies(), files })
  expect(stage.send('S1', 'command.run', note).reply).toBe('1')
  expect(stage.host.notices).toEqual(['Project memory cannot be written: permission denied, EACCES'])
  expect(files.read(graphPath)).toBeNull()
  const decisions = stage.journal().filter(({ line }) => line === 'decision')
  expect(decisions).toMatchObject([{ event: { type: 'command.run', name: 'note' } }])
  const again = stageOf({ policies: graphPolicies(), files, process: 'two' })
  for (const one of [stage, again]) expect(one.runtime.state(one.session('S1'))?.slots.project).toEqual({})
})

test('what the store does not take does not come into the file, and the request is refused', () => {
  const stage = stageOf({ policies: graphPolicies() })
  stage.send('S1', 'command.run', note)
  const before = stage.files.read(graphPath)
  stage.files.fail('ENOSPC')
  expect(stage.send('S1', 'skill.requested', { skill: 'enter', via: 'tool' }).verdict).toMatchObject({
    outcome: 'deny',
    reason: expect.stringContaining('BLOCKED: this cannot be remembered (Cannot write to the store: the disk is full'),
  })
  expect(stage.files.read(graphPath)).toBe(before)
})
