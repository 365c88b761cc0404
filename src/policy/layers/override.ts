import type { Problem } from '../problems/problem.ts'
import { problemAt } from '../problems/list.ts'
import { ruleKeys } from '../schema/rule.ts'
import { listNames, suggest } from '../problems/suggest.ts'
import { type Entry, type MapTree, placeOf, plain, type Tree, withEntry } from '../yaml/tree.ts'

/** One line under `override`: a dotted path and the change at it. */
export interface Override {
  path: string
  entry: Entry
}

const listChanges = ['append', 'prepend', 'remove']
/** Where the categories of a kind stood before it had fields. */
const categories = /^records\.([^.]+)\.categories$/
const fixedPaths = ['version', 'name', 'extends', 'locked']

/** The document with one change, or why it cannot be made. Settings merge one level; conditions and texts are replaced. */
export function applyOverride(document: MapTree, override: Override): { tree: MapTree; problems: Problem[] } {
  const cannot = (why: string): { tree: MapTree; problems: Problem[] } => ({
    tree: document,
    problems: [problemAt(placeOf(override.entry.key), 'override', `Cannot override "${override.path}": ${why}`)],
  })
  const keys = override.path.replace(categories, 'records.$1.fields.category.values').split('.')
  if (fixedPaths.includes(override.path)) return cannot('a file that extends may not change it')
  if (keys[0] === 'params' && keys.length === 2 && override.entry.value.kind !== 'map')
    return cannot(`give the value under params, as in params: { ${keys[1]}: … }`)
  const changed = change(document, keys, override)
  if (typeof changed === 'string') return cannot(changed)
  return changed.kind === 'map' ? { tree: changed, problems: [] } : cannot('it is not a part of the policy')
}

function change(at: Tree, keys: readonly string[], override: Override): Tree | string {
  const [key, ...rest] = keys
  if (key === undefined) return replacement(at, override)
  if (at.kind === 'map') {
    const entry = at.entries.get(key)
    if (!entry && rest.length === 0 && isRuleSetting(override.path, key))
      return `the rule has no "${key}" yet; add it with ${override.path.replace(/\.[^.]*$/, '')}: { ${key}: … }`
    if (!entry) return unknownPart(key, [...at.entries.keys()])
    const value = change(entry.value, rest, override)
    return typeof value === 'string' ? value : withEntry(at, key, { ...entry, value })
  }
  if (at.kind === 'list') {
    const index = at.items.findIndex((item) => idOf(item) === key)
    const item = at.items[index]
    if (!item)
      return unknownPart(
        key,
        at.items.flatMap((each) => idOf(each) ?? []),
      )
    const value = change(item, rest, override)
    return typeof value === 'string' ? value : { ...at, items: at.items.with(index, value) }
  }
  return `a single value has no "${key}"`
}

const isRuleSetting = (path: string, key: string): boolean =>
  path.startsWith('rules.') && path.split('.').length === 3 && ruleKeys.includes(key)

function unknownPart(key: string, names: string[]): string {
  const hint = suggest(key, names)
  return `there is no "${key}"${hint || (names.length > 0 ? `; there are ${listNames(names)}` : '')}`
}

function replacement(old: Tree, { path, entry: { value } }: Override): Tree | string {
  if (isReplaced(path) || value.kind !== 'map') return value
  if (old.kind === 'list') return changedList(old, value)
  return old.kind === 'map' ? { ...old, entries: new Map([...old.entries, ...value.entries]) } : value
}

function isReplaced(path: string): boolean {
  return path === 'active' || /^(conditions|templates)\./.test(path) || /\.(when|evidence|skip)$/.test(path)
}

function changedList(old: Extract<Tree, { kind: 'list' }>, changes: MapTree): Tree | string {
  const unknown = [...changes.entries.keys()].find((key) => !listChanges.includes(key))
  if (unknown !== undefined)
    return `a list takes append, prepend and remove, not "${unknown}"${suggest(unknown, listChanges)}`
  const items = (key: string): Tree[] => {
    const value = changes.entries.get(key)?.value
    return value ? (value.kind === 'list' ? value.items : [value]) : []
  }
  const gone = items('remove').map((item) => canonical(item))
  const missing = items('remove').find((item) => !old.items.some((each) => isSame(each, item)))
  if (missing) return `the list has no ${canonical(missing)} to remove`
  const kept = old.items.filter((item) => !gone.includes(canonical(item)) && !gone.includes(JSON.stringify(idOf(item))))
  return { ...old, items: [...items('prepend'), ...kept, ...items('append')] }
}

const isSame = (item: Tree, wanted: Tree): boolean =>
  canonical(item) === canonical(wanted) || JSON.stringify(idOf(item)) === canonical(wanted)

const canonical = (tree: Tree): string => JSON.stringify(plain(tree))

/** The `id` of a map, by which overrides find it in a list. */
export function idOf(tree: Tree): string | null {
  const id = tree.kind === 'map' ? tree.entries.get('id')?.value : undefined
  return id?.kind === 'scalar' && typeof id.value === 'string' ? id.value : null
}
