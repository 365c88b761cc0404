import type { Json } from '../../../core/event.ts'
import { conditionName } from '../../write-out.ts'
import { callOf } from '../certain.ts'
import type { Type } from '../types.ts'
import { exactly, type Known, listOf, numberIn, otherThan, type Scalar, someValue } from './known.ts'

const comparing = ['===', '!==', '<', '<=', '>', '>=', 'in']

/** The literals that each thing is compared with, by the written form of the thing. */
export type Comparands = ReadonlyMap<string, ReadonlySet<Scalar>>

export function comparandsOf(expression: Json, conditions: Record<string, Json>): Comparands {
  const found = new Map<string, Set<Scalar>>()
  const opened = new Set<string>()
  const visit = (given: Json): void => {
    const value = bodyOf(given)
    if (typeof value !== 'object' || value === null) return
    const [operator, operands] = callOf(value)
    if (operator !== null && comparing.includes(operator)) note(operands)
    for (const each of Array.isArray(value) ? value : operands) visit(each)
  }
  /** Named conditions may use each other many times over, so each is opened once. */
  const bodyOf = (value: Json): Json => {
    const name = conditionName(value)
    if (name === null || !Object.hasOwn(conditions, name)) return value
    if (opened.has(name)) return null
    opened.add(name)
    return bodyOf(conditions[name] ?? null)
  }
  const note = (operands: readonly Json[]): void => {
    const literals = operands.flat().filter(isScalar)
    for (const each of operands) {
      if (isScalar(each) || Array.isArray(each)) continue
      const key = JSON.stringify(each)
      found.set(key, new Set([...(found.get(key) ?? []), ...literals]))
    }
  }
  visit(expression)
  return found
}

const isScalar = (value: Json): value is Scalar => typeof value !== 'object' || value === null

/**
 * Values that together stand for all that something of a type can be, as far as conditions can tell them apart;
 * empty where the type is not known.
 */
export function samplesOf(type: Type, compared: ReadonlySet<Scalar>): readonly Known[] {
  const samples = present(type, compared)
  return samples.length > 0 && type.nullable ? [...samples, exactly(null)] : samples
}

function present({ base, values, range }: Type, compared: ReadonlySet<Scalar>): readonly Known[] {
  switch (base) {
    case 'boolean':
      return [exactly(true), exactly(false)]
    case 'string': {
      const texts = [...compared].filter((each) => typeof each === 'string')
      // A value that is never there is found by another check, so here it may be.
      if (values !== null) return [...new Set([...values, ...texts])].map(exactly)
      const all = new Set([...texts, ''])
      return [otherThan(all), ...[...all].map(exactly)]
    }
    case 'number': {
      const points = [...compared, 0, range.least, range.most].filter((each) => typeof each === 'number')
      return numbers(points, range.least ?? -Infinity, range.most ?? Infinity)
    }
    case 'list':
      return range.least !== null && range.least > 0 ? [someValue(true)] : [someValue(true), listOf([], false)]
    case 'map':
      return [someValue(true)]
    case 'any':
      return []
  }
}

/** Each point by itself, and what lies between and around them. */
function numbers(points: readonly number[], least: number, most: number): Known[] {
  const inside = [...new Set(points)].filter((each) => each >= least && each <= most).sort((a, b) => a - b)
  const edges = [...(least === -Infinity ? [least] : []), ...inside, ...(most === Infinity ? [most] : [])]
  return [
    ...inside.map(exactly),
    ...edges.slice(1).map((high, index) => numberIn({ low: edges[index] ?? high, high, open: true })),
  ]
}
