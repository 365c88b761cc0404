import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { logPages } from '../../src/store/log-size.ts'
import { done, freshPlace, lines, open, project, value } from './bench.ts'

test.each([
  ['a large disk', 250e9, 8000],
  ['a disk of which nobody knows', Number.POSITIVE_INFINITY, 8000],
  ['8 MB', 8_388_608, 512],
  ['a full disk', 0, 100],
])('on %s the log leaves room for what it is written into', (_, left, pages) => {
  expect(logPages(left)).toBe(pages)
})

test('a store that never rests writes its log into the file', () => {
  const place = freshPlace()
  const store = open(place)
  const one = project(store)
  const before = statSync(place.database).size
  const text = 'x'.repeat(100_000)
  for (let n = 0; n < 400; n++) done(one.commit(lines({ n, text })))
  expect(statSync(place.database).size).toBeGreaterThan(before + 20_000_000)
  value(store.close())
})
