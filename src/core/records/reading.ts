import type { EventOf, FieldValues, Json } from '../event.ts'
import { events, recordFields } from '../vocabulary.ts'
import type { RecordKind } from './kind.ts'

/** A field as a person reads it: one text, or the items of a list. */
export interface ShownField {
  field: string
  name: string
  value: string | readonly string[]
}

/** The line of an entry. Where no policy knows its kind or its title any more, it is what the entry says in words. */
export function titleOf(kind: RecordKind | null, record: FieldValues): string {
  return (kind === null ? null : textIn(record, kind.title)) ?? wordsBeside(recordFields, record)
}

/** All that the call of a record tool says in words, on one line. */
export const wordsOfCall = (event: EventOf<'record.submitted'>): string =>
  wordsBeside({ type: 'string', ...events['record.submitted'].fields }, event)

/** What the fields of a kind say, where only the engine's own are known: the first text of several words, else all. */
function wordsBeside(own: object, values: FieldValues): string {
  const texts = Object.keys(values).flatMap((name) => (Object.hasOwn(own, name) ? [] : (textIn(values, name) ?? [])))
  return texts.find((text) => /\s/.test(text.trim())) ?? texts.join(' · ')
}

/** What stands before the line; null for nothing. */
export const labelOf = (kind: RecordKind | null, record: FieldValues): string | null =>
  (kind?.label ?? []).map((name) => textIn(record, name)).find((text) => text !== null) ?? null

/** What a person may choose from. */
export function optionsOf(kind: RecordKind | null, record: FieldValues): readonly string[] {
  const name = kind?.answer?.options ?? null
  return name === null ? [] : textsIn(record[name])
}

/** What is said of each option, in their order; shorter where nothing is said of the last ones. */
export function aboutOptions(kind: RecordKind | null, record: FieldValues): readonly string[] {
  const name = kind?.answer?.options ?? null
  return kind === null || name === null ? [] : textsBehind(kind, record, name)
}

/** An item of a list with what stands behind it. */
export const withAbout = (item: string, about: string | undefined): string =>
  about === undefined || about.trim() === '' ? item : `${item} (${about})`

/** What is shown of an entry below its line, in order; of fields with one name the first that has a value. */
export function shownFields(kind: RecordKind | null, record: FieldValues): ShownField[] {
  if (kind === null) return []
  const names = Object.values(kind.fields).flatMap(({ shown }) => shown ?? [])
  return [...new Set(names)].flatMap((name) => shownAs(kind, record, name) ?? [])
}

/** The same of the name under which a field is shown, such as what an entry holds up; null if there is nothing. */
export function shownAs(kind: RecordKind, record: FieldValues, shown: string): ShownField | null {
  const field = Object.keys(kind.fields).find(
    (name) => kind.fields[name]?.shown === shown && valueText(record[name]) !== null,
  )
  if (field === undefined) return null
  const value = record[field]
  if (Array.isArray(value)) {
    const about = textsBehind(kind, record, field)
    return { field, name: shown, value: textsIn(value).map((item, at) => withAbout(item, about[at])) }
  }
  const behind = Object.keys(kind.fields).flatMap((name) =>
    kind.fields[name]?.beside === field ? (valueText(record[name]) ?? []) : [],
  )
  const brackets = behind.length === 0 ? '' : ` (${behind.join('; ')})`
  return { field, name: shown, value: `${valueText(value) ?? ''}${brackets}` }
}

/** The items of the list that stands beside a list. */
const textsBehind = (kind: RecordKind, record: FieldValues, field: string): readonly string[] =>
  textsIn(record[Object.keys(kind.fields).find((name) => kind.fields[name]?.beside === field) ?? ''])

/** A value as a person reads it; null for none. */
export function valueText(value: Json | undefined): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (Array.isArray(value)) return value.length === 0 ? null : textsIn(value).join(', ')
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** The text of a field that is one; null for another. */
function textIn(record: FieldValues, name: string): string | null {
  const value = record[name]
  return typeof value === 'string' || typeof value === 'number' ? valueText(value) : null
}

const textsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.map((item) => valueText(item) ?? '') : []
