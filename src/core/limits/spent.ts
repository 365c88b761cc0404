import type { Run } from '../state.ts'
import type { RunLimit } from '../vocabulary.ts'
import { endsBy, type Limit } from './limit.ts'

type IsUsed = (used: number, allowed: number) => boolean

const wholly: IsUsed = (used, allowed) => used >= allowed
/** Four fifths, written so that nothing is rounded. */
const nearly: IsUsed = (used, allowed) => used * 5 >= allowed * 4

/** The first of a run's limits that is reached; prompts last, since they bind between turns only. */
export function reachedBy(limit: Limit, run: Run, now: number, zone: string): RunLimit | null {
  if (run.state !== 'armed') return null
  const timeLimit = endsBy({ ...limit, until: null }, run, zone)
  const clockLimit = endsBy({ ...limit, time: null }, run, zone)
  if (timeLimit.some((end) => end <= now)) return 'time'
  if (clockLimit.some((end) => end <= now)) return 'until'
  return usedUp(limit, run, wholly)
}

/** The first of a run's limits of which four fifths are used up. */
export function nearlyReached(limit: Limit, run: Run, now: number): RunLimit | null {
  const { state, startedAt } = run
  if (state !== 'armed') return null
  const isLate = limit.time !== null && startedAt !== null && nearly(now - startedAt, limit.time)
  return isLate ? 'time' : usedUp(limit, run, nearly)
}

function usedUp({ cost, tokens, prompts }: Limit, run: Run, isUsed: IsUsed): RunLimit | null {
  if (cost !== null && isUsed(run.cost, cost)) return 'cost'
  if (tokens !== null && isUsed(run.tokens, tokens)) return 'tokens'
  return prompts !== null && isUsed(run.prompts, prompts) ? 'prompts' : null
}
