import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createSources } from '../../src/cli/policies/sources.ts'
import { compileDocument } from '../../src/policy/compile/compile.ts'
import { expandedText } from '../../src/policy/layers/expanded.ts'
import { resolveDocument } from '../../src/policy/layers/resolve.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { find } = createSources(root)
const path = 'tests/policies/fixtures/my-sections.yaml'
const resolved = (text: string) => resolveDocument({ name: path, text }, find)

const { document, problems } = resolved(readFileSync(join(root, path), 'utf8'))

test('a rule has what its section says, and one that is inserted what its neighbour has', () => {
  expect(problems).toEqual([])
  const rules = document?.rules.map(({ id, section, events, fallback }) => ({ id, section, events, fallback }))
  expect(rules?.filter(({ id }) => ['counted', 'with-the-others', 'any-request', 'told-always'].includes(id))).toEqual([
    { id: 'counted', section: 'pushes', events: ['permission.asked'], fallback: undefined },
    { id: 'with-the-others', section: 'pushes', events: ['permission.asked'], fallback: undefined },
    { id: 'any-request', section: 'leftovers', events: ['permission.asked', 'question.asked'], fallback: true },
    { id: 'told-always', section: 'leftovers', events: ['session.opened'], fallback: false },
  ])
})

test('the policy as one file has its sections in the list again and means the same', () => {
  const expanded = document === null ? '' : expandedText(document)
  expect(expanded).toContain('\n  - section: pushes\n    description: Commands that push\n')
  const again = resolved(expanded)
  expect(again.problems).toEqual([])
  const meaning = (given: typeof document) => (given === null ? null : compileDocument(given).policy?.meaning)
  expect(meaning(again.document)).toBe(meaning(document))
  expect(meaning(document)).toContain('"gates":["sections","sections, pushes"]')
})

test('the kind of a section goes with its events: a rule that names others hears no kind', () => {
  const record = (file: string) => `{ file: ${file}, title: text, fields: { text: { type: string, required: true } } }`
  const { document: kinds, problems: found } = resolved(`version: 1
name: notes
records: { note: ${record('notes.md')}, risk: ${record('risks.md')} }
rules:
  - { section: calls, events: [record.submitted], kind: note }
  - { id: noted, then: [{ record: { from: event } }] }
  - { id: risky, kind: risk, then: [{ record: { from: event } }] }
  - { id: greeted, events: [session.opened], then: [{ notify: Hello. }] }
`)
  expect(found).toEqual([])
  expect(kinds?.rules.map(({ id, kind }) => [id, kind])).toEqual([
    ['noted', 'note'],
    ['risky', 'risk'],
    ['greeted', undefined],
  ])
})

test('a kind in a section of other events is an error in each of its rules', () => {
  const { problems: found } = resolved(`version: 1
name: notes
rules:
  - { section: ends, events: [turn.ended], kind: note }
  - { id: a, then: [{ notify: A }] }
`)
  expect(found.map(({ message, line }) => [line, message])).toEqual([
    [4, 'Cannot use kind: it is for a rule whose only event is record.submitted'],
  ])
})
