import { operators } from '../../../core/operators/table.ts'
import { kindOf } from './argument-type.ts'
import { variable } from '../certain.ts'
import { type Check, forRule } from '../context.ts'
import { isOperator, isUnderstood, typeOf } from '../type-of.ts'

/** Values that may be null where the operator wants a number: the rule would fail to be evaluated just then. */
export const unguardedNull: Check = {
  code: 'unguarded-null',
  run: ({ calls, declared, problem }) =>
    calls.flatMap(({ operator, given, at, scope, certain, path }) => {
      if (!isOperator(operator) || operators[operator].nulls) return []
      return given.flatMap((value, index) => {
        const type = typeOf(value, scope, declared, certain)
        const name = variable(value)[0]
        const isKnown = type.base !== 'any' || (name !== undefined && isUnderstood(value, scope, declared))
        if (kindOf(operator, index) !== 'number' || !type.nullable || !isKnown) return []
        const where = at(index)[2] === 'then' ? 'into the when of the rule' : 'before it in the same and'
        const guard = name === undefined ? 'test it first' : `put { "!!": { var: ${name} } } ${where}`
        return [
          problem(
            at(index),
            `${name ?? 'This value'} may be null, and "${operator}" wants a number: ${guard}`,
            forRule(scope, path),
          ),
        ]
      })
    }),
}
