import type { Decision, Moment } from '../../core/decision.ts'
import type { DomainEvent } from '../../core/event.ts'
import type { TreeState } from '../../core/state.ts'
import type { Policies } from '../../runtime/policies.ts'

/** Everything that one decision is made of. */
export interface Scene {
  policies: Policies
  /** Where each rule was written; empty for a set that a journal kept. */
  origins: ReadonlyMap<string, string>
  event: DomainEvent
  before: TreeState
  moment: Moment
  /** The same where it shows only by the decision: what was read and is not as it was. */
  doubtsOf: (decision: Decision) => readonly string[]
  /** Why the account may not be what happened, in words; heard while it is made. */
  doubts: Set<string>
}
