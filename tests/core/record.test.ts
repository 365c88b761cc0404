import { expect, test } from 'vitest'
import { fold } from '../../src/core/fold.ts'
import type { RecordKind } from '../../src/core/policy.ts'
import { type RecordDraft, writeRecord } from '../../src/core/record.ts'
import { emptyTree } from '../../src/core/state.ts'
import { entryLines } from '../../src/runtime/page/markdown.ts'
import { pageEntries } from '../runtime/page/page-entries.ts'

const kind: RecordKind = {
  file: 'page.md',
  tool: null,
  categories: ['a'],
  cooldown: 0,
  max: 2,
  beyond: 'There was more.',
  sections: [{ id: 'all', title: 'All', checked: false, when: null }],
}

const draft = (name: string, question: string): RecordDraft => ({
  kind: name,
  category: 'a',
  topic: null,
  question,
  context: null,
  why: null,
  holds: null,
  blocks: false,
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
  const lines = recorded(['Bug']).flatMap((record) => entryLines(record, false, 'UTC'))
  expect(pageEntries(lines.join('\n')).map(({ id }) => id)).toEqual(['b1'])
})
