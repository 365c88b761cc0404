import type { Run } from '../state.ts'

/** What no policy can raise: prompts and time of one run. */
export const ceilings = { prompts: 500, milliseconds: 24 * 3_600_000 } as const

/** Why a run may not go on at all, or null. */
export function ceilingReached(run: Run, now: number): string | null {
  if (run.prompts >= ceilings.prompts) return `ceiling of ${ceilings.prompts} prompts`
  if (run.startedAt !== null && now - run.startedAt >= ceilings.milliseconds) return 'ceiling of 24h'
  return null
}
