import type { Json } from '../../../core/event.ts'
import type { Path } from '../../yaml/tree.ts'
import { conditionName } from '../../write-out.ts'
import { callOf, variable } from '../certain.ts'
import type { Call } from '../visit.ts'

/** What a part says of a value: that it is one of these, or none of them. */
interface Claim {
  /** The expression that gives the value, in a form that can be compared. */
  about: string
  /** How a person calls it; null for a whole condition that holds or not. */
  name: string | null
  values: readonly Json[]
  isOneOf: boolean
  path: Path
}

type Conditions = Record<string, Json>

const deepest = 20

/** Parts of an `and` that cannot hold at once, and of an `or` of which one always holds. */
export function contradictionsOf(
  { operator, given, at }: Call,
  conditions: Conditions,
): { path: Path; message: string }[] {
  const isAnd = operator === 'and'
  const opened = new Set<string>()
  const claims = given
    .flatMap((part, index) => claimsOf(part, at(index), operator, conditions, opened, 0))
    // An "or" is always true where its parts, turned round, cannot hold at once.
    .map((claim) => (isAnd ? claim : { ...claim, isOneOf: !claim.isOneOf }))
  return claims.flatMap((claim, index) => {
    const before = claims.slice(0, index).find((other) => excludes(other, claim))
    if (!before) return []
    const why =
      claim.name === null
        ? 'another part says the opposite; remove one of them'
        : isAnd
          ? `no value of ${claim.name} passes this part and another one; join them with "or", or use "in"`
          : `every value of ${claim.name} passes this part or another one; join them with "and"`
    return [{ path: claim.path, message: `The whole "${operator}" is always ${!isAnd}: ${why}` }]
  })
}

/**
 * What a part says, and if it is an `and` in an `and`, also by a name, what its parts say. A name that was opened
 * before says nothing new.
 */
function claimsOf(
  part: Json,
  path: Path,
  operator: string,
  conditions: Conditions,
  opened: Set<string>,
  depth: number,
): Claim[] {
  const whole = written(part, conditions)
  const own = claimOf(whole, conditions)
  const [inner, given] = callOf(whole)
  const name = conditionName(part)
  const isNew = name === null || !opened.has(name)
  if (name !== null) opened.add(name)
  const parts = inner === operator && isNew && depth < deepest ? given : []
  return [
    ...(own === null ? [] : [{ ...own, path }]),
    ...parts.flatMap((each, index) =>
      claimsOf(each, name === null ? [...path, operator, index] : path, operator, conditions, opened, depth + 1),
    ),
  ]
}

/** An expression without a name for it. */
function written(expression: Json, conditions: Conditions, depth = 0): Json {
  const name = conditionName(expression)
  const named = name !== null && Object.hasOwn(conditions, name) && depth < deepest ? conditions[name] : undefined
  return named === undefined ? expression : written(named, conditions, depth + 1)
}

function claimOf(expression: Json, conditions: Conditions, depth = 0): Omit<Claim, 'path'> | null {
  const [operator, given] = callOf(expression)
  if (operator === null) return null
  if (operator === '!' && depth < deepest) {
    const claim = claimOf(written(given[0] ?? null, conditions), conditions, depth + 1)
    return claim === null ? null : { ...claim, isOneOf: !claim.isOneOf }
  }
  return comparison(operator, given) ?? { about: JSON.stringify(expression), name: null, values: [true], isOneOf: true }
}

function comparison(operator: string, given: readonly Json[]): Omit<Claim, 'path'> | null {
  const [left = null, right = null] = given
  if (operator === 'in')
    return Array.isArray(right) && right.every(isLiteral) && !isLiteral(left) ? about(left, right, true) : null
  if (operator !== '===' && operator !== '!==') return null
  const [value, literal] = isLiteral(left) ? [right, left] : [left, right]
  return isLiteral(literal) && !isLiteral(value) ? about(value, [literal], operator === '===') : null
}

function about(value: Json, values: readonly Json[], isOneOf: boolean): Omit<Claim, 'path'> {
  return { about: JSON.stringify(value), name: variable(value)[0] ?? 'the same thing', values, isOneOf }
}

const isLiteral = (value: Json): boolean => typeof value !== 'object' || value === null

function excludes(one: Claim, other: Claim): boolean {
  if (one.about !== other.about) return false
  if (one.isOneOf && other.isOneOf) return !one.values.some((value) => other.values.includes(value))
  if (one.isOneOf) return one.values.every((value) => other.values.includes(value))
  return other.isOneOf && other.values.every((value) => one.values.includes(value))
}
