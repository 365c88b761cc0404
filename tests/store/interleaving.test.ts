import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProjectStore, Store } from '../../src/store/store.ts'
import { freshPlace, line, open, project, record, value } from './bench.ts'

const roots = ['r', 's']

/** What one process does next: it reads, or it writes with what it knows, or it writes whatever others did. */
const step = fc.record({
  who: fc.nat({ max: 2 }),
  root: fc.constantFrom(...roots),
  does: fc.constantFrom('read', 'decide', 'append', 'answer twins', 'reopen'),
  count: fc.integer({ min: 1, max: 3 }),
  adds: fc.boolean(),
})

/** A process with what it has seen so far. */
interface Seat {
  name: string
  store: Store
  one: ProjectStore
  seen: Map<string, { seq: number; bodies: string[] }>
  revision: number
  next: number
}

test('whatever the order, all see the same lines in the same order, and no number comes twice', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const place = freshPlace()
      const seats = [0, 1, 2].map((who): Seat => {
        const store = open(place, `p${who}`)
        const seen = new Map(roots.map((root) => [root, { seq: 0, bodies: [] }]))
        return { name: `p${who}`, store, one: project(store), seen, revision: 0, next: 1 }
      })
      // What must have been written, by tree.
      const written = new Map<string, string[]>(roots.map((root) => [root, []]))
      const numbers: number[] = []
      let revision = 0

      const read = (seat: Seat): void => {
        for (const root of roots) {
          const known = seat.seen.get(root)
          if (known === undefined) throw new Error(`Cannot read ${root}`)
          const found = value(seat.one.since(root, known.seq))
          expect(found.unsealed).toEqual([])
          known.seq = found.seq
          known.bodies.push(...found.lines.map(({ body }) => body))
        }
        const shared = value(seat.one.shared())
        seat.revision = shared.revision
        seat.next = shared.next('b')
      }

      for (const [at, { who, root, does, count, adds }] of steps.entries()) {
        const seat = seats[who]
        if (seat === undefined) throw new Error('Cannot go on: nobody sits there')
        if (does === 'read') read(seat)
        if (does === 'reopen') {
          value(seat.store.close())
          seat.store = open(place, seat.name)
          seat.one = project(seat.store)
        }
        if (does === 'read' || does === 'reopen') continue
        const made = Array.from({ length: count }, (_none, n) => line({ at, n }))
        const knows = seat.seen.get(root)?.seq === written.get(root)?.length && seat.revision === revision
        const isBlind = does !== 'decide'
        const touched = does === 'answer twins' ? roots : [root]
        const isNew = adds && does === 'decide'
        const { result } = value(
          seat.one.commit({
            trees: touched.map((each) => ({
              root: each,
              after: isBlind ? null : (seat.seen.get(root)?.seq ?? 0),
              lines: made,
            })),
            revision: isBlind ? null : seat.revision,
            records: isNew ? [record(seat.next)] : [],
          }),
        )
        expect(result).toBe(isBlind || knows ? 'done' : 'behind')
        if (result === 'behind') continue
        for (const each of touched) written.get(each)?.push(...made.map(({ body }) => body))
        if (isNew) {
          numbers.push(seat.next)
          revision += 1
        }
      }

      for (const seat of seats) {
        read(seat)
        for (const root of roots) {
          expect(seat.seen.get(root)?.bodies).toEqual(written.get(root))
          expect(value(seat.one.tree(root))?.lines.map(({ body }) => body) ?? []).toEqual(written.get(root))
        }
        expect(value(seat.one.records()).map(({ number }) => number)).toEqual(numbers)
        value(seat.store.close())
      }
      expect(numbers).toEqual([...new Set(numbers)])
      rmSync(place.folder, { recursive: true })
    }),
    { numRuns: 60 },
  )
})
