import { endsRun, isCounted } from './limit-form.ts'
import type { SlotDocument } from '../schema/parts.ts'
import type { RuleDocument } from '../schema/rule.ts'
import type { Path } from '../yaml/tree.ts'

/** How many matches a window of equal values holds. */
export const mostMatches = 200

/** What the limit of a rule remembers, in a slot of the rule's name. */
interface LimitSlot {
  slot: SlotDocument
  /** Each session of a run counts for itself. */
  bySession: boolean
  /** Where the limit is written. */
  path: Path
}

/** The slots that limits need, by the names of their rules. */
export function limitSlots(rules: readonly RuleDocument[]): Record<string, LimitSlot> {
  return Object.fromEntries(
    rules.flatMap(({ id, limit }, index): [string, LimitSlot][] => {
      if (limit === undefined) return []
      const path = ['rules', index, 'limit']
      if (isCounted(limit)) {
        const clears = [limit.clears ?? []].flat().filter((word) => word !== 'otherwise')
        const scope = limit.per === 'tree' ? ('tree' as const) : ('run' as const)
        const { within: span } = limit
        const slot: SlotDocument =
          limit.same === undefined
            ? { kind: 'counter', scope, clears }
            : { kind: 'window', scope, clears, max: mostMatches, ...(span !== undefined && { span }) }
        return [[id, { slot, bySession: limit.per === 'session', path }]]
      }
      const isSaid = endsRun(limit) && limit.warn !== undefined
      return isSaid ? [[id, { slot: { kind: 'flag', scope: 'run' }, bySession: false, path }]] : []
    }),
  )
}
