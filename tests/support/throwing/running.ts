import { AsyncLocalStorage } from 'node:async_hooks'

/** What happened in one call of a hook. `let out`: the host got an error. */
export type Happening = 'entered' | 'threw' | 'let out'

/** The hook that the running code belongs to: how the guard's stand-in knows where it throws. */
export const running = new AsyncLocalStorage<{ note: (what: Happening) => void }>()
