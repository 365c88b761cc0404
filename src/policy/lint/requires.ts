import { valueAt } from '../tree.ts'
import { fitsRange } from '../version-range.ts'
import type { SourceCheck } from './source-check.ts'

/** Version ranges that cannot be read, and those that this version of the program does not fit. */
export const requires: SourceCheck = {
  code: 'requires',
  run: ({ tree, version }) =>
    ['opencode', 'plugin'].flatMap((what) => {
      const range = tree ? valueAt(tree, ['requires', what]) : null
      if (range?.kind !== 'scalar' || typeof range.value !== 'string') return []
      const say = (message: string) => [{ offset: range.at.start, message }]
      const fits = fitsRange(version ?? '0', range.value)
      if (fits === null) return say(`Cannot read the range "${range.value}": write it like ">=1.18" or ">=1.18 <2"`)
      if (fits || what === 'opencode' || version === null) return []
      return say(`The policy needs version ${range.value} of the plugin, and this is ${version}: update one of the two`)
    }),
}
