import type { Path } from '../../yaml/tree.ts'
import type { Scope } from '../scope.ts'

/** A condition, or a part of one, that is always the same. */
export interface Constant {
  path: Path
  message: string
  scope: Scope
  /** What it always is, or makes the whole; null if that is not known. */
  always: boolean | null
  /** True under an odd number of "!". */
  negated: boolean
}

/** True for a path at or below another one. */
export const isAt = (path: Path, above: Path): boolean => above.every((key, index) => path[index] === key)
