import type { Clock } from '../runtime/ports.ts'

/** The same clock, where nothing that a timer runs throws into the host: `failed` gets it, also from a promise. */
export function carefulClock(clock: Clock, failed: (error: unknown) => void): Clock {
  return {
    ...clock,
    after: (milliseconds, run) =>
      clock.after(milliseconds, () => {
        try {
          const result: unknown = run()
          if (result instanceof Promise) result.catch(failed)
        } catch (error) {
          failed(error)
        }
      }),
  }
}
