import { expect, test } from 'vitest'
import type { RecordEntry } from '../../src/core/event.ts'
import { fold } from '../../src/core/fold.ts'
import { highestNumber, placesWith, type RecordPlaces, recordsWith } from '../../src/core/records/places.ts'
import { emptyTree, type TreeState } from '../../src/core/state.ts'
import { recordOf } from '../runtime/views/record-of.ts'

/** Entries of which each tenth has the same fingerprint, request and class. */
const entry = (at: number): RecordEntry =>
  recordOf({
    id: `b${at}`,
    fingerprint: `f${at % 10}`,
    request: at % 2 === 0 ? null : `r${at % 10}`,
    class: `c${at % 10}`,
  })

const after = (count: number): TreeState =>
  Array.from({ length: count }, (_, at) => ({ change: 'record.added' as const, record: entry(at) })).reduce(
    fold,
    emptyTree,
  )

test.each([0, 1, 64, 65, 66, 1000])('entries are found as a search would find them, among %i', (count) => {
  const state = after(count)
  for (const name of ['id', 'fingerprint', 'class', 'request'] as const) {
    for (const value of ['b3', 'f3', 'c3', 'r3', 'nobody'])
      expect(recordsWith(state, name, value)).toEqual(state.records.filter((record) => record[name] === value))
  }
})

test('an entry that changes stays in its place', () => {
  const state = [
    { change: 'record.counted' as const, id: 'b7', fill: { topic: 'Once more' } },
    { change: 'record.closed' as const, id: 'b70', status: 'answered' as const, word: null },
  ].reduce(fold, after(100))
  expect(recordsWith(state, 'id', 'b7')).toMatchObject([{ topic: 'Once more', seen: entry(7).seen + 1 }])
  expect(recordsWith(state, 'id', 'b70')).toMatchObject([{ status: 'answered' }])
})

test('entries are put in order a few times each, and looked through a few at a time', () => {
  const kept = new Set<RecordPlaces>()
  let ordered = 0
  let state = emptyTree
  for (let at = 0; at < 4000; at++) {
    state = fold(state, { change: 'record.added', record: entry(at) })
    if (!kept.has(state.places)) ordered += state.places.upTo
    kept.add(state.places)
    expect(state.records.length - state.places.upTo).toBeLessThanOrEqual(Math.max(64, state.places.upTo / 8))
  }
  expect(ordered).toBeLessThan(9 * 4000)
  expect(placesWith(state, 'id', 'b3999')).toEqual([3999])
})

test.each([3, 500])('the highest number counts, wherever it stands among %i', (count) => {
  const late = [900, 5].map((at) => ({ change: 'record.added' as const, record: entry(at) }))
  const state = [...late, ...late.slice(1)].reduce(fold, after(count))
  expect([highestNumber(state, 'b'), highestNumber(state, 'n')]).toEqual([900, 0])
  expect(highestNumber(after(count), 'b')).toBe(count - 1)
})
