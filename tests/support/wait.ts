import { setTimeout as pause } from 'node:timers/promises'

export interface Patience {
  /** Milliseconds; with `moves` those since it last gave another number. */
  timeout?: number
  every?: number
  /** What is told of a wait in vain. */
  seen?: () => unknown
  /** Another number whenever what is waited for has come nearer: a busy machine is slow, and only one that stands still has failed. */
  moves?: () => number
}

/** Looks again and again until `probe` gives something truthy; fails with what it last saw. */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  { timeout = 150_000, every = 25, seen, moves = () => 0 }: Patience = {},
): Promise<NonNullable<Exclude<T, false | '' | 0>>> {
  let end = Date.now() + timeout
  let moved = moves()
  for (;;) {
    const value = await probe()
    if (value) return value as NonNullable<Exclude<T, false | '' | 0>>
    const now = moves()
    if (now !== moved) end = Date.now() + timeout
    moved = now
    if (Date.now() > end) {
      const last = seen ? `; last seen: ${JSON.stringify(seen(), null, 1)?.slice(0, 4000)}` : ''
      throw new Error(`Waited ${timeout} ms in vain for ${what}${last}`)
    }
    await pause(every)
  }
}

/** Waits until `count` has not changed for `quiet` milliseconds: the only way to see that nothing more comes. */
export async function stillness(count: () => number, quiet = 700, timeout = 60_000): Promise<void> {
  let last = count()
  let since = Date.now()
  await until(
    'things to come to rest',
    () => {
      const current = count()
      if (current !== last) since = Date.now()
      last = current
      return Date.now() - since >= quiet
    },
    { timeout },
  )
}
