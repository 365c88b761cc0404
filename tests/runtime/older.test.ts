import { describe, expect, test } from 'vitest'
import type { RecordEntry } from '../../src/core/event.ts'
import { recordIn } from '../../src/runtime/answers/record-rows.ts'
import { changesOf, parseLine } from '../../src/runtime/nights/journal-line.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { createKinds, noTrees } from '../../src/runtime/page/kinds.ts'
import { entryLines } from '../../src/runtime/page/markdown.ts'
import { storedSet } from '../../src/runtime/nights/stored-set.ts'
import { recordOf } from './views/record-of.ts'

/** A policy as an older version kept it, by the hash that it had there. */
const hash = '98bb83b8d0ab'
const documents = JSON.stringify([
  {
    version: 1,
    name: 'night',
    records: {
      note: {
        file: 'notes.md',
        tool: 'Note something.',
        categories: ['permission', 'other'],
        sections: [{ id: 'hard', title: 'Hard Blockers' }],
      },
    },
    rules: [],
  },
])
const project = { sets: () => ({ ok: true as const, value: [{ hash, documents }] }) }

/** An entry as an older version kept it. */
function older(parts: object): object {
  const { answeredAs: _, ...record } = recordOf({ category: 'other', topic: 'storage', context: 'For the bench.' })
  return { ...record, decision: null, ...parts }
}

const shown = (record: RecordEntry) =>
  entryLines(createKinds(noTrees, digest)(project, 'S1', 'note'), record, false, 'UTC').join('\n')

describe('what an older version kept', () => {
  test('an entry is shown as it was, by the policy of its night', () => {
    const answered = older({ options: ['Postgres', 'SQLite'], decision: 'words', answer: 'Postgres' })
    const record = recordIn(JSON.stringify(answered))
    expect(record).toMatchObject({ answeredAs: 'words', answer: 'Postgres' })
    expect(record).not.toHaveProperty('decision')
    expect(shown(record)).toBe(`- [ ] **[Storage]** Which DB? (n1)
  - **Context**: For the bench.
  - **Blocks**: No
  - **Options researched**:
    1. Postgres
    2. SQLite
  - **Answer**: Postgres`)
  })

  test('a rule that knew nothing of what waits said no, which is not shown', () => {
    expect(shown(recordIn(JSON.stringify(older({ bare: true }))))).not.toContain('Blocks')
    expect(shown(recordIn(JSON.stringify(older({ chosen: 'SQLite' }))))).not.toContain('Blocks')
  })

  test('a line says of its entries what this version says', () => {
    const said = { category: 'other', topic: 'storage', question: 'Which DB?', chosen: null }
    const line = {
      ...{ v: 1, seq: 1, process: 'p', at: 0, line: 'decision', session: 'S1', facts: {}, set: hash, rules: [] },
      event: { type: 'step.ended' },
      verdict: { outcome: 'pass', by: null },
      effects: [{ effect: 'record', result: 'added', id: 'n1', section: 'hard', ...said, seen: 1, by: 'night/log' }],
      changes: [
        { change: 'record.added', record: older({ bare: true }) },
        { change: 'record.dropped', kind: 'note', question: 'Which name?' },
        { change: 'shadow', policy: 'night', of: { change: 'record.added', record: older({ decision: 'skip' }) } },
      ],
    }
    const read = parseLine(JSON.stringify(line)) ?? expect.unreachable()
    expect(changesOf(read)).toMatchObject([
      { record: { answeredAs: null, blocks: null } },
      { change: 'record.dropped', kind: 'note', title: 'Which name?' },
      { of: { record: { answeredAs: 'skip' } } },
    ])
    expect(read).toMatchObject({
      effects: [
        {
          effect: 'record',
          kind: 'note',
          title: 'Which DB?',
          fields: { category: 'other', topic: 'storage', context: 'For the bench.' },
        },
      ],
    })
  })

  test('a policy decides nothing under the hash that it had there', () => {
    expect(storedSet(hash, documents, digest)).toBe(`the stored policy set ${hash} comes from an older version`)
  })
})
