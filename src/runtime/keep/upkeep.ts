import type { Result, Store } from '../../store/store.ts'
import type { Clock } from '../ports.ts'
import { reduceNight, unfit } from './reduce.ts'

const day = 86_400_000
/** The first look comes when the start is long over; milliseconds. */
const firstLook = 60_000
/** Between two steps, so that the session goes on meanwhile. */
const breath = 100
/** A step takes some milliseconds: so many lines, or pages of the file. */
const lines = 100
const pages = 500

export interface UpkeepParts {
  clock: Clock
  /** A connection of its own, which waits for nobody. */
  open: () => Result<Store>
  /** How long lines are kept, in milliseconds; null for ever. */
  keep: () => Promise<number | null>
  log: (message: string) => void
}

/**
 * Takes the lines of old nights away, a little at a time, once a day and in one process of all. A night is old by its
 * clock and by the days that were looked at, so that a clock that jumps takes none. Nothing waits for it, and what goes
 * wrong is tried again the next day. Gives a way to stop it.
 */
export function startUpkeep({ clock, open, keep, log }: UpkeepParts): () => void {
  let isStopped = false
  let store: Store | null = null
  let cancel = clock.after(firstLook, begin)

  function later(milliseconds: number, run: () => void): void {
    if (!isStopped) cancel = clock.after(milliseconds, run)
  }

  async function begin(): Promise<void> {
    const span = await keep()
    if (isStopped) return
    const opened = span === null ? null : open()
    if (opened?.ok === false) log(opened.problem.message)
    if (span === null || opened?.ok !== true) return later(day, begin)
    store = opened.value
    goOn(work(store, clock.now(), span, log))
  }

  function goOn(steps: Iterator<void>): void {
    const { done } = steps.next()
    if (done === true) {
      close()
      later(day, begin)
    } else later(breath, () => goOn(steps))
  }

  function close(): void {
    store?.close()
    store = null
  }

  return () => {
    isStopped = true
    cancel()
    close()
  }
}

function* work(store: Store, now: number, span: number, log: UpkeepParts['log']): Generator<void> {
  const counted = store.look(now, day)
  if (!counted.ok) return log(counted.problem.message)
  if (counted.value === null) return
  const old = store.olderThan(now - span, counted.value - span)
  if (!old.ok) return log(old.problem.message)
  for (const name of old.value) {
    for (let isOver = false; !isOver; ) {
      const done = reduceNight(store, name, lines)
      if (!done.ok) return log(done.problem.message)
      const { value } = done
      if (typeof value === 'string') log(`The lines of ${name.root} in ${name.directory} are kept: ${unfit[value]}`)
      isOver = typeof value === 'string' || value.result === 'behind' || value.isEmpty
      yield
    }
  }
  for (let free = Number.POSITIVE_INFINITY; ; ) {
    const left = store.tidy(pages)
    if (!left.ok || left.value === 0 || left.value >= free) return
    free = left.value
    yield
  }
}
