import { uptime } from 'node:os'
import type { Clock } from '../ports.ts'

const longestTimer = 2 ** 31 - 1
/** Less than this is no sleep, in milliseconds: some systems tell whole seconds of how long they run. */
const shortestSleep = 2000
/** As long as the time of day goes on by less, nobody slept, and what is dear to ask is not asked; milliseconds. */
const betweenAsks = 250
/** Whoever waits for something looks once a minute: a longer time without a look was slept through. */
const longestGap = 120_000

/** This machine's time. Timers never keep the process alive. */
export function systemClock(): Clock {
  const elapsed = withSleep(
    () => performance.now(),
    () => uptime() * 1000,
    () => Date.now(),
  )
  return {
    now: () => Date.now(),
    elapsed,
    awake: withoutGaps(elapsed),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    after: (milliseconds, run) => {
      const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), longestTimer))
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}

/**
 * Milliseconds that have passed with those that the machine slept: `steady` stands still meanwhile on some systems,
 * `running` goes on but may be coarse, and is dear to ask. `day` is the time of day, which people may set.
 */
export function withSleep(steady: () => number, running: () => number, day: () => number): () => number {
  const first = running() - steady()
  let slept = 0
  let asked = day()
  return () => {
    const now = steady()
    const today = day()
    if (Math.abs(today - asked) < betweenAsks) return now + slept
    asked = today
    const gap = running() - now - first
    if (gap - slept > shortestSleep) slept = gap
    return now + slept
  }
}

/** The same without what nobody looked at for long. */
export function withoutGaps(elapsed: () => number): () => number {
  let last = elapsed()
  let sum = 0
  return () => {
    const now = elapsed()
    sum += Math.min(now - last, longestGap)
    last = now
    return sum
  }
}
