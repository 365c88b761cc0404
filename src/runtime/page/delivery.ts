import type { Clock } from '../ports.ts'
import type { RecordView } from './record-view.ts'

/** Brings the pages up to date right behind what is done now, once for all that comes until then. */
export interface Delivery {
  soon: () => void
  /** Does at once what is still to come, and what could not be done. `isLast`: nobody tries again. */
  flush: (isLast?: boolean) => void
}

/** `deliver` brings the pages up to date. */
export function createDelivery(clock: Clock, records: RecordView, deliver: (isLast: boolean) => void): Delivery {
  let cancel: (() => void) | null = null

  function run(isLast: boolean): void {
    cancel = null
    deliver(isLast)
  }

  return {
    // Whoever asked is answered first: a page is a view, and what binds stands in the store.
    soon: () => {
      cancel ??= clock.after(0, () => run(false))
    },
    flush: (isLast = false) => {
      if (cancel === null && !records.isBehind()) return
      cancel?.()
      run(isLast)
    },
  }
}
