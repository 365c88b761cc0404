import type { DomainEvent, Json } from '../core/event.ts'
import { compute, EvaluationError } from '../core/expression.ts'
import type { Expression, Policy } from '../core/policy.ts'

/** A part of a condition that reads nothing but the event and params, and what it came to for events so far. */
export interface Part {
  expression: Expression
  /** Paths in the event. */
  event: readonly string[]
  known: Map<string, boolean>
}

/** Events whose answer is kept for each part. */
const mostKnown = 1000

/** What only joins other conditions. */
const joining: ReadonlySet<string> = new Set(['and', 'or', 'if', '!', '!!'])

/** The smallest parts of these conditions that name what differs; null if one of them reads more than event and params. */
export function differingParts(
  whens: readonly (Expression | null)[],
  isNamed: (text: string) => boolean,
): readonly Part[] | null {
  const parts = whens.flatMap((when) => (when === null ? [] : partsIn(when, isNamed)))
  return parts.every((part) => part !== null) ? parts : null
}

function partsIn(value: Json, isNamed: (text: string) => boolean): (Part | null)[] {
  if (typeof value !== 'object' || value === null || !isNamed(JSON.stringify(value))) return []
  if (Array.isArray(value)) return value.flatMap((each) => partsIn(each, isNamed))
  const operators = Object.keys(value)
  if (operators.every((operator) => joining.has(operator)))
    return Object.values(value).flatMap((each) => partsIn(each, isNamed))
  const paths = pathsIn(value)
  return paths.every((path) => /^(event|params)\.\w/.test(path))
    ? [{ expression: value, event: paths.filter((path) => path.startsWith('event.')), known: new Map() }]
    : [null]
}

/** What stands behind every `var`; what is no path there counts as one that nobody may read. */
function pathsIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(pathsIn)
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'var' ? [typeof each === 'string' ? each : ''] : pathsIn(each),
  )
}

/** True if one of the parts may come out differently for an event by the params of two policies. */
export function saysOther(parts: readonly Part[], event: DomainEvent, one: Policy, other: Policy): boolean {
  return parts.some(({ expression, event: paths, known }) => {
    const key = JSON.stringify(Object.entries(event).filter(([name]) => paths.some((path) => isIn(path, name))))
    const found = known.get(key) ?? differs(expression, event, one, other)
    if (known.size >= mostKnown) known.clear()
    known.set(key, found)
    return found
  })
}

const isIn = (path: string, field: string): boolean => path.split('.')[1] === field

function differs(expression: Expression, event: DomainEvent, one: Policy, other: Policy): boolean {
  try {
    const [mine, theirs] = [one, other].map(({ params }) => compute(expression, { event, params }))
    return JSON.stringify(mine) !== JSON.stringify(theirs)
  } catch (error) {
    // What cannot be computed alone is left to the whole rule.
    if (error instanceof EvaluationError) return true
    throw error
  }
}
