import { expect, test } from 'vitest'
import { checkFile } from '../../../src/policy/check-file.ts'

const policy = `version: 1
name: night
params: { hosts: { type: list, of: command, default: ["curl *"], description: Hosts } }
memory: { seen: { kind: counter }, phase: { kind: enum, values: [one, two], initial: one } }
facts: { work: { todos: {} }, notes: { records: { kind: note } } }
conditions: { reaches: { runs: [{ var: event.command }, { var: params.hosts }] } }
templates: { told: "No {{quote event.command}}." }
commands: { night: { description: The night, actions: [status] } }
records:
  note: { file: notes.md, tool: Note it, title: text, fields: { text: { type: string, required: true } } }
rules:
  - id: refuse
    events: [permission.asked]
    when: [reaches, { "!": { var: memory.seen } }, { ">": [{ var: facts.work.open }, 0] }]
    then: [{ deny: { template: told } }]
  - id: status
    events: [command.run]
    when: [{ "===": [{ var: event.name }, night] }, { in: [{ var: event.action }, [status]] }]
    then: [{ reply: "{{memory.phase}} {{facts.notes.open}}" }]
  - { id: counted, events: [turn.ended], when: { "<": [{ var: event.calls }, 5] }, then: [{ add: { seen: 1 } }] }
  - { id: kept, limit: { tokens: 1000 }, then: [{ stop: { reason: budget } }] }
`

function found(text: string): string[] {
  return checkFile({ name: 'a.yaml', text }, () => 'there is no such file').problems.map(
    ({ line, message }) => `${line}: ${message}`,
  )
}

test('the policy itself is right', () => expect(found(policy)).toEqual([]))

test.each([
  ['type: list', 'type: lsit', '3: Cannot use "lsit" for "type" (did you mean "list"?)'],
  ['type: string', 'type: sting', '10: Cannot use "sting" for "type" (did you mean "string"?)'],
  [
    'initial: one',
    'initial: on',
    '4: The slot "phase" is an enum and never "on" (did you mean "one"?); allowed are one, two',
  ],
  [
    'params.hosts',
    'params.host',
    '6: Cannot read params.host: there is no param "host" (did you mean "hosts"?) (in rule "refuse")',
  ],
  [
    '[reaches,',
    '[reachs,',
    '14: A text is the name of a condition here, and there is no condition "reachs" (did you mean "reaches"?)',
  ],
  ['memory.seen', 'memory.sen', '14: Cannot read memory.sen: there is no memory slot "sen" (did you mean "seen"?)'],
  ['facts.work', 'facts.wrok', '14: Cannot read facts.wrok.open: there is no fact "wrok" (did you mean "work"?)'],
  ['template: told', 'template: tld', '15: There is no template "tld" (did you mean "told"?)'],
  ['kind: note', 'kind: noet', '5: There is no kind of record "noet" here (did you mean "note"?)'],
  [', night]', ', nigth]', '18: No command is called "nigth" (did you mean "night"?)'],
  ['[status]] }]', '[sttus]] }]', '18: No action is called "sttus" (did you mean "status"?)'],
  ['{ var: event.calls }', '{ cuont: [{ var: event.calls }] }', '20: Unknown operator "cuont" (did you mean "count"?)'],
  ['{ var: event.calls }', '{ max: [{ vr: event.calls }, 1] }', '20: Unknown operator "vr" (did you mean "var"?)'],
  ['"!":', 'not:', '14: Unknown operator "not": use "!"'],
  ['tokens: 1000', 'tokens: 100k', '21: Cannot use "100k": a number is wanted'],
])('%s written as %s is one finding', (right, wrong, told) => {
  expect(found(policy.replace(right, wrong))).toEqual([told])
})

test('commands and kinds of other policies are none of its own', () => {
  const other = policy.replace(', night]', ', blockers]').replace('kind: note', 'kind: blocker')
  expect(found(other)).toEqual([])
})
