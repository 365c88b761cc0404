import type { Forest } from '../nights/forest.ts'
import type { RuntimeOptions } from '../options.ts'
import { titleOf } from '../nights/tree.ts'
import type { Trees } from './kinds.ts'

/** What pages need to know of the trees of this process. */
export const treesOf = ({ planted }: Forest, { policies }: RuntimeOptions): Trees => ({
  set: (root) => planted(root)?.policies.set ?? null,
  title: (root) => {
    const tree = planted(root)
    return tree === null ? null : titleOf(tree)
  },
  run: (root) => planted(root)?.state.run ?? null,
  current: () => policies().set,
})
