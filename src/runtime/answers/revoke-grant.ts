import type { Grant, ProjectStore, Result } from '../../store/store.ts'
import { mostTries, type Placed, placed } from './give-word.ts'
import { gave } from './twins.ts'
import { reopening } from './withdraw-word.ts'

/** `entries` wait again. `ended`: it is not in force any more, or cannot be ended. */
export type Revoked = { result: 'revoked'; entries: Placed[] } | { result: 'ended' }

/**
 * Takes back what a person allowed or forbade, whoever may have used it. What they said of it stands no longer, so the
 * entries wait again: no page and no agent is told of a decision that does not hold.
 */
export function revokeGrant(project: ProjectStore, { id: grant }: Pick<Grant, 'id'>, at: number): Result<Revoked> {
  for (let tries = 1; ; tries++) {
    const shared = project.shared()
    const rows = shared.ok ? project.records() : shared
    if (!shared.ok) return shared
    if (!rows.ok) return rows
    const given = shared.value.grants.find(({ id }) => id === grant)
    if (given === undefined) return { ok: true, value: { result: 'ended' } }
    const entries = rows.value
      .filter(({ sealed }) => sealed)
      .map(placed)
      .filter((one) => gave(one, given))
    const ends = new Map(entries.map(({ root }) => [root, null]))
    const done = project.commit({
      revision: shared.value.revision,
      ...reopening(entries, given.record ?? '', at, ends),
      ended: [{ grant, at, by: 'revoked' }],
    })
    if (!done.ok) return done
    if (done.value.result === 'done') return { ok: true, value: { result: 'revoked', entries } }
    if (tries === mostTries) return { ok: true, value: { result: 'ended' } }
  }
}
