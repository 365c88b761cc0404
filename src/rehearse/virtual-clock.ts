import type { Clock } from '../runtime/ports.ts'

/** A clock that stands still until it is told to go on. */
export interface VirtualClock extends Clock {
  /** Lets time pass; what was to run meanwhile runs in order, each at its time. */
  pass: (milliseconds: number) => void
}

export function virtualClock(start: number, zone: string): VirtualClock {
  let now = start
  let waiting: { at: number; run: () => void }[] = []
  return {
    zone,
    now: () => now,
    after: (milliseconds, run) => {
      const entry = { at: now + Math.max(0, milliseconds), run }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((one) => one !== entry)
      }
    },
    pass: (milliseconds) => {
      const end = now + milliseconds
      for (;;) {
        const next = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        waiting = waiting.filter((one) => one !== next)
        now = Math.max(now, next.at)
        next.run()
      }
      now = end
    },
  }
}
