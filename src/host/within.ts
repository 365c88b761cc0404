import type { Clock } from '../runtime/ports.ts'

/** The promise's value, or the fallback if it takes longer than `milliseconds`: no hook may hang. */
export function within<T>(clock: Clock, milliseconds: number, promise: Promise<T>, fallback: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => resolve(fallback))
    const settle = (value: T) => {
      cancel()
      resolve(value)
    }
    promise.then(settle, (error: unknown) => {
      cancel()
      reject(error)
    })
  })
}
