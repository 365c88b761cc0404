import { operators } from '../../core/operators/table.ts'
import { kindOf } from './argument-type.ts'
import { variable } from './certain.ts'
import { type Check, forRule } from './context.ts'
import { isOperator, typeOf } from './type-of.ts'

/** Values that may be null where the operator wants a number: the rule would fail to be evaluated just then. */
export const unguardedNull: Check = {
  code: 'unguarded-null',
  run: ({ calls, declared, problem }) =>
    calls.flatMap(({ operator, given, at, scope, certain, path }) => {
      if (!isOperator(operator) || operators[operator].nulls) return []
      return given.flatMap((value, index) => {
        const type = typeOf(value, scope, declared, certain)
        if (
          kindOf(operator, index) !== 'number' ||
          !type.nullable ||
          (type.base === 'any' && variable(value).length === 0)
        )
          return []
        const name = variable(value)[0]
        const guard = name === undefined ? 'test it first' : `put { "!!": { var: ${name} } } before it in the same and`
        return [
          problem(
            at(index),
            `${name ?? 'This value'} may be null, and "${operator}" wants a number: ${guard}${forRule(scope, path)}`,
          ),
        ]
      })
    }),
}
