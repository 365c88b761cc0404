import type { Act } from './report.ts'
import { lookFromOutside } from './outside.ts'
import type { Room } from './workers.ts'

/** What became of one class of faults. */
export interface Count {
  tried: number
  lost: number
  doubled: number
  misplaced: number
  /** Not written, and nobody was told. */
  silent: number
}

export const countNames = ['tried', 'lost', 'doubled', 'misplaced', 'silent'] as const

/** Counts faults that were tried, and tells of each thing that went wrong. */
export interface Counter {
  count: Count
  /** Holds store and page of a room against what was told. */
  look: (room: Room, told: readonly Act[]) => void
  wrong: (kind: Exclude<keyof Count, 'tried'>, what: string) => void
  /** One fault more was tried. */
  tried: () => void
}

export function createCounter(name: string, wanted: number, say: (line: string) => void): Counter {
  const count: Count = { tried: 0, lost: 0, doubled: 0, misplaced: 0, silent: 0 }
  const every = Math.max(1, Math.floor(wanted / 5))
  const wrong: Counter['wrong'] = (kind, what) => {
    count[kind] += 1
    say(`${name}, after ${count.tried}: ${kind}: ${what}`)
  }
  return {
    count,
    wrong,
    look: ({ directory, state }, told) => {
      const found = lookFromOutside(directory, state, told)
      for (const kind of ['lost', 'doubled', 'misplaced'] as const)
        for (const { token, what } of found[kind]) wrong(kind, `${token}: ${what}`)
    },
    tried: () => {
      count.tried += 1
      if (count.tried % every === 0 || count.tried === wanted) say(`${name}: ${count.tried} of ${wanted}`)
    },
  }
}
