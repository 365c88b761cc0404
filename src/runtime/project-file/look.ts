import type { ProjectFile } from '../../core/decision.ts'
import type { Json } from '../../core/event.ts'
import type { Policy } from '../../core/policy.ts'
import type { TreeState } from '../../core/state.ts'
import { filesOf, projectSlots } from './slots.ts'
import type { ProjectStore, Stand } from './store.ts'

/** Project files as they stand at one moment, each read once, by their names. */
export type Look = ReadonlyMap<string, Stand>

export function lookAt(store: ProjectStore, policies: readonly Policy[]): Look {
  return new Map(filesOf(policies).map((file) => [file, store.look(policies, file)]))
}

/** What a file says; a policy without a project file has an absent one. */
export const seenIn = (look: Look, file: string): ProjectFile => look.get(file)?.project ?? { ...none, file }

const none = { status: 'absent', problem: null, data: null } as const

/** A state with the slots of scope project as the files have them. */
export function seeded(state: TreeState, policies: readonly Policy[], look: Look): TreeState {
  return look.size === 0 ? state : { ...state, slots: { ...state.slots, project: slotsOf(policies, look) } }
}

function slotsOf(policies: readonly Policy[], look: Look): Record<string, Json> {
  const slots: Record<string, Json> = {}
  for (const [file, { project }] of look) {
    for (const { name, key } of projectSlots(policies, file)) {
      const value = project.data !== null && Object.hasOwn(project.data, key) ? project.data[key] : undefined
      if (value !== undefined && value !== null) slots[name] = value
    }
  }
  return slots
}
