import type { Json } from '../../core/event.ts'
import type { Policy, Slot } from '../../core/policy.ts'

/** A slot that a policy keeps in a project file. */
export interface ProjectSlot {
  /** `policy/slot`. */
  name: string
  key: string
  slot: Slot
}

/** The slots that policies keep in a project file. */
export function projectSlots(policies: readonly Policy[], file: string): ProjectSlot[] {
  return policies
    .filter(({ project }) => project === file)
    .flatMap((policy) =>
      Object.entries(policy.memory)
        .filter(([, slot]) => slot.scope === 'project')
        .map(([name, slot]) => ({ name: `${policy.name}/${name}`, key: slot.key ?? name, slot })),
    )
}

/** The project files of policies, each once. */
export const filesOf = (policies: readonly Policy[]): string[] => [
  ...new Set(policies.flatMap(({ project }) => project ?? [])),
]

export type Keys = Readonly<Record<string, Json>>

/** The values of the keys that only we may change; lists belong to others. */
export function ownKeys(policies: readonly Policy[], file: string, data: Keys): Record<string, Json> {
  const owned = projectSlots(policies, file).filter(({ slot }) => slot.kind !== 'list')
  return Object.fromEntries(
    owned.flatMap(({ key }): [string, Json][] => {
      const value = Object.hasOwn(data, key) ? data[key] : undefined
      return value === undefined || value === null ? [] : [[key, value]]
    }),
  )
}
