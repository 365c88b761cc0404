import { isWaiting } from '../../core/records/kind.ts'
import type { FindKind } from '../page/kinds.ts'
import type { StorePort } from '../ports.ts'
import { placed } from './give-word.ts'
import { twinKey, twinsOf } from './twins.ts'

/** How many questions wait in other session trees of the project, but those that this one asks too; 0 without a store. */
export type Elsewhere = (root: string) => number

export function createElsewhere(store: Pick<StorePort, 'project'>, kinds: FindKind): Elsewhere {
  return (root) => {
    const project = store.project()
    const rows = project.ok ? project.value.records() : project
    if (!project.ok || !rows.ok) return 0
    const waiting = rows.value
      .filter(({ sealed }) => sealed)
      .map(placed)
      .filter((one) => isWaiting(kinds(project.value, one.root, one.record.kind), one.record))
    const own = new Set(waiting.filter((one) => one.root === root).map(twinKey))
    return twinsOf(waiting.filter((one) => one.root !== root && !own.has(twinKey(one)))).length
  }
}
