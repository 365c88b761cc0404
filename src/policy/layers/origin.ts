import { stringify } from 'yaml'
import { type MapTree, placeOf, plain, type Span, type Tree } from '../yaml/tree.ts'

/** How many levels of a section are opened in any case; all else stands on one line unless several files made it. */
const levels = new Map(
  Object.entries({
    params: 1,
    memory: 1,
    facts: 1,
    conditions: 1,
    templates: 1,
    commands: 1,
    records: 1,
    sections: 1,
    rules: 2,
    workflow: 2,
  }),
)

interface Line {
  text: string
  /** Where the value was written; null for lines that only hold others together. */
  at: Span | null
}

/**
 * A policy after all its layers as YAML, each value on one line. With `origin` a comment says in which file and line
 * of a layer it was written.
 */
export function resolvedText(tree: MapTree, origin: boolean): string {
  const lines = entryLines(tree, '', (key) => levels.get(key) ?? 0)
  const width = Math.min(60, Math.max(...lines.map(({ text, at }) => (at === null ? 0 : text.length))))
  const written = lines.map(({ text, at }) =>
    origin && at !== null ? `${text.padEnd(width)}  # ${placeText(at)}` : text,
  )
  return `${written.join('\n')}\n`
}

function placeText(at: Span): string {
  const { file, line } = placeOf(at)
  return `${file}:${line}`
}

function entryLines(tree: MapTree, indent: string, depth: (key: string) => number): Line[] {
  return [...tree.entries].flatMap(([key, { key: at, value }]): Line[] => {
    const head = `${indent}${flow(key)}:`
    if (isOpened(value, at, depth(key)))
      return [{ text: head, at: null }, ...valueLines(value, `${indent}  `, depth(key) - 1)]
    return [
      {
        text: `${head} ${flow(plain(value))}`,
        at: value.kind === 'scalar' && isElsewhere(value.at, at) ? value.at : at,
      },
    ]
  })
}

function valueLines(tree: Tree, indent: string, depth: number): Line[] {
  if (tree.kind === 'map') return entryLines(tree, indent, () => depth)
  if (tree.kind === 'scalar') return [{ text: `${indent}${flow(tree.value)}`, at: tree.at }]
  return tree.items.flatMap((item): Line[] => {
    if (!isOpened(item, item.at, depth)) return [{ text: `${indent}- ${flow(plain(item))}`, at: item.at }]
    const [first, ...rest] = valueLines(item, `${indent}  `, depth - 1)
    return first === undefined ? [] : [{ ...first, text: `${indent}- ${first.text.trimStart()}` }, ...rest]
  })
}

function isOpened(tree: Tree, around: Span, depth: number): boolean {
  if (tree.kind === 'scalar') return false
  const size = tree.kind === 'list' ? tree.items.length : tree.entries.size
  return size > 0 && (depth > 0 || isMixed(tree, around))
}

/** True if not all of a value was written in one file. */
function isMixed(tree: Tree, around: Span): boolean {
  if (isElsewhere(tree.at, around)) return true
  if (tree.kind === 'list') return tree.items.some((item) => isMixed(item, around))
  return (
    tree.kind === 'map' &&
    [...tree.entries.values()].some(({ key, value }) => isElsewhere(key, around) || isMixed(value, around))
  )
}

const isElsewhere = (span: Span, other: Span): boolean => span.lines.name !== other.lines.name

/** A value on one line. */
function flow(value: unknown): string {
  const text = JSON.stringify(value)
  if (text.includes('\\n')) return text
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, aliasDuplicateObjects: false }).trimEnd()
}
