import type { DomainEvent } from '../event.ts'
import type { Cleared, Clearing, PolicySet } from '../policy.ts'
import { holdsSomething, slotKey } from './slots.ts'
import { type Change, emptyTree, type TreeState } from '../state.ts'
import { modeSpec } from '../vocabulary.ts'

/** What an event throws away before any rule is asked, so that no answer of a rule can hide it. */
export function clearedBefore({ clearing }: PolicySet, state: TreeState, event: DomainEvent, session: Place): Change[] {
  const isProgress = (event.type === 'step.ended' || event.type === 'turn.ended') && event.progress
  const isNextTurn = event.type === 'user.wrote'
  const words: Clearing[] = [event.type, ...(isProgress ? (['progress'] as const) : []), ...(isNextTurn ? turn : [])]
  return cleared(clearing, words, state, session)
}

/** What goes with a turn that has ended: its own rules still see it. */
export function clearedBehind({ clearing }: PolicySet, state: TreeState, event: DomainEvent, session: Place): Change[] {
  return event.type === 'turn.ended' ? cleared(clearing, turn, state, session) : []
}

const turn: readonly Clearing[] = ['turn']

/** The session that an event belongs to. */
interface Place {
  id: string
  depth: number
}

function cleared(clearing: PolicySet['clearing'], words: readonly Clearing[], state: TreeState, at: Place): Change[] {
  const slots = words.flatMap((word) => (clearing.get(word) ?? []).filter((each) => word !== 'turn' || isOf(each, at)))
  return [...new Set(slots)].flatMap((each) => clear(each, state, at.id))
}

/** The turn of a child is none of the run's: it clears only what the child has for itself. */
const isOf = ({ policy, slot }: Cleared, { depth }: Place): boolean =>
  depth === 0 || policy.memory[slot]?.scope === 'session'

function clear({ policy, slot: name }: Cleared, state: TreeState, session: string): Change[] {
  const slot = policy.memory[name]
  const isShadow = !modeSpec[policy.mode].acts
  const own = isShadow ? (state.shadows[policy.name] ?? emptyTree) : state
  if (slot === undefined || !holdsSomething(policy, name, slot, own, session)) return []
  const { scope } = slot
  const key = slotKey(policy, name, session)
  const change: Change = { change: 'slot', slot: key, scope, session, operation: { do: 'clear' } }
  return [isShadow ? { change: 'shadow', policy: policy.name, of: change } : change]
}
