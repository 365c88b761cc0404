import { compute, operators } from '../../core/expression.ts'
import type { Json } from '../../core/event.ts'
import type { Path } from '../tree.ts'
import { isMap } from '../write-out.ts'
import { callOf, searching, variable } from './certain.ts'
import type { Check, LintContext } from './context.ts'
import { contradictionsOf } from './contradiction.ts'
import { isOperator, isUnderstood } from './type-of.ts'
import type { Call } from './visit.ts'

interface Constant {
  path: Path
  message: string
}

/** They look at the clock, whatever they are given. */
const clocked = ['past', 'within', 'resetTime']
const equal = ['===', '<=', '>=']
const unequal = ['!==', '<', '>']

/** Conditions, and parts of them, that are always the same. */
export const constantCondition: Check = {
  code: 'constant-condition',
  run: (context) => {
    const found = [
      ...wholeConditions(context),
      ...context.calls.flatMap((call) => [
        ...constantParts(call, context),
        ...comparisons(call, context),
        ...fixedSubjects(call),
        ...(call.operator === 'and' || call.operator === 'or' ? contradictionsOf(call, context.conditions) : []),
      ]),
    ]
    return outermost(found).map(({ path, message }) => context.problem(path, message, { severity: 'warning' }))
  },
}

function wholeConditions({ places, declared }: LintContext): Constant[] {
  const message = 'The condition reads nothing, so it is always the same: read a variable or remove it'
  return places
    .filter(({ value, whole, scope }) => whole && isUnderstood(value, scope, declared) && !readsSomething(value))
    .map(({ path }) => ({ path, message }))
}

/** Parts of `and`, `or` and `if` that decide nothing, or everything. */
function constantParts({ operator, given, at, scope }: Call, { declared }: LintContext): Constant[] {
  if (operator !== 'and' && operator !== 'or' && operator !== 'if') return []
  return given.flatMap((part, index) => {
    const isTest = operator !== 'if' || (index % 2 === 0 && index < given.length - 1)
    if (!isTest || !isUnderstood(part, scope, declared) || readsSomething(part)) return []
    const value = constantOf(part)
    const decides = value === (operator === 'or') ? `, and so is the whole "${operator}"` : ''
    const message =
      operator === 'if'
        ? 'This test reads nothing, so the "if" always goes the same way: read a variable, or keep only that way'
        : `This part reads nothing and is always ${value ?? 'the same'}${decides}: read a variable or remove it`
    return [{ path: at(index), message }]
  })
}

/** Tests that read nothing, wherever they stand, and those of a value against itself. */
function comparisons({ operator, given, path, scope }: Call, { declared }: LintContext): Constant[] {
  const call = { [operator]: [...given] }
  if (!isOperator(operator) || operators[operator].gives !== 'boolean' || !isUnderstood(call, scope, declared))
    return []
  if (!readsSomething(call)) {
    const value = constantOf(call)
    return [{ path, message: `This reads nothing and is always ${value ?? 'the same'}: read a variable or remove it` }]
  }
  const [left = null, right = null] = given
  const isCompared = given.length === 2 && (equal.includes(operator) || unequal.includes(operator))
  if (!isCompared || JSON.stringify(left) !== JSON.stringify(right)) return []
  return [
    { path, message: `Both sides are the same, so this is always ${equal.includes(operator)}: compare two things` },
  ]
}

/** Operators that look for their second value in their first, which are easily given the other way round. */
function fixedSubjects({ operator, given, at }: Call): Constant[] {
  const [subject = null, sought = null] = given
  if (!searching.includes(operator) || readsSomething(subject) || !readsSomething(sought)) return []
  const name = variable(sought)[0]
  const help = name === undefined ? 'put what is read first' : `put { var: ${name} } first`
  return [{ path: at(0), message: `"${operator}" looks into this, which is always the same: ${help}` }]
}

function readsSomething(value: Json): boolean {
  const [operator, given] = callOf(value)
  // What is no operator is refused elsewhere.
  if (operator === 'var' || operator === 'cond' || (isMap(value) && operator === null)) return true
  if (operator !== null && clocked.includes(operator)) return true
  return (Array.isArray(value) ? value : given).some(readsSomething)
}

/** Null for what cannot be computed, which other checks refuse. */
function constantOf(value: Json): boolean | null {
  try {
    const result = compute(value, { now: 0, zone: 'UTC' })
    return typeof result === 'boolean' ? result : null
  } catch {
    return null
  }
}

/** The first of each place, and none inside another. */
function outermost(found: readonly Constant[]): Constant[] {
  const paths = new Set(found.map(({ path }) => JSON.stringify(path)))
  const seen = new Set<string>()
  return found.filter(({ path }) => {
    const key = JSON.stringify(path)
    const isInside = path.some((_, length) => length > 0 && paths.has(JSON.stringify(path.slice(0, length))))
    const isKept = !seen.has(key) && !isInside
    seen.add(key)
    return isKept
  })
}
