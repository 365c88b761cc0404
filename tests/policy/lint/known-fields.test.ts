import { expect, test } from 'vitest'
import { checkFile } from '../../../src/policy/check-file.ts'

/** What lint says of a policy with these rules: `code: message`. */
function found(rules: string, facts = ''): string[] {
  const text = `version: 1
name: night
${facts}records:
  cost:
    file: costs.md
    tool: Note what it cost.
    title: what
    fields:
      what: { type: string, required: true }
      amount: { type: number, required: true }
      more: { type: number }
rules:
${rules}`
  return checkFile({ name: 'a.yaml', text }, () => 'there is no such file').problems.map(
    ({ code, message }) => `${code}: ${message}`,
  )
}

const submitted = (when: string) =>
  found(`  - { id: much, events: [record.submitted], when: ${when}, then: [{ reply: Much. }] }\n`)
const above = (name: string) => `{ ">": [{ var: event.${name} }, 5] }`

test.each([
  '{ var: event.valid }',
  '{ "!!": { var: event.valid } }',
  '{ "===": [{ var: event.valid }, true] }',
  '{ "!": { "!": { var: event.valid } } }',
])('a valid call has the fields that each one has: %s', (valid) => {
  expect(submitted(`{ and: [${valid}, ${above('amount')}] }`)).toEqual([])
  expect(submitted(`{ and: [${valid}, ${above('more')}] }`)).toEqual([
    expect.stringMatching(/^unguarded-null: event.more may be null/),
  ])
})

test.each([
  '{ "!": { var: event.valid } }',
  '{ "===": [{ var: event.valid }, false] }',
  '{ "!!": { var: event.ref } }',
])('no other call does: %s', (when) => {
  expect(submitted(`{ and: [${when}, ${above('amount')}] }`)).toEqual([
    expect.stringMatching(/^unguarded-null: event.amount may be null/),
  ])
})

const reads = (when: string, label: string) =>
  found(
    `  - { id: open, events: [turn.ended], when: ${when}, then: [{ notify: Open. }] }\n`,
    `facts: { plan: { file: { path: plan.md, within: "*.md"${label} } } }\n`,
  )

test('marks that a fact does not name are never found', () => {
  const help = 'since the fact names no marks: give it a label, as in { file: { …, label: TODO } }'
  const lines = '{ ">": [{ count: [{ var: facts.plan.lines }] }, 0] }'
  const count = '{ and: [{ var: facts.plan.exists }, { "!==": [{ var: facts.plan.count }, 0] }] }'
  expect(reads(lines, '')).toEqual([`constant-condition: facts.plan.lines is always empty, ${help}`])
  expect(reads(count, '')).toEqual([`constant-condition: facts.plan.count is never above 0, ${help}`])
  for (const when of [lines, count]) expect(reads(when, ', label: TODO')).toEqual([])
})
