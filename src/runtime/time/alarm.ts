import type { Clock } from '../ports.ts'

/** Longer waits are cut into pieces of this length, so that a clock that was set or a machine that slept is seen. */
export const longestPiece = 60_000

/** One timer for many times: it rings at the earliest that was asked for, and once a minute until then. */
export interface Alarm {
  /** Rings at `at` or before; times in milliseconds since 1970. */
  by: (at: number) => void
  stop: () => void
}

/** `ring` does what is due and returns the next time, or null. */
export function createAlarm(clock: Clock, ring: (now: number) => number | null): Alarm {
  let set: { at: number; cancel: () => void } | null = null
  let stopped = false

  function by(given: number): void {
    const now = clock.now()
    const at = Math.min(given, now + longestPiece)
    if (stopped || (set !== null && set.at <= at)) return
    set?.cancel()
    set = { at, cancel: clock.after(Math.max(0, at - now), rang) }
  }

  function rang(): void {
    set = null
    const next = ring(clock.now())
    if (next !== null) by(next)
  }

  return {
    by,
    stop: () => {
      stopped = true
      set?.cancel()
      set = null
    },
  }
}
