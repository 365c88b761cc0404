import type { Json } from '../../core/event.ts'
import { type Lines, position } from './text-position.ts'

/** A stretch of a source text; offsets from 0. */
export interface Span {
  lines: Lines
  start: number
  end: number
}

export interface Entry {
  key: Span
  value: Tree
}

/** A document that knows where each of its values was written, also after layers of several files were merged. */
export type Tree =
  | { kind: 'scalar'; value: string | number | boolean | null; at: Span }
  | { kind: 'list'; items: Tree[]; at: Span }
  | { kind: 'map'; entries: Map<string, Entry>; at: Span }

export type MapTree = Extract<Tree, { kind: 'map' }>
export type Path = readonly (string | number)[]

export interface Place {
  file: string
  line: number
  column: number
}

export function placeOf(span: Span): Place {
  return { file: span.lines.name, ...position(span.lines, span.start) }
}

export function plain(tree: Tree): Json {
  if (tree.kind === 'scalar') return tree.value
  if (tree.kind === 'list') return tree.items.map(plain)
  return Object.fromEntries([...tree.entries].map(([key, entry]) => [key, plain(entry.value)]))
}

export function child(tree: Tree | null, key: string | number): Tree | null {
  if (tree?.kind === 'map') return tree.entries.get(String(key))?.value ?? null
  if (tree?.kind === 'list' && typeof key === 'number') return tree.items[key] ?? null
  // A list where a condition is wanted stands for `and`.
  if (tree?.kind === 'list' && key === 'and') return tree
  return null
}

/** The value at a path, or null. */
export function valueAt(tree: Tree, path: Path): Tree | null {
  return path.reduce<Tree | null>(child, tree)
}

/** Where the value at a path stands; for what is missing, the nearest thing around it. */
export function spanOfValue(tree: Tree, path: Path): Span {
  let at: Tree = tree
  for (const key of path) {
    const next = child(at, key)
    if (!next) break
    at = next
  }
  return at.at
}

/** Where the key of a map entry stands; for list items, the item. */
export function spanOfKey(tree: Tree, path: Path): Span {
  const last = path.at(-1)
  const parent = valueAt(tree, path.slice(0, -1))
  const entry = parent?.kind === 'map' && last !== undefined ? parent.entries.get(String(last)) : undefined
  return entry?.key ?? spanOfValue(tree, path)
}

/** Where a word stands in the written form of a value, so that a fault inside a text gets its own place. */
export function spanOfWord(span: Span, word: string): Span {
  const found = word === '' ? -1 : span.lines.text.slice(span.start, span.end).indexOf(word)
  return found < 0 ? span : { ...span, start: span.start + found, end: span.start + found + word.length }
}

/** Where a line and column of a text stand in its written form; `word` helps where the two differ. */
export function spanInText(span: Span, text: string, at: { line: number; column: number }, word: string): Span {
  const raw = span.lines.text.slice(span.start, span.end)
  const verbatim = raw.indexOf(text)
  if (verbatim < 0) return spanOfWord(span, word)
  const before = text.split('\n').slice(0, at.line - 1)
  const start = span.start + verbatim + before.reduce((sum, line) => sum + line.length + 1, 0) + at.column - 1
  return { ...span, start, end: start + word.length }
}

/** The same document with another value at one key of a map. */
export function withEntry(tree: MapTree, key: string, entry: Entry): MapTree {
  return { ...tree, entries: new Map(tree.entries).set(key, entry) }
}
