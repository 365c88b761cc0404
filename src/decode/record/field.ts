import type { Json } from '../../core/event.ts'
import { type RecordField, type RecordKind, type ToolField, toolFields } from '../../core/records/kind.ts'
import type { RecordFieldType } from '../../core/vocabulary.ts'
import { firstItems } from '../../core/records/newest.ts'
import { fieldsOf, jsonOf, longestJson } from '../payload.ts'

/** A value as its field holds it, null or an empty list for none, and what is wrong with what was given. */
export interface ReadField {
  value: Json
  problem: string | null
}

/** Reads what an agent gave for a field: plain slips are mended, everything else is named with what to write. */
export function readField(field: ToolField, given: unknown): ReadField {
  const isNothing = given === undefined || given === null || (typeof given === 'string' && given.trim() === '')
  if (isNothing) return { value: nothingOf(field.type), problem: null }
  const value = readers[field.type](given, field)
  return value === undefined ? { value: nothingOf(field.type), problem: wrong(field, given) } : { value, problem: null }
}

/** A call with all that may be required, made from the types. */
export function goodCall(kind: Pick<RecordKind, 'fields'>): string {
  const wanted = toolFields(kind).filter(({ field }) => field.required !== false)
  return JSON.stringify(Object.fromEntries(wanted.map(({ field }) => [field.as, example(field)])))
}

const nothingOf = (type: RecordFieldType): Json => (type === 'list' ? [] : null)

/** The value that a field makes of what was given; undefined for what it cannot read. */
type Reader = (given: unknown, field: RecordField) => Json | undefined

const readers: Record<RecordFieldType, Reader> = {
  string: textIn,
  enum: (given, { values }) => {
    const word = textIn(given)?.toLowerCase()
    return values.find((value) => value.toLowerCase() === word)
  },
  boolean: (given) => {
    const word = textIn(given)?.toLowerCase()
    if (word === 'true' || word === 'yes') return true
    return word === 'false' || word === 'no' ? false : undefined
  },
  integer: (given) => {
    const number = numberIn(given)
    return Number.isSafeInteger(number) ? number : undefined
  },
  number: numberIn,
  list: (given) => {
    const list = fromText(given)
    if (Array.isArray(list)) return firstItems(list.flatMap((item) => itemText(item) ?? []))
    const one = textIn(list)
    return one === undefined ? undefined : [one]
  },
}

function textIn(given: unknown): string | undefined {
  if (typeof given === 'number' || typeof given === 'boolean') return String(given)
  return typeof given === 'string' ? given.trim() : undefined
}

function numberIn(given: unknown): number | undefined {
  const text = typeof given === 'string' ? given.trim() : given
  const number = typeof text === 'string' && /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function itemText(item: unknown): string | null {
  const text = textIn(item)
  if (text !== undefined) return text === '' ? null : text
  if (item === null || item === undefined) return null
  const { label, option, name } = fieldsOf(item)
  const said = [label, option, name].find((one) => typeof one === 'string' && one.trim() !== '')
  return typeof said === 'string' ? said.trim() : JSON.stringify(jsonOf(item))
}

/** Models send maps and lists as texts of JSON. */
export function fromText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > longestJson || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export const invalidChoice = ({ as, values }: ToolField): string =>
  `Invalid ${as}. Must be one of: ${values.join(', ')}`

function wrong(field: ToolField, given: unknown): string {
  if (field.type === 'enum') return invalidChoice(field)
  return `${field.as} is ${nameOf(given)}: ${wanted[field.type]}`
}

/** What may be written, with an example where the words alone do not show it. */
const wanted: Record<Exclude<RecordFieldType, 'enum'>, string> = {
  string: 'write one text',
  boolean: 'write true or false',
  integer: 'write a whole number, such as 3',
  number: 'write a number, such as 2.5',
  list: 'write a list of texts, such as ["first", "second"]',
}

function example({ type, values }: RecordField): Json {
  switch (type) {
    case 'string':
      return '…'
    case 'enum':
      return values[0] ?? ''
    case 'boolean':
      return true
    case 'integer':
      return 3
    case 'number':
      return 2.5
    case 'list':
      return ['first', 'second']
  }
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : JSON.stringify(value)
}
