import { expect, test } from 'vitest'
import { loadPolicies } from '../../../src/policy/load.ts'
import { sourcesOf } from '../../support/builtin-sources.ts'

const found = (text: string) =>
  loadPolicies(['./team.yaml'], sourcesOf({ 'team.yaml': `version: 1\nname: team\n${text}` })).problems.map(
    ({ line, code, message }) => `${line} ${code}: ${message}`,
  )

const kind = (more: string, fields = '') =>
  `records:\n  note:\n    file: notes.md\n    title: note\n${more}    fields:\n      note: { type: string, required: true }\n${fields}`

test.each([
  ['label: [nite]', '', '7 field-form: There is no field "nite" (did you mean "note"?)'],
  [
    'label: [many]',
    'many: { type: list }',
    '7 field-form: Cannot use many as a label: it is a list; allowed are string and enum',
  ],
  ['answer: note', '', '7 field-form: Cannot choose from note: it is a string; write a list, or true for words'],
  ['answer: ways', '', '7 field-form: There is no field "ways"; there are note'],
  [
    'same: level',
    'level: { type: enum, values: [a], required: true }',
    '7 field-form: Cannot use level as same: it is a string with required: true, so that each entry has one',
  ],
  [
    '',
    'more: { type: string, beside: note }',
    '9 field-form: Cannot show more beside note: that field is not shown itself',
  ],
  [
    '',
    'more: { type: string, shown: More, beside: note }',
    '9 field-form: Cannot show more twice: it has shown; write one of shown and beside',
  ],
  ...(['string', 'list'] as const).map((type) => [
    '',
    `more: { type: ${type}, beside: all }\n      all: { type: ${type === 'list' ? 'string' : 'list'}, shown: All }`,
    '9 field-form: Cannot show more beside all: only a list stands beside a list, item by item',
  ]),
  [
    '',
    'more: { type: string, as: note }',
    '9 field-name: Two fields are called note in the tool: give this one another name with as',
  ],
  ['', 'more: { type: string, as: ref }', '9 field-name: Cannot name a field ref in the tool: it names an entry there'],
  ...['id', 'status', 'kind', 'raw', 'from', 'fingerprint', 'tries', 'type'].map((name) => [
    '',
    `${name}: { type: string }`,
    `9 field-name: Cannot name a field ${name}: the engine says this of every record; take another name`,
  ]),
])('%s %s', (more, field, message) => {
  const text = kind(more === '' ? '' : `    ${more}\n`, field === '' ? '' : `      ${field}\n`)
  // The line of what is written into the kind itself comes before its fields.
  expect(found(text)).toEqual([message])
})

test('a fact looks for fields of its kind', () => {
  const facts =
    'facts: { some: { records: { kind: note, notes: x } } }\nrules: [{ id: a, events: [command.run], then: [{ reply: "{{facts.some.total}}" }] }]\n'
  expect(found(`${kind('')}${facts}`)).toEqual(['9 field-unknown: There is no field "notes" (did you mean "note"?)'])
})

test('a rule reads the fields of the kind whose calls it hears', () => {
  const rule = (read: string) =>
    `rules: [{ id: a, events: [record.submitted], then: [{ reply: "{{event.${read}}}" }] }]\n`
  expect(found(`${kind('')}${rule('note')}`)).toEqual([])
  expect(found(`${kind('')}${rule('question')}`)).toEqual([expect.stringContaining('template-variable')])
  const facts =
    'facts: { some: { records: { kind: note } } }\nrules: [{ id: a, events: [command.run], then: [{ reply: "{{facts.some.latest.nite}}" }] }]\n'
  expect(found(`${kind('')}${facts}`)).toEqual([expect.stringContaining('there is no "nite" (did you mean "note"?)')])
})

test('a rule hears a kind that there is, and no other event beside', () => {
  const rule = (events: string, name: string) => `rules: [{ id: a, events: [${events}], kind: ${name}, then: [arm] }]\n`
  expect(found(`${kind('')}${rule('record.submitted', 'nite')}`)).toEqual([
    '9 unknown-name: There is no kind of record "nite" (did you mean "note"?)',
  ])
  expect(found(`${kind('')}${rule('record.submitted, turn.ended', 'note')}`)).toEqual([
    '9 schema: Cannot use kind: it is for a rule whose only event is record.submitted',
  ])
  expect(found(rule('record.submitted', 'blocker'))).toEqual([])
})

test('categories are named where fields are wanted', () => {
  expect(found('records: { note: { file: notes.md, categories: [a] } }')).toContainEqual(
    '3 unknown-key: Unknown key "categories" (did you mean "fields"?)',
  )
})

const owned = (rules: string, owner = 'required: true, by: rule') => `records:
  bug:
    file: bugs.md
    tool: Note a bug.
    title: bug
    fields:
      bug: { type: string, required: true }
      owner: { type: string, ${owner}, shown: Owner }
rules:
  - { id: keep, events: [record.submitted], then: [${rules}] }
`

test.each([
  ['{ record: { from: event } }', '12 field-missing: This record lacks owner: each bug has it'],
  [
    '{ record: { from: event, owner: { var: event.owner } } }',
    '12 unknown-variable: Cannot read event.owner: record.submitted has no "owner"',
  ],
])('a field that only rules give is missing where a rule takes the call alone: %s', (step, wanted) => {
  expect(found(owned(step))).toEqual([expect.stringContaining(wanted)])
})

test('a field that only rules give needs a rule, has no name in the tool, and is fine where one gives it', () => {
  expect(found(owned('{ record: { from: event, owner: night shift } }'))).toEqual([])
  expect(found(owned('{ record: { from: event } }', 'by: rule'))).toEqual([])
  expect(found(owned('{ record: { from: event, owner: a } }', 'by: rule, as: who'))).toEqual([
    '10 field-name: Cannot name owner in the tool: only rules give it; leave out one of as and by',
  ])
  expect(found(owned('{ notify: a }').replace('record.submitted', 'turn.ended'))).toEqual([
    '10 field-missing: Nothing gives owner: write a rule on record.submitted with kind: bug that records it',
  ])
})
