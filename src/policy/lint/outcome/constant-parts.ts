import type { Json } from '../../../core/event.ts'
import { operators } from '../../../core/operators/table.ts'
import type { Path } from '../../yaml/tree.ts'
import { conditionName, isMap } from '../../write-out.ts'
import { callOf, nothingCertain } from '../certain.ts'
import type { LintContext } from '../context.ts'
import type { Scope } from '../scope.ts'
import { isOperator, isUnderstood, typeOf } from '../type-of.ts'
import type { Range } from '../types.ts'
import { type Constant, isAt } from './constant.ts'
import { alwaysCountsAs } from './outcome.ts'

interface Part {
  value: Json
  path: Path
  scope: Scope
  negated: boolean
}

/**
 * The smallest parts that are always the same whatever they read. `found` is what was found otherwise, which is told
 * in its own words.
 */
export function constantParts(context: LintContext, found: readonly Path[]): Constant[] {
  const always = outcomeReader(context)
  const constants = partsOf(context).flatMap((part): (Constant & Part)[] => {
    if (found.some((path) => isAt(path, part.path) || isAt(part.path, path))) return []
    const outcome = always(part.value, part.scope)
    if (outcome === null || namesIn(part.value).some((name) => always({ cond: name }, part.scope) !== null)) return []
    return [{ ...part, always: outcome, message: messageOf(part, outcome, context) }]
  })
  return constants.filter(
    ({ path }) => !constants.some((other) => other.path.length > path.length && isAt(other.path, path)),
  )
}

/** True or false where an expression is always that. */
export function outcomeReader({ declared, conditions }: LintContext): (value: Json, scope: Scope) => boolean | null {
  const known = new Map<string, boolean | null>()
  return (value, scope) => {
    const key = JSON.stringify([value, scope.events, scope.names])
    const before = known.get(key)
    if (before !== undefined) return before
    const outcome = alwaysCountsAs(value, { scope, declared, conditions })
    known.set(key, outcome)
    return outcome
  }
}

/** Everything that gives true or false. What a name stands for is looked at where it is written. */
function partsOf({ calls, places, declared, isWritten }: LintContext): Part[] {
  const tests = calls.flatMap(({ operator, given, path, scope, negated }): Part[] =>
    isOperator(operator) && operator !== 'cond' && operators[operator].gives === 'boolean'
      ? [{ value: { [operator]: [...given] }, path, scope, negated }]
      : [],
  )
  return [...tests, ...places].filter(
    ({ value, scope, path }) =>
      isMap(value) && conditionName(value) === null && isUnderstood(value, scope, declared) && isWritten(path),
  )
}

function namesIn(value: Json): string[] {
  const name = conditionName(value)
  if (name !== null) return [name]
  return Object.values(typeof value === 'object' && value !== null ? value : {}).flatMap(namesIn)
}

function messageOf({ value, scope }: Part, always: boolean, context: LintContext): string {
  const [operator, [operand = null, other = null]] = callOf(value)
  if (operator === '!' || operator === '!!') {
    const subject = subjectOf(operand, always === (operator === '!!'), scope, context)
    const help = isList(operand, scope, context)
      ? 'write what it must hold without the list'
      : 'compare it with something'
    return `"${operator}" of ${subject} is always ${always}: ${help}`
  }
  const limits = [operand, other].flatMap((each) => rangeWords(each, scope, context))
  const why = limits.length > 0 && operator !== 'and' && operator !== 'or' ? `, since ${limits.join(' and ')}` : ''
  return `This is always ${always}, whatever is read${why}: compare with what can be, or remove it`
}

function subjectOf(operand: Json, countsAsTrue: boolean, scope: Scope, context: LintContext): string {
  if (isList(operand, scope, context)) return countsAsTrue ? 'a list that has an entry' : 'an empty list'
  const { base } = typeOf(operand, scope, context.declared, nothingCertain)
  if (base === 'string') return countsAsTrue ? 'a text that is never empty' : 'an empty text'
  return base === 'map' ? 'a map' : 'this'
}

const isList = (value: Json, scope: Scope, { declared }: LintContext): boolean =>
  typeOf(value, scope, declared, nothingCertain).base === 'list'

function rangeWords(value: Json, scope: Scope, { declared }: LintContext): string[] {
  const [operator, [subject = null]] = callOf(value)
  const rangeOf = (each: Json): Range => typeOf(each, scope, declared, nothingCertain).range
  if (operator !== 'var' && operator !== 'count') return []
  const { least, most } = operator === 'var' ? rangeOf(value) : { least: 0, most: rangeOf(subject).most }
  const [, [name]] = callOf(operator === 'var' ? value : subject)
  const what = typeof name === 'string' ? name : 'it'
  const named = operator === 'var' ? what : `the count of ${what}`
  if (least === null) return most === null ? [] : [`${named} is at most ${most}`]
  return [most === null ? `${named} is ${least} or more` : `${named} is ${least} to ${most}`]
}
