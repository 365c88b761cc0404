import type { Json } from '../../core/event.ts'
import { items } from '../../core/vocabulary.ts'

/** What is known of a value before it exists. */
export interface Type {
  base: 'boolean' | 'number' | 'string' | 'list' | 'map' | 'any'
  nullable: boolean
  /** The only texts that it can be, if they are known. */
  values: readonly string[] | null
  /** Its fields by name, if they are known. */
  fields: FieldTypes | null
  /** The type of the entries of a list, if it is known. */
  item: Type | null
  /** The least and the greatest number that it can be, or of entries that it can have; null: no limit is known. */
  range: Range
  /** What a number counts, if it is known: a point in time and a length of time must not be mixed up. */
  unit: 'time' | 'duration' | null
}

/** Types by name: as the vocabulary writes them, or what a policy declares. */
export type FieldTypes = Readonly<Record<string, string | Type>>

export interface Range {
  least: number | null
  most: number | null
}

const unlimited: Range = { least: null, most: null }
const plain = { nullable: false, values: null, fields: null, item: null, range: unlimited, unit: null }

export const booleanType: Type = { base: 'boolean', ...plain }
export const numberType: Type = { base: 'number', ...plain }
export const timeType: Type = { ...numberType, unit: 'time' }
export const durationType: Type = { ...numberType, unit: 'duration' }
export const stringType: Type = { base: 'string', ...plain }
export const listType: Type = { base: 'list', ...plain }
export const mapType: Type = { base: 'map', ...plain }
export const anyType: Type = { base: 'any', ...plain, nullable: true }

export const upTo = (type: Type, most: number): Type => ({ ...type, range: { ...type.range, most } })
export const orNull = (type: Type): Type => ({ ...type, nullable: true })

/** Reads a field type of the vocabulary, such as `list<path>` or `integer?`. */
export function fieldType(written: string | Type): Type {
  if (typeof written !== 'string') return written
  // An integer that may be missing may be an exit code, which some systems give below zero.
  if (written === 'integer?') return orNull(numberType)
  if (written.endsWith('?')) return orNull(fieldType(written.slice(0, -1)))
  const item = /^list<(.*)>$/.exec(written)?.[1]
  if (item !== undefined) return { ...listType, item: fieldType(item) }
  if (written.includes('|')) return { ...stringType, values: written.split('|') }
  switch (written) {
    case 'boolean':
      return booleanType
    case 'integer':
    case 'number':
      return { ...numberType, range: { least: 0, most: null } }
    case 'time':
      return timeType
    case 'duration':
      return durationType
    case 'json':
      return anyType
    // Of which kind it is, the declaration of the fact says.
    case 'record':
      return mapType
    case 'question':
      return { ...mapType, fields: items.question }
    default:
      return stringType
  }
}

export function literalType(value: Json): Type {
  if (value === null) return anyType
  if (typeof value === 'boolean') return booleanType
  if (typeof value === 'number') return numberType
  if (typeof value === 'string') return { ...stringType, values: [value] }
  return Array.isArray(value) ? listType : mapType
}

/** The type of a value that may be one of several things. */
export function unify(types: readonly Type[]): Type {
  const [first, ...rest] = types
  if (!first) return anyType
  const nullable = types.some((type) => type.nullable)
  if (rest.some((type) => type.base !== first.base)) return { ...anyType, nullable }
  const isOneUnit = rest.every((type) => type.unit === first.unit)
  const values = types.every((type) => type.values !== null) ? types.flatMap((type) => type.values ?? []) : null
  const sameFields = rest.every((type) => type.fields === first.fields)
  return {
    ...first,
    nullable,
    values,
    fields: sameFields ? first.fields : null,
    item: rest.length === 0 ? first.item : null,
    range: rangeOfAll(types),
    unit: isOneUnit ? first.unit : null,
  }
}

function rangeOfAll(types: readonly Type[]): Range {
  const least = types.map(({ range }) => range.least)
  const most = types.map(({ range }) => range.most)
  return {
    least: least.every((each) => each !== null) ? Math.min(...least) : null,
    most: most.every((each) => each !== null) ? Math.max(...most) : null,
  }
}

export function nameOfType(type: Type): string {
  const names = {
    boolean: 'true or false',
    number: 'a number',
    string: 'a text',
    list: 'a list',
    map: 'a map',
    any: 'anything',
  }
  return names[type.base]
}
