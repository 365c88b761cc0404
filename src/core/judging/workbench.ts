import type { Effect, Moment, RuleTrace, Verdict } from '../decision.ts'
import type { DomainEvent } from '../event.ts'
import { fold } from '../fold.ts'
import type { Policy, Rule } from '../policy.ts'
import type { Scope } from './scope.ts'
import type { Change, TreeState } from '../state.ts'

/** What one rule's steps work on: the memory so far, and what they ask for. */
export interface Workbench {
  readonly policy: Policy
  readonly rule: Rule
  readonly event: DomainEvent
  readonly moment: Moment
  readonly scope: Scope
  readonly trace: RuleTrace
  state: () => TreeState
  apply: (change: Change) => void
  effect: (effect: WithoutRule<Effect>) => void
  verdict: (verdict: Verdict) => void
}

export type WithoutRule<T> = T extends unknown ? Omit<T, 'by'> : never

/** What the steps of one rule brought about. */
export interface Outcome {
  changes: Change[]
  effects: Effect[]
  verdict: Verdict | null
}

/** Memory while one event is decided: changes are folded in at once, so that later steps see them. */
export interface Draft {
  state: () => TreeState
  apply: (changes: readonly Change[]) => void
  restore: (state: TreeState) => void
}

export function draftOf(initial: TreeState): Draft {
  let state = initial
  return {
    state: () => state,
    apply: (changes) => {
      state = changes.reduce(fold, state)
    },
    restore: (earlier) => {
      state = earlier
    },
  }
}
