import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { virtualClock } from '../../../src/rehearse/virtual-clock.ts'
import { keepOf } from '../../../src/runtime/keep/setting.ts'
import { startUpkeep } from '../../../src/runtime/keep/upkeep.ts'
import { openUserStore } from '../../../src/runtime/files/user-store.ts'
import { type Place, placeIn } from '../../../src/store/place.ts'
import type { Store } from '../../../src/store/store.ts'
import { line, tamper, value } from '../../store/bench.ts'
import { settled, start } from '../stage.ts'

const day = 86_400_000
const directory = '/work'

let place: Place
let store: Store
const logged: string[] = []
beforeEach(() => {
  logged.length = 0
  place = placeIn(mkdtempSync(join(tmpdir(), 'diverter-keep-')))
  store = value(openUserStore(place, 'p1'))
})
afterEach(() => {
  store.close()
  rmSync(place.folder, { recursive: true })
})

/** Puts a night into the store whose last line is so old. */
function put(root: string, age: number, count = 250): void {
  const text = 'x'.repeat(1000)
  const lines = Array.from({ length: count }, () => line({ why: text, changes: [] }, start - age, 'change'))
  value(value(store.project(directory)).commit({ trees: [{ root, after: null, lines }], revision: null }))
}

const linesOf = (root: string): number => value(store.size({ directory, root }))?.lines ?? -1

function begin(keep: number | null = 90 * day, clock = virtualClock(start, 'UTC')) {
  const stop = startUpkeep({
    clock,
    open: () => openUserStore(place, 'upkeep'),
    keep: async () => keep,
    log: (message) => logged.push(message),
  })
  const pass = async (milliseconds: number) => {
    clock.pass(milliseconds)
    await settled()
    clock.pass(0)
  }
  return { stop, clock, pass }
}

describe('the lines of old nights', () => {
  test('are taken away a little at a time, and the file gets smaller', async () => {
    put('old', 91 * day)
    put('new', 89 * day)
    store.tidy()
    const before = statSync(place.database).size
    const { pass, stop } = begin()
    await pass(59_999)
    expect([linesOf('old'), linesOf('new')]).toEqual([250, 250])
    await pass(1)
    expect(linesOf('old')).toBe(150)
    await pass(100)
    expect(linesOf('old')).toBe(50)
    await pass(10_000)
    expect([linesOf('old'), linesOf('new')]).toEqual([0, 250])
    expect(statSync(place.database).size).toBeLessThan(before - 200_000)
    expect(logged).toEqual([])
    stop()
  })

  test('go once a day, in one process of all', async () => {
    const [first, second] = [begin(), begin()]
    await first.pass(60_000)
    put('old', 91 * day, 1)
    await second.pass(60_000)
    await second.pass(day - 60_000)
    expect(linesOf('old')).toBe(1)
    await second.pass(60_000)
    expect(linesOf('old')).toBe(0)
    first.stop()
    second.stop()
  })

  test('stay for ever where the user says so, and after a stop', async () => {
    put('old', 91 * day)
    const forever = begin(null)
    await forever.pass(day)
    const stopped = begin()
    await stopped.pass(60_000)
    stopped.stop()
    await stopped.pass(day)
    expect(linesOf('old')).toBe(150)
    const next = begin(90 * day, virtualClock(start + 2 * day, 'UTC'))
    await next.pass(60_000)
    await next.pass(1000)
    expect(linesOf('old')).toBe(0)
    next.stop()
  })

  test('stay where this version cannot read them, or a lost key may come back', async () => {
    put('forged', 91 * day, 2)
    tamper(place, `UPDATE lines SET body = '{}' WHERE seq = 2`)
    const newer = [line({}, start - 91 * day, 'to-come')]
    value(
      value(store.project(directory)).commit({ trees: [{ root: 'newer', after: null, lines: newer }], revision: null }),
    )
    const { pass, stop } = begin()
    await pass(60_000)
    await pass(1000)
    expect([linesOf('forged'), linesOf('newer')]).toEqual([2, 1])
    expect(logged).toEqual([
      'The lines of forged in /work are kept: some of them have no seal of ours; put the old key back if you have one',
      'The lines of newer in /work are kept: they come from another version; use the newer one',
    ])
    stop()
  })

  test('stay while the store cannot be opened, and it is said in the log', async () => {
    const clock = virtualClock(start, 'UTC')
    const refused = { ok: false, problem: { code: 'full', message: 'The disk is full' } } as const
    startUpkeep({ clock, open: () => refused, keep: async () => day, log: (message) => logged.push(message) })
    clock.pass(60_000)
    await settled()
    expect(logged).toEqual(['The disk is full'])
  })
})

describe('how long the user keeps them', () => {
  test.each([
    [null, 90 * day],
    ['version: 1\n', 90 * day],
    ['version: 1\nkeep: 30d\n', 30 * day],
    ['version: 1\nkeep: null\n', null],
    ['version: 1\nkeep: 30 days\n', null],
    ['version: 1\nkeep: 1h\n', null],
  ])('%j', async (text, wanted) => {
    const read = (path: string) => (path === '/user/diverter.yaml' ? text : 'keep: 1d')
    expect(await keepOf('/user', read)).toBe(wanted)
  })

  test('is 90 days where the user has no folder', async () => {
    expect(await keepOf(null, () => null)).toBe(90 * day)
  })
})
