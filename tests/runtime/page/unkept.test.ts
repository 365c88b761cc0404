import { expect, test } from 'vitest'
import { type Means, merge, type Wanted } from '../../../src/runtime/page/merge.ts'
import { parsePage } from '../../../src/runtime/page/page.ts'

const means: Means = {
  outcome: () => null,
  digest: (text) => text.replaceAll(/\s/g, '_'),
  zone: 'UTC',
  now: 1000,
  mark: (state) => `${state}`.padStart(12, '0'),
  follows: () => () => true,
}
const nothing = { rows: new Map(), newest: 0, different: new Map<string, boolean>() }
const session = { root: 'S1', title: '', at: 0 }
const open: Wanted = {
  id: 'b1',
  session,
  section: 'Hard',
  lines: ['- [ ] Which DB? (b1)'],
  checked: false,
  isOpen: true,
}
const answered: Wanted = {
  ...open,
  lines: ['- [x] Which DB? (b1)', '  - **Answer**: Postgres (you, in the terminal, 2026-01-01 06:00)'],
  checked: true,
  isOpen: false,
}

test('an answer comes onto a page whose rows were never kept, and stays there', () => {
  const { text } = merge(parsePage(''), [open], nothing, means)
  // The process died here: the store knows nothing of this page.
  const later = merge(parsePage(text), [answered], nothing, means)
  expect(later.text).toContain('- [x] Which DB? (b1)\n  - **Answer**: Postgres (you')
  const rows = new Map(later.rows.map((row) => [row.record, row]))
  const again = merge(parsePage(later.text), [answered], { ...nothing, rows, newest: later.state }, means)
  expect(again.text.match(/Answer/g)).toHaveLength(1)
})
