import { plusCost } from '../core/limits/costs.ts'
import type { Course } from './schema.ts'

/** Rows of turns, and points of the cost, of one session. */
export const mostRows = 200

type Row = Course['turns'][number]
type Point = Course['costs'][number]

/** Follows the turns of a root session, with its helpers, and what they cost. Times in milliseconds since 1970. */
export interface CourseFold {
  /** The session is at work. */
  goOn: (at: number) => void
  step: (at: number) => void
  call: (at: number) => void
  spend: (at: number, tokens: number, cost: number, isHelper: boolean) => void
  /** The turn of the root session is over. */
  end: (at: number) => void
  done: () => Course
}

export function createCourse(): CourseFold {
  const rows: Row[] = []
  const points: Point[] = []
  let now: Row = emptyRow(0)
  let isAtWork = false
  let cost = 0
  /** So many turns are one row, so many costs one point. */
  let perRow = 1
  let perPoint = 1
  let spendings = 0
  let spentAt = 0

  function goOn(at: number): void {
    if (!isAtWork) now.from = at
    isAtWork = true
    now.to = at
  }

  /** A long night has few rows of many turns each. */
  function keep(row: Row): void {
    const last = rows.at(-1)
    if (last !== undefined && last.turns < perRow) rows[rows.length - 1] = joined(last, row)
    else rows.push(row)
    if (rows.length <= mostRows) return
    perRow *= 2
    rows.splice(0, rows.length, ...inPairs(rows))
  }

  return {
    goOn,
    step: (at) => {
      goOn(at)
      now.steps += 1
    },
    call: (at) => {
      goOn(at)
      now.calls += 1
    },
    spend: (at, tokens, more, isHelper) => {
      goOn(at)
      now.tokens += tokens
      now.cost = plusCost(now.cost, more)
      if (isHelper) now.helpers = plusCost(now.helpers, more)
      if (more === 0) return
      cost = plusCost(cost, more)
      spentAt = at
      spendings += 1
      if (spendings % perPoint === 0) points.push({ at, cost })
      if (points.length <= mostRows) return
      perPoint *= 2
      points.splice(0, points.length, ...points.filter((_, index) => index % 2 === 1))
    },
    end: (at) => {
      // What ends twice, as by an interrupt and by its error, was one turn.
      if (!isAtWork) return
      goOn(at)
      keep({ ...now, turns: 1 })
      now = emptyRow(at)
      isAtWork = false
    },
    done: () => ({
      turns: [...rows, ...(isAtWork ? [{ ...now, turns: 1 }] : [])],
      costs: [...points, ...(cost === (points.at(-1)?.cost ?? 0) ? [] : [{ at: spentAt, cost }])],
    }),
  }
}

const emptyRow = (at: number): Row => ({
  from: at,
  to: at,
  turns: 0,
  steps: 0,
  calls: 0,
  tokens: 0,
  cost: 0,
  helpers: 0,
})

const joined = (one: Row, next: Row): Row => ({
  from: one.from,
  to: next.to,
  turns: one.turns + next.turns,
  steps: one.steps + next.steps,
  calls: one.calls + next.calls,
  tokens: one.tokens + next.tokens,
  cost: plusCost(one.cost, next.cost),
  helpers: plusCost(one.helpers, next.helpers),
})

const inPairs = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row, index) => {
    if (index % 2 === 1) return []
    const next = rows[index + 1]
    return [next === undefined ? row : joined(row, next)]
  })
