import type { Json } from '../../core/event.ts'
import { listNames, suggest } from '../suggest.ts'
import { type Check, type Finding, forRule, type LintContext } from './context.ts'
import { typeOf } from './type-of.ts'
import { nameOfType, type Type } from './types.ts'
import type { Call } from './visit.ts'

/** Comparisons that can never hold: with a word that the value never is, or with another type. */
export const impossibleComparison: Check = {
  code: 'impossible-comparison',
  run: (context) => context.calls.flatMap((call) => compared(call, context)),
}

function compared(call: Call, context: LintContext): Finding[] {
  const [left = null, right = null] = call.given
  if (call.operator === '===' || call.operator === '!==')
    return [...differs(call, 0, left, right, context), ...differs(call, 1, right, left, context)]
  if (call.operator === 'in' && Array.isArray(right))
    return right.flatMap((item, index) => differs(call, 1, item, left, context, [index]))
  return []
}

/** What is wrong with a literal that is compared with something of a known type. */
function differs(
  call: Call,
  index: number,
  literal: Json,
  other: Json,
  { declared, problem }: LintContext,
  more: number[] = [],
): Finding[] {
  if (typeof literal === 'object' || typeof other !== 'object' || other === null) return []
  const type = typeOf(other, call.scope, declared, call.certain)
  const path = [...call.at(index), ...more]
  const say = (why: string) => [problem(path, `This can never be equal: ${why}${forRule(call.scope, call.path)}`)]
  if (type.base !== 'any' && type.base !== baseOf(literal)) return say(`the other side is ${nameOfType(type)}`)
  if (typeof literal === 'string' && type.values && !type.values.includes(literal))
    return say(
      `the other side is never "${literal}"${suggest(literal, type.values)}; it is one of ${listNames(type.values)}`,
    )
  return []
}

function baseOf(literal: string | number | boolean): Type['base'] {
  return typeof literal === 'string' ? 'string' : typeof literal === 'number' ? 'number' : 'boolean'
}
