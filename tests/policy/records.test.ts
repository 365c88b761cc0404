import { describe, expect, test } from 'vitest'
import { policiesFrom } from '../runtime/stage.ts'

const policyOf = (text: string) =>
  policiesFrom(`version: 1\nname: night\n${text}`).set.policies[0] ?? expect.unreachable()
const note = 'title: note, fields: { note: { type: string, required: true } }'

describe('a kind that says little', () => {
  test('has one section, named like its file, and asks nobody', () => {
    const { records } = policyOf(`records: { note: { file: docs/open_risks-2026.md, ${note} } }`)
    expect(records['note']).toMatchObject({
      sections: [{ id: 'all', title: 'Open risks 2026', checked: false, when: null }],
      same: 'note',
      label: [],
      answer: null,
      tool: null,
      fields: { note: { as: 'note', description: '', shown: null, beside: null } },
    })
  })
})

describe('rules on the calls of a tool', () => {
  const tool = `file: notes.md, tool: Note it., ${note}`
  const rules = (text: string) => policyOf(text).rules.map(({ id, kind }) => `${id} ${kind}`)

  test('stand in where none is written', () => {
    expect(rules(`records: { note: { ${tool} } }`)).toEqual(['night/note-invalid note', 'night/note-noted note'])
  })

  test('are left to the policy as soon as one hears the kind alone', () => {
    const own = 'rules: [{ id: own, events: [record.submitted], then: [{ reply: Thanks. }] }]'
    expect(rules(`records: { note: { ${tool} } }\n${own}`)).toEqual(['night/own note'])
  })

  test('stand in for one kind and not for the other', () => {
    const own = 'rules: [{ id: own, events: [record.submitted], kind: idea, then: [{ reply: Thanks. }] }]'
    expect(rules(`records: { note: { ${tool} }, idea: { ${tool} } }\n${own}`)).toEqual([
      'night/own idea',
      'night/note-invalid note',
      'night/note-noted note',
    ])
  })

  test('are not those that hear other events too', () => {
    const both = 'rules: [{ id: both, events: [record.submitted, turn.ended], then: [arm] }]'
    expect(rules(`records: { note: { ${tool} } }\n${both}`)).toEqual([
      'night/both null',
      'night/note-invalid note',
      'night/note-noted note',
    ])
  })

  test('are not needed where there is no tool', () => {
    expect(rules(`records: { note: { file: notes.md, ${note} } }`)).toEqual([])
  })
})

test.each(['bash', 'todowrite', 'task'])('a kind with a tool is not called %s, as a tool of OpenCode', (kind) => {
  const of = (parts: string) => `version: 1\nname: night\nrecords: { ${kind}: { file: notes.md, ${parts}${note} } }`
  expect(() => policiesFrom(of('tool: Note it., '))).toThrow(
    `Cannot offer a tool "${kind}": OpenCode has one of this name; give the kind another, such as "${kind}_note"`,
  )
  expect(policiesFrom(of('')).set.policies).toHaveLength(1)
})
