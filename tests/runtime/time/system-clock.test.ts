import { expect, test } from 'vitest'
import { systemClock, withoutGaps, withSleep } from '../../../src/runtime/time/system-clock.ts'

test('what the machine slept counts where its steady clock stands still, and where that goes on', () => {
  let [steady, running, day] = [100, 5000, 0]
  const elapsed = withSleep(
    () => steady,
    () => running,
    () => day,
  )
  const begin = elapsed()
  steady += 1000
  running += 1900
  day += 1000
  expect(elapsed() - begin, 'whole seconds are coarse').toBe(1000)
  running += 3_600_000
  day += 3_600_000
  expect(elapsed() - begin).toBe(3_601_900)
  steady += 500
  running += 500
  day += 500
  expect(elapsed() - begin).toBe(3_602_400)
})

test('how long the machine runs is asked a few times a second at most, and at once when the time of day jumps', () => {
  let [steady, day, asks, slept] = [0, 0, 0, 0]
  const running = () => {
    asks += 1
    return steady + slept
  }
  const elapsed = withSleep(
    () => steady,
    running,
    () => day,
  )
  asks = 0
  for (; steady < 1000; steady += 1, day += 1) elapsed()
  expect(asks).toBeLessThanOrEqual(4)
  slept += 60_000
  day += 60_000
  expect(elapsed()).toBe(61_000)
  day -= 86_400_000
  slept += 60_000
  expect(elapsed()).toBe(121_000)
})

test('a longer time without a look was slept through', () => {
  let now = 0
  const awake = withoutGaps(() => now)
  now = 60_000
  expect(awake()).toBe(60_000)
  now += 6 * 3_600_000
  expect(awake()).toBe(180_000)
  now += 1000
  expect(awake()).toBe(181_000)
})

test('the clocks of this machine go on together', async () => {
  const clock = systemClock()
  const [now, elapsed, awake] = [clock.now(), clock.elapsed(), clock.awake()]
  await new Promise<void>((resolve) => clock.after(20, resolve))
  for (const passed of [clock.now() - now, clock.elapsed() - elapsed, clock.awake() - awake]) {
    expect(passed).toBeGreaterThan(15)
    expect(passed).toBeLessThan(20_000)
  }
})
