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
const minute = 60_000
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
  let opened = 0
  const stop = startUpkeep({
    clock,
    open: () => {
      opened += 1
      return openUserStore(place, 'upkeep')
    },
    keep: async () => keep,
    log: (message) => logged.push(message),
  })
  const pass = async (milliseconds: number) => {
    clock.pass(milliseconds)
    await settled()
    clock.pass(0)
  }
  /** Looks as often, a day apart, each with the time that it needs. */
  const look = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await pass(time === 0 && opened === 0 ? minute : day)
      await pass(minute)
    }
  }
  return { stop, clock, pass, look, opened: () => opened }
}

describe('the lines of old nights', () => {
  test('are taken away a little at a time, and the file gets smaller', async () => {
    put('old', 1 * day)
    store.tidy()
    const before = statSync(place.database).size
    const { pass, look, stop } = begin()
    await look(60)
    put('new', -60 * day)
    await look(30)
    expect([linesOf('old'), linesOf('new')]).toEqual([250, 250])
    await pass(day)
    expect(linesOf('old')).toBe(150)
    await pass(100)
    expect(linesOf('old')).toBe(50)
    await pass(10_000)
    expect([linesOf('old'), linesOf('new')]).toEqual([0, 250])
    expect(statSync(place.database).size).toBeLessThan(before + 250_000)
    expect(logged).toEqual([])
    stop()
  })

  test('go once a day, in one process of all', async () => {
    const [first, second] = [begin(day), begin(day)]
    put('old', 91 * day, 1)
    await first.pass(minute)
    await second.pass(minute)
    await first.pass(day)
    expect(linesOf('old')).toBe(0)
    put('later', 91 * day, 1)
    await second.pass(day)
    await second.pass(minute)
    expect(linesOf('later')).toBe(1)
    first.stop()
    second.stop()
  })

  test('are looked at once a day, however long the process lives', async () => {
    const { look, opened, stop } = begin()
    await look(12)
    expect(opened()).toBe(12)
    stop()
  })

  test('stay for ever where the user says so, and after a stop', async () => {
    put('old', 91 * day)
    const forever = begin(null)
    await forever.look(3)
    const clock = virtualClock(start + 3 * day, 'UTC')
    const stopped = begin(day, clock)
    await stopped.look(1)
    await stopped.pass(day)
    stopped.stop()
    await stopped.pass(day)
    expect(linesOf('old')).toBe(150)
    const next = begin(day, clock)
    await next.look(1)
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
    const { look, stop } = begin(day)
    await look(2)
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

describe('a clock that is wrong takes no night away', () => {
  const year = 365 * day

  test('far ahead for a day, or again and again', async () => {
    put('night', 0)
    const { clock, look, stop } = begin()
    await look(1)
    for (const ahead of [year, 10 * year, 0, 5 * year, 0]) {
      clock.set(start + ahead)
      await look(2)
    }
    expect(linesOf('night')).toBe(250)
    stop()
  })

  test('set back when the lines were written', async () => {
    const { look, stop } = begin()
    await look(100)
    put('night', 20 * year)
    await look(80)
    expect(linesOf('night')).toBe(250)
    await look(12)
    expect(linesOf('night')).toBe(0)
    stop()
  })

  test('set back for a day, and right again', async () => {
    put('night', 0)
    const { clock, look, stop } = begin()
    await look(2)
    clock.set(start - 10 * year)
    await look(2)
    clock.set(start + 4 * day)
    await look(80)
    expect(linesOf('night')).toBe(250)
    await look(12)
    expect(linesOf('night')).toBe(0)
    stop()
  })

  test('and nobody was there for long', async () => {
    put('night', 0)
    const before = begin()
    await before.look(1)
    before.stop()
    const back = begin(90 * day, virtualClock(start + year, 'UTC'))
    await back.look(88)
    expect(linesOf('night')).toBe(250)
    await back.look(3)
    expect(linesOf('night')).toBe(0)
    back.stop()
  })

  test('and the numbers of lines that went begin anew', async () => {
    put('night', 91 * day)
    const { look, stop } = begin(3 * day)
    await look(3)
    await look(1)
    expect(linesOf('night')).toBe(0)
    put('young', 91 * day, 1)
    await look(2)
    expect(linesOf('young')).toBe(1)
    stop()
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
