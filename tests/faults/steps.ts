import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'

const places: readonly (readonly [object, readonly string[]])[] = [
  [fs, ['openSync', 'writeFileSync', 'fchmodSync', 'closeSync', 'renameSync', 'rmSync', 'unlinkSync', 'mkdirSync']],
  [DatabaseSync.prototype, ['exec']],
  [StatementSync.prototype, ['run', 'get', 'all']],
]

export type Step = (name: string, does: () => unknown, given: readonly unknown[]) => unknown

/** Puts `step` around each call of this process that leaves a trace on the disk or asks the database. */
export function wrapSteps(step: Step): void {
  for (const [owner, names] of places) {
    for (const name of names) {
      const original: unknown = Reflect.get(owner, name)
      if (typeof original !== 'function') throw new Error(`Cannot wrap ${name}: there is no such function`)
      Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
        return step(name, () => Reflect.apply(original, this, given), given)
      })
    }
  }
  syncBuiltinESMExports()
}
