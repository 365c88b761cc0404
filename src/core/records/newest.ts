import type { FieldValues, Json } from '../event.ts'
import { questionShape } from '../shape.ts'
import type { RecordKind } from './kind.ts'

/** Nobody reads more of a list, and each item is kept, blacked out and shown. */
export const mostItems = 100

/** The lists of an entry after a later report: what is new stands first, and nothing that was there is lost. */
export function newestLists(kind: RecordKind, known: FieldValues, draft: FieldValues): FieldValues {
  const names = Object.keys(kind.fields).filter((name) => isListOfItsOwn(kind, name))
  return Object.assign({}, ...names.map((name) => joined(kind, known, draft, name)))
}

/** A value that has its reasons beside it, and these, where a later report says another one. */
export function newestPairs(kind: RecordKind, known: FieldValues, draft: FieldValues): FieldValues {
  const names = Object.keys(kind.fields).filter((name) => {
    const value = draft[name] ?? null
    return kind.fields[name]?.type !== 'list' && value !== null && value !== (known[name] ?? null)
  })
  const pairs = names.map((name) => [name, ...besideOf(kind, name)]).filter(({ length }) => length > 1)
  return Object.fromEntries(pairs.flat().map((name) => [name, draft[name] ?? null]))
}

const isListOfItsOwn = ({ fields }: RecordKind, name: string): boolean => {
  const field = fields[name]
  return field?.type === 'list' && (field.beside === null || fields[field.beside]?.type !== 'list')
}

const besideOf = ({ fields }: RecordKind, name: string): string[] =>
  Object.keys(fields).filter((other) => fields[other]?.beside === name)

/** A list with those beside it, whose items belong to its own one by one; nothing where nothing is new. */
function joined(kind: RecordKind, known: FieldValues, draft: FieldValues, name: string): FieldValues {
  const lists = [name, ...besideOf(kind, name).filter((other) => kind.fields[other]?.type === 'list')]
  const given = rows(draft, lists)
  const before = rows(known, lists)
  if (given.length === 0 || isSame(given, before)) return {}
  const old = new Map(before.map((row) => [shapeOf(row), row]))
  // What an item says beside itself is not lost where the later report says nothing there.
  const first = given.map((row) => row.map((value, at) => (value === '' ? (old.get(shapeOf(row))?.[at] ?? '') : value)))
  const news = new Set(given.map(shapeOf))
  const all = [...first, ...before.filter((row) => !news.has(shapeOf(row)))].slice(0, mostItems)
  return Object.fromEntries(lists.map((list, at) => [list, columnOf(all, at)]))
}

/** The items of lists side by side; what a shorter list lacks is empty. */
function rows(values: FieldValues, lists: readonly string[]): Json[][] {
  const [items = [], ...beside] = lists.map((list) => listIn(values[list]))
  return items.map((item, at) => [item, ...beside.map((other) => other[at] ?? '')])
}

/** A list beside another in which nothing stands is none. */
function columnOf(all: readonly Json[][], at: number): Json[] {
  const column = all.map((row) => row[at] ?? '')
  return column.some((value) => value !== '') ? column : []
}

const listIn = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

const shapeOf = ([item]: readonly Json[]): string =>
  typeof item === 'string' ? questionShape(item) : JSON.stringify(item)

const isSame = (one: readonly Json[][], other: readonly Json[][]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The first items of such a list; the last one says how many there were. */
export const firstItems = (items: readonly string[]): string[] =>
  items.length <= mostItems
    ? [...items]
    : [...items.slice(0, mostItems), `${items.length - mostItems} more … [cut; ${items.length} items in all]`]
