import type { Json } from '../../../core/event.ts'
import { callOf, variable } from '../certain.ts'
import { type Check, type Finding, forRule, type LintContext } from '../context.ts'
import { typeOf } from '../type-of.ts'
import type { Call } from '../visit.ts'

/** Tests that say false of a missing value, so that their negation says true. */
const falseOfNull = ['===', 'in', 'matches', 'marker', 'mentions', 'glob', 'globOnly', 'runs', 'runsOnly']

/** Negations that hold just because a value is missing. */
export const negativeNull: Check = {
  code: 'negative-null',
  run: (context) => context.calls.flatMap((call) => check(call, context)),
}

function check(call: Call, context: LintContext): Finding[] {
  if (call.negated) return []
  if (call.operator === '!==') return missing(call, call.given, context)
  const [inner = null] = call.given
  const [operator, given] = call.operator === '!' ? callOf(inner) : [null, []]
  return operator !== null && falseOfNull.includes(operator) ? missing(call, given, context) : []
}

function missing(call: Call, given: readonly Json[], { declared, problem }: LintContext): Finding[] {
  if (given.includes(null)) return []
  const name = given
    .flatMap(variable)
    .find((path) => path.startsWith('event.') && typeOf({ var: path }, call.scope, declared, call.certain).nullable)
  if (name === undefined || isAny(name, call, declared)) return []
  const message = `This is also true if ${name} is missing: put { "!!": { var: ${name} } } before it in the same and`
  return [
    problem([...call.path, call.operator], message, {
      ...forRule(call.scope, call.path),
      key: true,
      severity: 'warning',
    }),
  ]
}

/** Of a tool's own input nothing is known, so that every test would be doubtful. */
function isAny(path: string, { scope, certain }: Call, declared: LintContext['declared']): boolean {
  return typeOf({ var: path }, scope, declared, certain).base === 'any'
}
