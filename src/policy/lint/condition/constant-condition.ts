import type { Json } from '../../../core/event.ts'
import { compute, operators } from '../../../core/expression.ts'
import type { Path } from '../../yaml/tree.ts'
import { isMap } from '../../write-out.ts'
import { callOf, searching, variable } from '../certain.ts'
import type { Check, LintContext } from '../context.ts'
import { contradictionsOf } from './contradiction.ts'
import { impossiblePaths } from './impossible-comparison.ts'
import { type Constant, isAt } from '../outcome/constant.ts'
import { constantParts, outcomeReader } from '../outcome/constant-parts.ts'
import { ruleScope } from '../scope.ts'
import { isOperator, isUnderstood } from '../type-of.ts'
import type { Call } from '../visit.ts'

/** They look at the clock, whatever they are given. */
const clocked = ['past', 'within', 'resetTime', 'hours', 'weekday']
const equal = ['===', '<=', '>=']
const unequal = ['!==', '<', '>']
const looking = [...searching, 'pick']

/**
 * Conditions, and parts of them, that are always the same. In the condition of an allow that is an error if more is
 * allowed by it than its author meant.
 */
export const constantCondition: Check = {
  code: 'constant-condition',
  run: (context) => {
    const told = [
      ...wholeConditions(context),
      ...context.calls.flatMap((call) => [
        ...constantTests(call, context),
        ...comparisons(call, context),
        ...fixedSubjects(call),
        ...unnamedMarks(call, context),
        ...contradictions(call, context),
      ]),
    ]
    const elsewhere = [...told.map(({ path }) => path), ...impossiblePaths(context)]
    const found = [...told, ...constantParts(context, elsewhere)]
    const severity = severityReader(found, context)
    return outermost(found).map(({ path, message }) => context.problem(path, message, { severity: severity(path) }))
  },
}

/** An allow that is always the same, or that a part of its condition opens wider than it looks, is an error. */
function severityReader(found: readonly Constant[], context: LintContext): (path: Path) => 'error' | 'warning' {
  const { document } = context
  const always = outcomeReader(context)
  const allowing = document.rules.filter(({ then, mode }) => then.includes('allow') && mode !== 'disabled')
  const names = new Set(allowing.map(({ id }) => id))
  const constant = new Set(
    allowing.flatMap((rule) =>
      rule.when !== undefined && always(rule.when, ruleScope(document, rule)) !== null ? [rule.id] : [],
    ),
  )
  const errors = found.filter(
    ({ scope: { rule }, always, negated }) =>
      rule !== null && (constant.has(rule) || (names.has(rule) && always !== negated)),
  )
  const paths = new Set(errors.map(({ path }) => JSON.stringify(path)))
  return (path) => (paths.has(JSON.stringify(path)) ? 'error' : 'warning')
}

function wholeConditions({ places, declared }: LintContext): Constant[] {
  const message = 'The condition reads nothing, so it is always the same: read a variable or remove it'
  return places
    .filter(({ value, whole, scope }) => whole && isUnderstood(value, scope, declared) && !readsSomething(value))
    .map(({ path, value, scope, negated }) => ({ path, message, scope, negated, always: constantOf(value) }))
}

/** Parts of `and`, `or` and `if` that decide nothing, or everything. */
function constantTests({ operator, given, at, scope, negated }: Call, { declared }: LintContext): Constant[] {
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
    return [{ path: at(index), message, scope, negated, always: operator === 'if' ? null : value }]
  })
}

/** Tests that read nothing, wherever they stand, and those of a value against itself. */
function comparisons({ operator, given, path, scope, negated }: Call, { declared }: LintContext): Constant[] {
  const call = { [operator]: [...given] }
  if (!isOperator(operator) || operators[operator].gives !== 'boolean' || !isUnderstood(call, scope, declared))
    return []
  if (!readsSomething(call)) {
    const always = constantOf(call)
    const message = `This reads nothing and is always ${always ?? 'the same'}: read a variable or remove it`
    return [{ path, message, scope, negated, always }]
  }
  const [left = null, right = null] = given
  const isCompared = given.length === 2 && (equal.includes(operator) || unequal.includes(operator))
  if (!isCompared || JSON.stringify(left) !== JSON.stringify(right) || Array.isArray(left)) return []
  const always = equal.includes(operator)
  const message = `Both sides are the same, so this is always ${always}: compare two things`
  return [{ path, message, scope, negated, always }]
}

/** Operators that look for their second value in their first, which are easily given the other way round. */
function fixedSubjects({ operator, given, at, scope, negated }: Call): Constant[] {
  const [subject = null, sought = null] = given
  const isFixed = !readsSomething(subject) && readsSomething(sought)
  // A param is settled before anything happens, so it is what is sought.
  const isSettled = !readsSomething(subject, isParam) && readsSomething(sought, isParam)
  if (!looking.includes(operator) || !(isFixed || isSettled)) return []
  const name = variable(sought)[0]
  const help = name === undefined ? 'put what is read first' : `put { var: ${name} } first`
  const message = `"${operator}" looks into this, which is always the same: ${help}`
  return [{ path: at(0), message, scope, negated, always: null }]
}

const marks: readonly string[] = ['lines', 'count']

/** Marks of a file that the fact does not name, so that it finds none. */
function unnamedMarks({ operator, given, path, scope, negated }: Call, context: LintContext): Constant[] {
  const [root, name = '', what = ''] = operator === 'var' ? String(given[0]).split('.') : []
  const fact = root === 'facts' ? context.document.facts?.[name] : undefined
  if (fact === undefined || !('file' in fact) || fact.file['label'] !== undefined) return []
  if (!marks.includes(what) || !context.isWritten(path)) return []
  const always = what === 'lines' ? 'always empty' : 'never above 0'
  const message = `facts.${name}.${what} is ${always}, since the fact names no marks: give it a label, as in { file: { …, label: TODO } }`
  return [{ path, message, scope, negated, always: null }]
}

function contradictions(call: Call, { conditions }: LintContext): Constant[] {
  const { operator, scope, negated } = call
  if (operator !== 'and' && operator !== 'or') return []
  const always = operator === 'or'
  return contradictionsOf(call, conditions).map((each) => ({ ...each, scope, negated, always }))
}

function readsSomething(value: Json, isLeftOut: (path: string) => boolean = () => false): boolean {
  const [operator, given] = callOf(value)
  if (operator === 'var') return !variable(value).some(isLeftOut)
  // What is no operator is refused elsewhere.
  if (operator === 'cond' || (isMap(value) && (operator === null || !isOperator(operator)))) return true
  if (operator !== null && clocked.includes(operator)) return true
  return (Array.isArray(value) ? value : given).some((each) => readsSomething(each, isLeftOut))
}

const isParam = (path: string): boolean => path.startsWith('params.')

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
  const places = new Map(found.toReversed().map((each) => [JSON.stringify(each.path), each]))
  const isInside = ({ path }: Constant): boolean =>
    [...places.values()].some((other) => other.path.length < path.length && isAt(path, other.path))
  return [...places.values()].toReversed().filter((each) => !isInside(each))
}
