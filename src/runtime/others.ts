import type { Ports } from './ports.ts'

/** How often another process is looked for, in milliseconds. */
const between = 5000

/** Notices at rest what other processes commit to the store, and lets the store rest. */
export interface Others {
  /** Something happens: looks from now on; true the first time. */
  begin: () => boolean
  stop: () => void
}

export function createOthers({ store, clock }: Pick<Ports, 'store' | 'clock'>, heard: () => void): Others {
  let seen: number | null = null
  let cancel: (() => void) | null = null
  let isBegun = false
  let stopped = false
  /** Whether something has happened since the last look, and whether the store has rested since. */
  let isBusy = false
  let isRested = true

  function look(): void {
    cancel = clock.after(between, () => {
      if (stopped) return
      look()
      if (!isBusy && !isRested) {
        store.rest()
        isRested = true
      }
      isBusy = false
      const before = seen
      seen = store.version()
      if (seen !== before) heard()
    })
  }

  return {
    begin: () => {
      isBusy = true
      isRested = false
      if (isBegun) return false
      isBegun = true
      seen = store.version()
      if (!store.isAlone) look()
      return true
    },
    stop: () => {
      stopped = true
      cancel?.()
    },
  }
}
