import { describe, expect, test } from 'vitest'
import { resolveDocument } from '../../src/policy/layers/resolve.ts'
import { sourcesOf } from '../support/builtin-sources.ts'

const base = `version: 1
name: base
params:
  words: { type: list, default: [a, b] }
  more: { type: list, default: [a], merge: append }
  span: { type: duration, default: 5m }
conditions:
  busy: { and: [{ var: event.progress }, { var: event.empty }] }
templates:
  go: Go on.
records:
  note:
    file: notes.md
    title: note
    fields: { note: { type: string, required: true }, category: { type: enum, values: [a, b, c] } }
    sections: [{ id: first, title: First }, { id: last, title: Last }]
rules:
  - { id: one, events: [turn.ended], when: { cond: busy }, then: [{ prompt: { template: go } }] }
  - { id: two, events: [turn.ended], then: [pass] }
`

function resolve(layer: string, locked = false) {
  const text = locked ? base.replace('name: base', 'name: base\nlocked: true') : base
  const source = { name: 'layer.yaml', text: `version: 1\nextends: ./base.yaml\n${layer}` }
  return resolveDocument(source, sourcesOf({ 'base.yaml': text, 'go.hbs': 'From a file.' }))
}

function document(layer: string) {
  const resolved = resolve(layer)
  expect(resolved.problems).toEqual([])
  if (!resolved.document) throw new Error('no document')
  return resolved.document
}

const problems = (layer: string, locked = false) =>
  resolve(layer, locked).problems.map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`)

describe('a layer', () => {
  test('keeps the name and sets values; merge: append adds', () => {
    const { name, params } = document('params: { words: x, more: [b], span: 1m }')
    expect(name).toBe('base')
    expect(params?.['words']?.default).toBe('x')
    expect(params?.['more']?.default).toEqual(['a', 'b'])
    expect(params?.['span']).toEqual({ type: 'duration', default: '1m' })
  })

  test('adds new names and rules at their place', () => {
    const { rules, templates } = document(`templates: { other: ./go.hbs }
insert:
  - { after: one, rules: [{ id: middle, events: [turn.ended], then: [abort] }] }
  - { before: one, rules: [{ id: zero, events: [turn.ended], then: [abort] }] }
`)
    expect(rules.map(({ id }) => id)).toEqual(['zero', 'one', 'middle', 'two'])
    expect(templates?.['other']).toBe('From a file.')
  })

  test('merges settings one level, replaces conditions and texts', () => {
    const resolved = document(`override:
  rules.one: { mode: disabled, because: not now }
  records.note.sections.last: { title: Other }
  conditions.busy: { var: event.empty }
  templates.go: ./go.hbs
`)
    expect(resolved.rules[0]).toMatchObject({ id: 'one', mode: 'disabled', because: 'not now', when: { cond: 'busy' } })
    expect(resolved.records?.['note']?.sections?.[1]).toEqual({ id: 'last', title: 'Other' })
    expect(resolved.conditions?.['busy']).toEqual({ var: 'event.empty' })
    expect(resolved.templates?.['go']).toBe('From a file.')
  })

  test('changes lists by append, prepend and remove', () => {
    const { records } = document(
      'override: { records.note.fields.category.values: { append: [d], prepend: [z], remove: [b] } }',
    )
    expect(records?.['note']?.fields['category']).toEqual({ type: 'enum', values: ['z', 'a', 'c', 'd'] })
  })

  test('cannot stand beside a rule of a policy that has none', () => {
    const text = `version: 1\nname: base\nrecords: { note: { file: a.md, title: note, fields: { note: { type: string, required: true } } } }\n`
    const layer =
      'version: 1\nextends: ./base.yaml\ninsert: [{ after: one, rules: [{ id: two, events: [turn.ended], then: [pass] }] }]\n'
    const found = resolveDocument({ name: 'layer.yaml', text: layer }, sourcesOf({ 'base.yaml': text }))
    expect(found.problems.map(({ message }) => message)).toEqual(['Cannot insert after "one": there is no such rule'])
  })

  test.each([
    ['{ append: [d] }', ['a', 'b', 'c', 'd']],
    ['[e]', ['e']],
  ])('takes categories for the values of the field category: %s', (change, values) => {
    const { records } = document(`override: { records.note.categories: ${change} }`)
    expect(records?.['note']?.fields['category']).toEqual({ type: 'enum', values })
  })

  test('may change rules that it inserts itself', () => {
    const { rules } = document(`insert: [{ after: two, rules: [{ id: three, events: [turn.ended], then: [abort] }] }]
override: { rules.two: { mode: observe } }
`)
    expect(rules.map(({ id, mode }) => [id, mode])).toEqual([
      ['one', undefined],
      ['two', 'observe'],
      ['three', undefined],
    ])
  })

  test.each([
    ['override: { rules.tow: { mode: observe } }', 'layer.yaml:3 override', 'did you mean "two"'],
    ['override: { record.note: { file: x } }', 'layer.yaml:3 override', 'did you mean "records"'],
    ['override: { records.note.categories: { apend: [d] } }', 'layer.yaml:3 override', 'did you mean "append"'],
    ['override: { records.note.categories: { remove: [q] } }', 'layer.yaml:3 override', 'no "q" to remove'],
    ['override: { name: other }', 'layer.yaml:3 override', 'may not change it'],
    ['override: { params.span: 3m }', 'layer.yaml:3 override', 'under params'],
    ['params: { spam: 3m }', 'layer.yaml:3 param', 'did you mean "span"'],
    ['params: { span: { type: duration } }', 'layer.yaml:3 param', 'give a value'],
    ['templates: { go: x }', 'layer.yaml:3 exists', 'change it under override'],
    ['templates: { new: ./none.hbs }', 'layer.yaml:3 missing-file', 'there is no such file'],
    [
      'insert: [{ before: on, rules: [{ id: x, events: [turn.ended], then: [pass] }] }]',
      'layer.yaml:3 insert',
      'did you mean "one"',
    ],
    ['rules: []', 'layer.yaml:3 unknown-key', 'insert'],
    ['override: { rules.two: { events: [turn.end] } }', 'layer.yaml:3 schema', 'turn.ended'],
  ])('is told what is wrong with %s', (layer, place, hint) => {
    const found = problems(layer).join('\n')
    expect(found).toContain(place)
    expect(found).toContain(hint)
  })

  test.each([
    'override: { rules.two: { mode: observe } }',
    'mode: observe',
    'params: { words: x }',
    'memory: { n: { kind: flag } }',
    'insert: [{ before: one, rules: [{ id: x, events: [turn.ended], then: [pass] }] }]',
  ])('cannot weaken a locked policy by %s', (layer) => {
    expect(problems(layer, true).join('\n')).toContain('layer.yaml:3 locked')
  })

  test('may add to a locked policy', () => {
    const { document: resolved, problems: none } = resolve('params: { more: b }', true)
    expect(none).toEqual([])
    expect(resolved?.params?.['more']?.default).toEqual(['a', 'b'])
  })
})

test('files that extend each other in a circle are refused', () => {
  const find = sourcesOf({
    'a.yaml': 'version: 1\nextends: ./b.yaml\n',
    'b.yaml': 'version: 1\nextends: ./a.yaml\n',
  })
  const { problems: found } = resolveDocument({ name: 'a.yaml', text: 'version: 1\nextends: ./b.yaml\n' }, find)
  expect(found[0]?.message).toContain('in a circle')
})
