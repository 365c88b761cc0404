import type { Decision } from '../../core/decision.ts'
import type { DomainEvent } from '../../core/event.ts'
import type { Change } from '../../core/state.ts'
import { type EventSpec, events } from '../../core/vocabulary.ts'

export const isOfProject = (change: Change): change is Extract<Change, { change: 'slot' }> =>
  change.change === 'slot' && change.scope === 'project'

/** Why project memory does not take a decision: `refused` before anything stood, or `unwritten`. */
export interface NotTaken {
  result: 'refused' | 'unwritten'
  reason: string
}

/** What cannot be agreed on with other processes is refused; where only the file cannot be written the decision stands. */
export function withoutProject(event: DomainEvent, decision: Decision, { result, reason: error }: NotTaken): Decision {
  const change = decision.changes.find(isOfProject)
  if (change === undefined) return decision
  const spec: EventSpec = events[event.type]
  const by = change.slot
  const isRefused = result === 'refused' && spec.verdicts?.includes('deny')
  const reason = `BLOCKED: this cannot be remembered (${error}). Nothing was changed; try again later.`
  return {
    ...decision,
    verdict: isRefused ? { outcome: 'deny', by, reason } : decision.verdict,
    changes: decision.changes.filter((one) => !isOfProject(one)),
    derived: [...decision.derived, failureOf(by, error)],
  }
}

const failureOf = (rule: string, error: string): DomainEvent => ({
  type: 'effect.failed',
  effect: 'project memory',
  rule,
  error,
  attempts: 1,
})
