import { canonical } from '../../core/fingerprint.ts'
import type { Policy } from '../../core/policy.ts'
import type { Change, Slots } from '../../core/state.ts'
import { filesOf, projectSlots } from './slots.ts'

/** What others did to project memory since the journal last told of it, so that the journal alone gives it back. */
export function outsideChanges(policies: readonly Policy[], told: Slots, found: Slots): Change[] {
  const slots = filesOf(policies).flatMap((file) => projectSlots(policies, file).map(({ name }) => name))
  return [...new Set(slots)].flatMap((slot): Change[] => {
    const value = found[slot]
    if (canonical(value ?? null) === canonical(told[slot] ?? null)) return []
    const operation = value === undefined ? ({ do: 'clear' } as const) : ({ do: 'set', value } as const)
    return [{ change: 'slot', slot, scope: 'project', session: '', operation }]
  })
}
