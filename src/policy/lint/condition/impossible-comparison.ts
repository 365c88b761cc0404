import type { Json } from '../../../core/event.ts'
import { recordStatuses } from '../../../core/vocabulary.ts'
import { listNames, suggest } from '../../problems/suggest.ts'
import type { Path } from '../../yaml/tree.ts'
import { type Check, type Finding, forRule, type LintContext, type TextUse } from '../context.ts'
import { readVariable } from '../scope.ts'
import { typeOf } from '../type-of.ts'
import { literalType, nameOfType, type Type } from '../types.ts'
import type { Call } from '../visit.ts'

/** Comparisons that can never hold: with a word that the value never is, with another type, or of two lists. */
export const impossibleComparison: Check = {
  code: 'impossible-comparison',
  run: (context) => [
    ...context.calls.flatMap((call) => compared(call, context)),
    ...context.texts.flatMap((use) => comparedInText(use, context)),
    ...askedFacts(context),
  ],
}

/** Where such comparisons stand among the conditions. */
export function impossiblePaths(context: LintContext): Path[] {
  return context.calls.filter((call) => compared(call, context).length > 0).map(({ path }) => path)
}

interface Side {
  value: Json
  path: Path
}

function compared(call: Call, context: LintContext): Finding[] {
  const [left = null, right = null] = call.given
  const first = { value: left, path: call.at(0) }
  if (call.operator === '===' || call.operator === '!==')
    return differs(call, first, { value: right, path: call.at(1) }, context)
  if (call.operator !== 'in' || !Array.isArray(right)) return []
  return right.flatMap((value, index) => differs(call, first, { value, path: [...call.at(1), index] }, context))
}

/** What is wrong with two things that are compared; it is told at the one that is written out. */
function differs(call: Call, left: Side, right: Side, { declared, problem }: LintContext): Finding[] {
  const types = [left, right].map(({ value }) => typeOf(value, call.scope, declared, call.certain))
  const [of, and] = types
  if (of === undefined || and === undefined) return []
  const isLiteral = ({ value }: Side): boolean => typeof value !== 'object'
  // What reads nothing on either side is always the same, which another check says.
  if (isLiteral(left) && isLiteral(right)) return []
  const [at, own, other] = isLiteral(left) ? [left, of, and] : [right, and, of]
  const why = neverEqual(left, right, of, and) ?? neverMeets(at.value, own, other)
  return why === null ? [] : [problem(at.path, `This can never be equal: ${why}`, forRule(call.scope, call.path))]
}

/** Lists and maps are compared by what they are and not by what they hold. */
function neverEqual(left: Side, right: Side, of: Type, and: Type): string | null {
  const isNew = ({ value }: Side, { base }: Type): boolean =>
    base === 'list' && (Array.isArray(value) || !isVariable(value))
  const isOther = of.base === and.base && JSON.stringify(left.value) !== JSON.stringify(right.value)
  const isList = isOther && of.base === 'list' && !(of.nullable && and.nullable)
  return isNew(left, of) || isNew(right, and) || isList
    ? 'a list is never the same as another one; count it, or look for its entries with "in"'
    : null
}

const isVariable = (value: Json): boolean =>
  typeof value === 'object' && value !== null && ('var' in value || 'if' in value || 'first' in value)

function neverMeets(literal: Json, own: Type, other: Type): string | null {
  if (literal === null || own.base === 'any' || other.base === 'any' || (own.nullable && other.nullable)) return null
  if (own.base !== other.base) return `the other side is ${nameOfType(other)}`
  const [words, others] = [own.values, other.values]
  if (words === null || others === null || words.some((word) => others.includes(word))) return null
  if (typeof literal !== 'string')
    return `one side is one of ${listNames(words)}, the other one of ${listNames(others)}`
  return `the other side is never "${literal}"${suggest(literal, others)}; it is one of ${listNames(others)}`
}

/** The same in a text, by the helper `eq`. */
function comparedInText(use: TextUse, { declared, problem }: LintContext): Finding[] {
  return use.check.comparisons.flatMap(({ path, literal, line, column }) => {
    const read = readVariable(path, use.scope, declared)
    const why = read.ok ? neverMeets(literal, literalType(literal), read.value) : null
    return why === null
      ? []
      : [
          problem(use.path, `This can never be equal: ${why}`, {
            ...forRule(use.scope, use.path),
            inText: { text: use.source, line, column, word: path },
          }),
        ]
  })
}

/** Facts that ask for records of a status that there is not. */
function askedFacts({ document, problem }: LintContext): Finding[] {
  return Object.entries(document.facts ?? {}).flatMap(([name, fact]) => {
    const status = 'records' in fact ? fact.records['status'] : undefined
    if (typeof status !== 'string' || recordStatuses.some((each) => each === status)) return []
    const why = `no record is ever "${status}"${suggest(status, recordStatuses)}; it is one of ${listNames(recordStatuses)}`
    return [problem(['facts', name, 'records', 'status'], `This can never be equal: ${why}`)]
  })
}
