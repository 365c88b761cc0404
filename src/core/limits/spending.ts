import type { Moment } from '../decision.ts'
import type { DomainEvent } from '../event.ts'
import { readSlot } from '../judging/slots.ts'
import type { Policy, Rule } from '../policy.ts'
import type { TreeState } from '../state.ts'
import type { RunLimit } from '../vocabulary.ts'
import { nearlyReached, reachedBy } from './spent.ts'

/** What a rule that ends a run has to do: the limit that is reached, or nearly and for the first time. */
export interface Spending {
  reached: RunLimit | null
  near: RunLimit | null
}

/** Null if the rule has no such limit here; both members null if nothing is used up. `slot` remembers what was said. */
export function spendingOf(
  { limit, warn }: Rule,
  slot: string,
  policy: Policy,
  event: DomainEvent,
  state: TreeState,
  moment: Moment,
): Spending | null {
  const { session, now, zone } = moment
  if (limit === null || limit.endsRun === null) return null
  if (limit.endsRun === 'expired' && event.type !== 'run.expired') return null
  const binding = bindsAt(event, session.depth)
  if (binding === null) return { reached: null, near: null }
  const bound = binding === 'all' ? limit : { ...limit, prompts: null }
  const reached = reachedBy(bound, state.run, event.type === 'run.expired' ? event.at : now, zone)
  const isWarned = warn.length === 0 || readSlot(policy, slot, state, session.id, now) === true
  const goesOn = event.type === 'step.ended' || event.type === 'turn.ended'
  const near = reached !== null || isWarned || !goesOn ? null : nearlyReached(limit, state.run, now)
  return { reached, near }
}

/** Which limits of a run bind at an event; null: none. */
function bindsAt(event: DomainEvent, depth: number): 'all' | 'but-prompts' | null {
  switch (event.type) {
    case 'turn.ended':
    case 'turn.failed':
      return depth === 0 ? 'all' : null
    case 'step.ended':
      // A turn that ends is judged by its marker first.
      return event.last ? null : 'but-prompts'
    case 'tool.called':
    case 'host.retrying':
    case 'run.expired':
      return 'but-prompts'
    default:
      return null
  }
}
