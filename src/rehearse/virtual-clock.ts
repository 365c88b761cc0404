import type { Clock } from '../runtime/ports.ts'
import { longestPiece } from '../runtime/time/alarm.ts'

/** A clock that stands still until it is told to go on. */
export interface VirtualClock extends Clock {
  /** Lets time pass; what was to run meanwhile runs in order, each at its time. */
  pass: (milliseconds: number) => void
  /** The machine sleeps: the clocks go on, and no timer does. */
  suspend: (milliseconds: number) => void
  /** Somebody sets the clock on the wall, and no time passes. */
  set: (time: number) => void
  /** Lets time pass until the next timer rings, or as long as a piece of a wait is. */
  notice: () => void
}

export function virtualClock(start: number, zone: string): VirtualClock {
  let awake = 0
  let slept = 0
  /** What the clock on the wall showed when nothing had passed. */
  let origin = start
  let waiting: { at: number; run: () => void }[] = []
  const next = () => waiting.sort((a, b) => a.at - b.at)[0]

  function pass(milliseconds: number): void {
    const end = awake + milliseconds
    for (let first = next(); first !== undefined && first.at <= end; first = next()) {
      const due = first
      waiting = waiting.filter((one) => one !== due)
      awake = Math.max(awake, due.at)
      due.run()
    }
    awake = end
  }

  return {
    zone,
    now: () => origin + slept + awake,
    elapsed: () => slept + awake,
    awake: () => awake,
    after: (milliseconds, run) => {
      const entry = { at: awake + Math.max(0, milliseconds), run }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((one) => one !== entry)
      }
    },
    pass,
    suspend: (milliseconds) => {
      slept += milliseconds
    },
    set: (time) => {
      origin = time - slept - awake
    },
    notice: () => pass(Math.min(longestPiece, (next()?.at ?? awake + longestPiece) - awake)),
  }
}
