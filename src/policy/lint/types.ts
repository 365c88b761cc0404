import type { Json } from '../../core/event.ts'
import { items, recordFields } from '../../core/vocabulary.ts'

/** What is known of a value before it exists. */
export interface Type {
  base: 'boolean' | 'number' | 'string' | 'list' | 'map' | 'any'
  nullable: boolean
  /** The only texts that it can be, if they are known. */
  values: readonly string[] | null
  /** Its fields by name, if they are known. */
  fields: Readonly<Record<string, string>> | null
  /** The type of the entries of a list, if it is known. */
  item: Type | null
}

const plain = { nullable: false, values: null, fields: null, item: null }

export const booleanType: Type = { base: 'boolean', ...plain }
export const numberType: Type = { base: 'number', ...plain }
export const stringType: Type = { base: 'string', ...plain }
export const listType: Type = { base: 'list', ...plain }
export const mapType: Type = { base: 'map', ...plain }
export const anyType: Type = { base: 'any', ...plain, nullable: true }

export const orNull = (type: Type): Type => ({ ...type, nullable: true })

/** Reads a field type of the vocabulary, such as `list<path>` or `integer?`. */
export function fieldType(written: string): Type {
  if (written.endsWith('?')) return orNull(fieldType(written.slice(0, -1)))
  const item = /^list<(.*)>$/.exec(written)?.[1]
  if (item !== undefined) return { ...listType, item: fieldType(item) }
  if (written.includes('|')) return { ...stringType, values: written.split('|') }
  switch (written) {
    case 'boolean':
      return booleanType
    case 'integer':
    case 'number':
    case 'time':
    case 'duration':
      return numberType
    case 'json':
      return anyType
    case 'record':
      return { ...mapType, fields: recordFields }
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
  const values = types.every((type) => type.values !== null) ? types.flatMap((type) => type.values ?? []) : null
  const sameFields = rest.every((type) => type.fields === first.fields)
  return {
    ...first,
    nullable,
    values,
    fields: sameFields ? first.fields : null,
    item: rest.length === 0 ? first.item : null,
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
