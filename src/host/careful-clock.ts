import type { Clock } from '../runtime/ports.ts'

export interface CarefulClock extends Clock {
  /** No timer runs any more. */
  stop: () => void
}

/** The same clock, where nothing that a timer runs throws into the host: `failed` gets it, also from a promise. */
export function carefulClock(clock: Clock, failed: (error: unknown) => void): CarefulClock {
  let stopped = false
  return {
    ...clock,
    stop: () => {
      stopped = true
    },
    after: (milliseconds, run) =>
      clock.after(milliseconds, () => {
        if (stopped) return
        try {
          const result: unknown = run()
          if (result instanceof Promise) result.catch(failed)
        } catch (error) {
          failed(error)
        }
      }),
  }
}
