import type { Clock } from './ports.ts'

const longestTimer = 2 ** 31 - 1

/** This machine's time. Timers never keep the process alive. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    after: (milliseconds, run) => {
      const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), longestTimer))
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}
