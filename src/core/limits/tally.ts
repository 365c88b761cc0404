import type { Moment } from '../decision.ts'
import type { Json } from '../event.ts'
import { compute, EvaluationError } from '../expression.ts'
import type { Policy } from '../policy.ts'
import type { Scope } from '../judging/scope.ts'
import { holdsSomething, readSlot, slotKey } from '../judging/slots.ts'
import type { Change, SlotOperation, TreeState } from '../state.ts'
import type { Count } from './limit.ts'

/** One match of a rule with a count, or one that did not come. */
export interface Tally {
  changes: Change[]
  /** Whether the rule acts. */
  acts: boolean
  /** Such as `2 of 6`; null if nothing was counted. */
  words: string | null
}

const nothing: Tally = { changes: [], acts: false, words: null }

/**
 * Counts a match, in the slot of the rule's own name, before the rule acts: the one that reaches the limit is that
 * number. Throws `EvaluationError` if the limit cannot be computed.
 */
export function tally(
  count: Count,
  isMatch: boolean,
  {
    policy,
    slot: name,
    scope,
    state,
    moment,
  }: { policy: Policy; slot: string; scope: Scope; state: TreeState; moment: Moment },
): Tally {
  const slot = policy.memory[name]
  const { id: session } = moment.session
  if (slot === undefined) return nothing
  const change = (operation: SlotOperation): Change => ({
    change: 'slot',
    slot: slotKey(policy, name, session),
    scope: slot.scope,
    session,
    operation,
  })
  if (!isMatch) {
    const isOver = count.otherwise && holdsSomething(policy, name, slot, state, session)
    return isOver ? { ...nothing, changes: [change({ do: 'clear' })] } : nothing
  }
  const held = readSlot(policy, name, state, session, moment.now)
  const bound = boundOf(count, scope)
  if (count.same === null) {
    const matches = (typeof held === 'number' ? held : 0) + 1
    return { changes: [change({ do: 'set', value: matches })], ...outcome(count, matches, bound) }
  }
  const value = compute(count.same, scope)
  const matches = (Array.isArray(held) ? held.filter((each) => isEqual(each, value)).length : 0) + 1
  const span = slot.span ?? Number.MAX_SAFE_INTEGER
  return {
    changes: [change({ do: 'push', at: moment.now, value, span, max: slot.max })],
    ...outcome(count, matches, bound),
  }
}

/** Held against all that a slot holds, and mostly texts. */
const isEqual = (one: Json, other: Json): boolean =>
  one === other || (isComposed(one) && isComposed(other) && JSON.stringify(one) === JSON.stringify(other))

const isComposed = (value: Json): boolean => typeof value === 'object' && value !== null

function boundOf(count: Count, scope: Scope): number | null {
  const bound = compute(count.bound, scope)
  if (bound === null || typeof bound === 'number') return bound
  throw new EvaluationError(`Cannot use ${JSON.stringify(bound)} as a limit: a number is wanted, or null for none`)
}

function outcome({ acts }: Count, matches: number, bound: number | null): Omit<Tally, 'changes'> {
  if (bound === null) return { acts: acts === 'up-to', words: String(matches) }
  return { acts: acts === 'from' ? matches >= bound : matches <= bound, words: `${matches} of ${bound}` }
}
