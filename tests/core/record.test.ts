import { expect, test } from 'vitest'
import { fold } from '../../src/core/fold.ts'
import { type RecordDraft, writeRecord } from '../../src/core/steps/record.ts'
import { emptyTree } from '../../src/core/state.ts'
import { entryLines } from '../../src/runtime/page/markdown.ts'
import { blockerKind } from '../support/kinds.ts'
import { pageEntries } from '../runtime/page/page-entries.ts'

const kind = { ...blockerKind, file: 'page.md', cooldown: 0, max: 2, beyond: 'There was more.' }

const draft = (name: string, question: string): RecordDraft => ({
  kind: name,
  category: 'other',
  topic: null,
  question,
  context: null,
  why: null,
  holds: null,
  blocks: null,
  options: [],
  chosen: null,
  reasoning: null,
  allowable: false,
  fingerprint: question,
  class: null,
  request: null,
  at: 0,
  session: 'S1',
  path: ['S1'],
  rule: 'p/r',
  turn: 0,
  bare: true,
})

/** The records after one of each of these kinds, in order. */
function recorded(kinds: readonly string[]) {
  let state = emptyTree
  for (const [at, name] of kinds.entries())
    state = writeRecord(state, kind, draft(name, `Question ${at}?`), null).changes.reduce(fold, state)
  return state.records
}

test('ids are unique whatever the kinds are called, also of the entry for all above the maximum', () => {
  const ids = recorded(['blocker', 'bug', 'blocker', 'note', 'Bug', 'blocker', 'bug', 'bug']).map(({ id }) => id)
  expect(ids).toEqual(['b1', 'b2', 'b3', 'n1', 'b4', 'b5', 'b6', 'b7'])
})

test('a page finds the entries of a kind whose name begins with a capital letter', () => {
  const lines = recorded(['Bug']).flatMap((record) => entryLines(kind, record, false, 'UTC'))
  expect(pageEntries(lines.join('\n')).map(({ id }) => id)).toEqual(['b1'])
})

/** The entry of a refused request after the agent said more of it. */
function saidOf(asked: Partial<RecordDraft>, said: Partial<RecordDraft>) {
  const request = { ...draft('blocker', 'git push'), rule: 'p/divert', ...asked }
  const report = { ...draft('blocker', 'Other words'), bare: false, rule: 'p/add', ...said }
  const first = writeRecord(emptyTree, kind, request, null).changes.reduce(fold, emptyTree)
  const after = writeRecord(first, kind, report, 'b1').changes.reduce(fold, first)
  return entryLines(kind, after.records[0] ?? expect.unreachable(), false, 'UTC')
}

test('what an agent says of a request that may be allowed leaves its label, its words and who decided', () => {
  const more = { topic: 'npm test', context: 'only a test', holds: 'the release' }
  expect(saidOf({ topic: 'bash', context: 'Asked for git push.', allowable: true }, more)).toEqual([
    '- [ ] **[Bash]** git push (b1)',
    '  - **Context**:',
    '',
    '    ```text',
    '    Asked for git push.',
    '    only a test',
    '    ```',
    '  - **Blocks**: the release',
    '  - **Decided by**: p/divert',
  ])
  expect(saidOf({ allowable: true }, { topic: 'npm test' }), 'a label that was empty').toEqual([
    '- [ ] **[Other]** git push (b1)',
    '  - **Decided by**: p/divert',
  ])
})

test('what an agent says of a question counts more than what a rule could know', () => {
  const more = { topic: 'storage', context: 'for the nights', blocks: true }
  expect(saidOf({ topic: 'question', context: 'Asked by build.' }, more)).toEqual([
    '- [ ] **[Storage]** git push (b1)',
    '  - **Context**: for the nights',
    '  - **Blocks**: Yes',
  ])
})

/** The entry after one report of the agent and another of the same question. */
function reported(...reports: readonly Partial<RecordDraft>[]) {
  const drafts = reports.map((report) => ({ ...draft('blocker', 'Which DB?'), bare: false, ...report }))
  const after = drafts.reduce(
    (state, said) => writeRecord(state, kind, said, null).changes.reduce(fold, state),
    emptyTree,
  )
  return after.records[0] ?? expect.unreachable()
}

test('another choice for an open question comes first, and what is said of each option stays with it', () => {
  const first = { options: ['Postgres', 'MySQL'], about: ['billing has it', ''] }
  expect(reported(first, { options: ['SQLite', 'postgres.'], about: ['a file'] })).toMatchObject({
    options: ['SQLite', 'postgres.', 'MySQL'],
    about: ['a file', 'billing has it', ''],
  })
  expect(reported(first, { options: [] }), 'no choice at all').toMatchObject(first)
})

test('the choice that the agent goes on with is the newest one, with its reason and never with that of another', () => {
  const first = { options: ['a', 'b'], chosen: 'a', reasoning: 'older' }
  expect(reported(first, { chosen: 'b' })).toMatchObject({ chosen: 'b', reasoning: null })
  expect(reported(first, { chosen: null })).toMatchObject({ chosen: 'a', reasoning: 'older' })
  expect(reported(first, { chosen: 'b', bare: true }), 'what a rule says').toMatchObject({ chosen: 'a' })
})

test('a list does not grow without end', () => {
  const options = Array.from({ length: 90 }, (_, at) => `option ${at}`)
  expect(reported({ options }, { options: options.map((text) => `new ${text}`) })['options']).toHaveLength(100)
})
