import { type Change, emptyTree, type TreeState } from '../state.ts'

/** No policy has such a name. */
const prefix = 'beside '
const nameOf = (index: number): string => `${prefix}${index}`

/** The memory of a set beside another: what its own rules noted, and all else as it is for every set. */
export function memoryBeside(state: TreeState, index: number): TreeState {
  const own = state.shadows[nameOf(index)]
  if (own === undefined) return state
  const { prompts, model } = state.run
  return {
    ...state,
    // What a file of the project holds is the same for all.
    slots: { ...own.slots, project: state.slots.project },
    run: { ...own.run, prompts, model },
  }
}

/**
 * What such a set keeps for itself of what it decided: what its rules wrote, and what became of its run. These changes
 * go before those of the set beside it, which would stand in its memory else.
 */
export function notedBeside(state: TreeState, changes: readonly Change[], index: number): Change[] {
  const kept = changes.filter((one) => one.change === 'run' || (one.change === 'slot' && one.scope !== 'project'))
  // The first note says what holds already: from here on the memory is its own.
  const first: Change[] = nameOf(index) in state.shadows ? [] : [{ change: 'switched', model: state.run.model }]
  return [...first, ...kept].map((of) => ({ change: 'shadow', policy: nameOf(index), of }))
}

/**
 * Where a shadow begins: an observing policy with nothing. A set beside another begins with what was remembered, since
 * it may come in the middle of a run.
 */
export const shadowSeed = ({ slots, run, turn }: TreeState, name: string): TreeState =>
  name.startsWith(prefix) ? { ...emptyTree, slots, run, turn } : emptyTree
