import type { Problem } from '../problems/problem.ts'
import { problemAt } from '../problems/list.ts'
import { type MapTree, placeOf, valueAt } from '../yaml/tree.ts'
import { fitsRange } from './version-range.ts'

/** The versions that run here; what is not known is not judged. */
export interface Versions {
  opencode?: string | null
  plugin?: string | null
}

const shown = { opencode: 'OpenCode', plugin: 'the plugin' }

/** Why a policy, after all its layers, cannot be used with these versions. */
export function requiresProblems(policy: MapTree, versions: Versions): Problem[] {
  return (['opencode', 'plugin'] as const).flatMap((what) => {
    const range = valueAt(policy, ['requires', what])
    if (range?.kind !== 'scalar' || typeof range.value !== 'string') return []
    const say = (message: string) => [problemAt(placeOf(range.at), 'requires', message)]
    const version = versions[what] ?? null
    const fits = fitsRange(version ?? '0', range.value)
    if (fits === null) return say(`Cannot read the range "${range.value}": write it like ">=1.18" or ">=1.18 <2"`)
    if (fits || version === null) return []
    return say(`The policy needs ${shown[what]} ${range.value}, and this is ${version}: update one of the two`)
  })
}
