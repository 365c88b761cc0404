import { type Check, type Finding, forRule, type LintContext } from '../context.ts'
import { isUnderstood, typeOf } from '../type-of.ts'
import { nameOfType } from '../types.ts'
import type { ConditionPlace } from '../visit.ts'

/** Conditions, and parts of and, or and if, that do not give true or false. */
export const notBoolean: Check = {
  code: 'not-boolean',
  run: (context) => context.places.flatMap((place) => check(place, context)),
}

function check({ value, path, scope, certain, whole }: ConditionPlace, { declared, problem }: LintContext): Finding[] {
  const type = typeOf(value, scope, declared, certain)
  const what = whole ? 'A condition' : 'This part'
  if ((type.base === 'boolean' && !type.nullable) || !isUnderstood(value, scope, declared)) return []
  const got =
    type.base === 'boolean'
      ? 'it may be null'
      : `this is ${type.base === 'any' ? 'of no fixed type' : nameOfType(type)}`
  const isComputed = typeof value === 'object' && value !== null && !Array.isArray(value)
  const help = isComputed ? 'compare it, or put it in { "!!": … }' : 'write an operator, such as { var: event.empty }'
  return [problem(path, `${what} must be true or false, but ${got}: ${help}`, forRule(scope, path))]
}
