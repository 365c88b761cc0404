import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from './wait.ts'

const clock = vi.hoisted(() => ({ now: 0 }))
vi.mock('node:timers/promises', () => ({
  setTimeout: async (time: number) => {
    clock.now += time
  },
}))
beforeEach(() => {
  clock.now = 0
  vi.spyOn(Date, 'now').mockImplementation(() => clock.now)
})
afterEach(() => vi.restoreAllMocks())

const at = (time: number) => () => clock.now >= time

test('what moves is waited for, however slow it is', async () => {
  await until('a slow one', at(5000), { timeout: 1000, every: 100, moves: () => Math.floor(clock.now / 900) })
  expect(clock.now).toBe(5000)
})

test('what stands still is given up after the time since its last move', async () => {
  const waited = until('a stuck one', at(5000), { timeout: 1000, every: 100, moves: () => Math.min(clock.now, 2000) })
  await expect(waited).rejects.toThrow('Waited 1000 ms in vain for a stuck one')
  expect(clock.now).toBe(3100)
})

test('without a measure the time is that from the begin', async () => {
  await expect(until('any', at(5000), { timeout: 1000, every: 100 })).rejects.toThrow('Waited 1000 ms in vain for any')
})
