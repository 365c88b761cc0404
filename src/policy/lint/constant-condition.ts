import type { Json } from '../../core/event.ts'
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
  if (operator === 'var' || operator === 'cond') return true
  return (Array.isArray(value) ? value : given).some(readsSomething)
}
