import type { Json } from '../../core/event.ts'
import { isMap } from '../write-out.ts'
import { callOf } from './certain.ts'
import type { Check } from './context.ts'
import { isUnderstood } from './type-of.ts'

/** Conditions that read nothing and so are always the same. */
export const constantCondition: Check = {
  code: 'constant-condition',
  run: ({ places, declared, problem }) =>
    places
      .filter(({ value, whole, scope }) => whole && isUnderstood(value, scope, declared) && !readsSomething(value))
      .map(({ path }) =>
        problem(path, 'The condition reads nothing, so it is always the same: read a variable or remove it', {
          severity: 'warning',
        }),
      ),
}

function readsSomething(value: Json): boolean {
  const [operator, given] = callOf(value)
  // What is no operator is refused elsewhere.
  if (operator === 'var' || operator === 'cond' || (isMap(value) && operator === null)) return true
  return (Array.isArray(value) ? value : given).some(readsSomething)
}
