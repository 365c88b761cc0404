import { afterEach, beforeEach, expect, test } from 'vitest'
import { contextCommand } from '../../src/cli/context.ts'
import { type Night, night } from './night.ts'

let project: Night
beforeEach(() => {
  project = night()
})
afterEach(() => project.remove())

const context = (event: string, options: Parameters<typeof contextCommand>[1] = {}) =>
  project.run((io) => contextCommand(event, options, io))

test('lists the fields of the event with their types and the verdicts that it takes', () => {
  const { code, output } = context('permission.asked')
  expect(code).toBe(0)
  expect(output).toMatch(/^permission\.asked: pass, allow, ask, deny\n\nEvent\n/)
  expect(output).toContain('\n  event.command      string        may be null\n')
  expect(output).toContain('\n  event.paths        list<path>\n')
})

test('lists what the policies of the project declare', () => {
  const { output } = context('turn.ended')
  expect(output).toContain('Memory of small\n  memory.still  counter  scope run; add, set, clear\n')
  expect(output).toContain('Facts of small\n  facts.todos.open    integer\n')
  expect(context('turn.ended', { policies: ['builtin:blockers'] }).output).toMatch(
    /\n {2}params\.match +sentence\|line\|end\|anywhere +now "sentence"\n/,
  )
})

test('lists operators with their arguments, helpers, and only the steps that the event takes', () => {
  const { output } = context('turn.ended')
  expect(output).toMatch(/\n {2}>= +takes 2 \(number\), gives boolean +null is an error\n/)
  expect(output).toMatch(/\nHelpers in texts\n(.*\n)* {2}cut +takes 2\n/)
  const steps = (text: string) => text.slice(text.indexOf('\nSteps\n'))
  expect(steps(output)).not.toMatch(/ {2}(deny|allow|reply|show|instruct) /)
  expect(steps(context('context.requested').output)).toMatch(/ {2}instruct /)
  expect(steps(context('context.requested').output)).not.toMatch(/ {2}(set|add|record|stop) /)
})

test('as JSON has the same tables', () => {
  const { tables, verdicts } = JSON.parse(context('command.run', { format: 'json' }).output)
  expect(verdicts).toEqual(['pass', 'deny'])
  expect(tables[0]).toEqual({
    title: 'Event',
    rows: ['name', 'action', 'text'].map((name) => ({ name: `event.${name}`, type: 'string', note: '' })),
  })
})

test('an event that there is not is wrong usage, with a suggestion', () => {
  const { code, errors } = context('turn.endd')
  expect(code).toBe(2)
  expect(errors).toMatch(
    /^Cannot list the context of "turn\.endd": there is no such event \(did you mean "turn\.ended"\?\); there are session\.opened, /,
  )
})
