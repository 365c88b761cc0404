import type { Json } from '../event.ts'
import type { Slots, TreeState } from '../state.ts'

/** Memory after the machine's clock was set: what counts lengths of time moves with it, what names a time does not. */
export function moved(state: TreeState, by: number): TreeState {
  const { run, slots, pending } = state
  const startedAt = run.startedAt === null ? null : run.startedAt + by
  // A clock that was ahead and is set back showed no time of day that counts.
  const clockAt = run.clockAt === null || startedAt === null ? null : Math.min(run.clockAt, startedAt)
  return {
    ...state,
    run: { ...run, startedAt, clockAt },
    slots: {
      ...slots,
      run: movedSlots(slots.run, by),
      tree: movedSlots(slots.tree, by),
      session: mapValues(slots.session, (own) => movedSlots(own, by)),
    },
    pending: pending === null ? null : movedDue(pending, by),
    timers: mapValues(state.timers, (timer) => movedDue(timer, by)),
    waits: mapValues(state.waits, (wait) => ({ ...wait, due: wait.due + by })),
  }
}

const movedDue = <T extends { due: number; byClock: boolean }>(given: T, by: number): T =>
  given.byClock ? given : { ...given, due: given.due + by }

/** Entries of windows carry their time; nothing else in memory looks like them. */
const movedSlots = (slots: Slots, by: number): Slots =>
  mapValues(slots, (value): Json => (Array.isArray(value) ? value.map((entry) => movedEntry(entry, by)) : value))

function movedEntry(entry: Json, by: number): Json {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry
  const { at, value, ...rest } = entry
  if (typeof at !== 'number' || value === undefined || Object.keys(rest).length > 0) return entry
  return { at: at + by, value }
}

function mapValues<From, To>(given: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, change(value)]))
}
