import { expect, test } from 'vitest'
import type { LineBody } from '../../src/runtime/nights/journal-line.ts'
import { createNights } from '../../src/runtime/nights/nights.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { newSession } from '../../src/runtime/session.ts'
import { newTree } from '../../src/runtime/nights/tree.ts'
import { memoryFiles } from '../../src/rehearse/memory-files.ts'
import { paperStore } from '../../src/rehearse/paper-store.ts'
import { virtualClock } from '../../src/rehearse/virtual-clock.ts'
import { problem } from '../../src/store/problem.ts'
import { night, policiesFrom, start } from './stage.ts'

/** Nights over a store that is gone until it is `there`, with what is done counted. */
function stage() {
  const paper = paperStore('one')
  const seen = { isThere: false, sizes: [] as number[], looks: 0 }
  const nights = createNights(
    {
      clock: virtualClock(start, 'UTC'),
      files: memoryFiles(),
      digest,
      process: 'one',
      host: {
        answer: async () => ({ ok: true }),
        prompt: async () => ({ ok: true }),
        abort: async () => ({ ok: true }),
        notify: () => undefined,
        log: () => undefined,
      },
      store: {
        ...paper,
        project: () => ({
          ok: true,
          value: {
            ...paper.night,
            commit: (commit) => {
              seen.sizes.push(commit.trees.reduce((sum, { lines }) => sum + lines.length, 0))
              return seen.isThere ? paper.night.commit(commit) : { ok: false, problem: problem('write', 'full', {}) }
            },
          },
        }),
      },
    },
    { learn: () => undefined, kept: () => undefined, written: () => undefined },
  )
  const tree = newTree(newSession('S1'), policiesFrom(night))
  /** A line of which is counted how often somebody looks at what it changes. */
  const line = (why: string): LineBody => ({
    line: 'change',
    why,
    get changes() {
      seen.looks += 1
      return [{ change: 'turned' as const }]
    },
  })
  /** Writes the lines of a decision, or has them wait. */
  const decide = (...names: string[]): void => {
    const lines = names.map(line)
    if (nights.write(tree, lines, true).result === 'refused') nights.keepBack(tree, lines)
  }
  const written = (): unknown[] => {
    const found = paper.night.since('S1', 0)
    return found.ok ? found.value.lines.map(({ body }) => JSON.parse(body).why) : []
  }
  return { seen, nights, tree, decide, written }
}

test('while the store is gone a decision does the same work, however many lines wait', () => {
  const { seen, tree, decide } = stage()
  const workOf = (count: number): number => {
    const before = seen.looks
    for (let n = 0; n < count; n++) decide(`a${n}`, `b${n}`)
    return (seen.looks - before) / count
  }
  workOf(200)
  const some = workOf(200)
  workOf(2000)
  expect(workOf(200)).toBe(some)
  expect(Math.max(...seen.sizes)).toBeLessThanOrEqual(51)
  expect(tree.waiting).toHaveLength(2 * 2600)
  expect(tree.state.turn).toBe(2 * 2600)
})

test('all that waited is written once and in order when the store is back, what belongs together at once', () => {
  const { seen, tree, decide, written, nights } = stage()
  const names = Array.from({ length: 140 }, (_, n) => [`a${n}`, `b${n}`, `c${n}`])
  for (const of of names) decide(...of)
  seen.isThere = true
  seen.sizes = []
  nights.retry(tree)
  expect(written()).toEqual(names.flat())
  expect(seen.sizes.every((size) => size % 3 === 0)).toBe(true)
  expect([tree.waiting, tree.state, tree.stored.state.turn]).toEqual([[], tree.stored.state, 420])
  decide('last')
  expect(written().at(-1)).toBe('last')
})

test('what the store takes only some of waits on, and memory is the same all the time', () => {
  const { seen, tree, decide, written, nights } = stage()
  for (let n = 0; n < 120; n++) decide(`a${n}`)
  const taken = seen.sizes.length
  Object.defineProperty(seen, 'isThere', { get: () => seen.sizes.length === taken + 1, configurable: true })
  nights.retry(tree)
  expect([written().length, tree.waiting.length, tree.state.turn]).toEqual([50, 70, 120])
})
