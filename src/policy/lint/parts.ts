import type { Json } from '../../core/event.ts'
import { conditionName } from '../write-out.ts'
import { callOf } from './certain.ts'

/** What must all hold for a condition, each in a form that can be compared; none without a condition. */
export function partsOf(condition: Json | undefined): string[] {
  return condition === undefined ? [] : opened(condition, {}, [])
}

/** The same with the parts that stand behind names; a name that uses itself stands for itself. */
export function partsBehindNames(condition: Json | undefined, conditions: Readonly<Record<string, Json>>): string[] {
  return condition === undefined ? [] : opened(condition, conditions, [])
}

function opened(condition: Json, conditions: Readonly<Record<string, Json>>, open: readonly string[]): string[] {
  const name = conditionName(condition)
  const named = name !== null && Object.hasOwn(conditions, name) && !open.includes(name) ? conditions[name] : undefined
  if (name !== null && named !== undefined) return opened(named, conditions, [...open, name])
  const [operator, given] = callOf(condition)
  return operator === 'and' ? given.flatMap((part) => opened(part, conditions, open)) : [JSON.stringify(condition)]
}
