import type { DomainEvent } from './event.ts'
import type { Cleared, Clearing, PolicySet } from './policy.ts'
import { holdsSomething, slotKey } from './slots.ts'
import { type Change, emptyTree, type TreeState } from './state.ts'
import { modeSpec } from './vocabulary.ts'

/** What an event throws away before any rule is asked, so that no answer of a rule can hide it. */
export function clearedBefore({ clearing }: PolicySet, state: TreeState, event: DomainEvent, session: Place): Change[] {
  const isProgress = (event.type === 'step.ended' || event.type === 'turn.ended') && event.progress
  const isNextTurn = event.type === 'user.wrote' && session.depth === 0
  const words: Clearing[] = [event.type, ...(isProgress ? (['progress'] as const) : []), ...(isNextTurn ? turn : [])]
  return cleared(clearing, words, state, session)
}

/** What goes with a turn that has ended: its own rules still see it. */
export function clearedBehind({ clearing }: PolicySet, state: TreeState, event: DomainEvent, session: Place): Change[] {
  return event.type === 'turn.ended' && session.depth === 0 ? cleared(clearing, turn, state, session) : []
}

const turn: readonly Clearing[] = ['turn']

/** The session that an event belongs to. */
interface Place {
  id: string
  depth: number
}

function cleared(
  clearing: PolicySet['clearing'],
  words: readonly Clearing[],
  state: TreeState,
  { id }: Place,
): Change[] {
  const slots = new Set(words.flatMap((word) => clearing.get(word) ?? []))
  return [...slots].flatMap((each) => clear(each, state, id))
}

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
