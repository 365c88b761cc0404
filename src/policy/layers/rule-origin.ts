import { child, type MapTree, placeOf, type Span, type Tree } from '../yaml/tree.ts'

/** Where each rule of resolved policies was written, by its id in the set, and which other files changed it. */
export function ruleOrigins(trees: readonly MapTree[]): Map<string, string> {
  return new Map(
    trees.flatMap((tree) => {
      const rules = child(tree, 'rules')
      return rules?.kind === 'list'
        ? rules.items.map(
            (rule) => [`${textAt(tree, 'name')}/${textAt(rule, 'id')}`, origin(rule, sectionOf(rule, tree))] as const,
          )
        : []
    }),
  )
}

const sectionOf = (rule: Tree, tree: MapTree): Tree | null => child(child(tree, 'sections'), textAt(rule, 'section'))

function origin(rule: Tree, section: Tree | null): string {
  const written = placeText(rule.at)
  const changes = new Map<string, string>()
  for (const span of keySpans(ownOf(rule, section))) {
    if (span.lines.name !== rule.at.lines.name && !changes.has(span.lines.name))
      changes.set(span.lines.name, placeText(span))
  }
  return changes.size === 0 ? written : `${written}, changed at ${[...changes.values()].join(', ')}`
}

/** A rule without what it merely takes from its section, which is no change of it unless somebody changed that. */
function ownOf(rule: Tree, section: Tree | null): Tree {
  if (rule.kind !== 'map' || section?.kind !== 'map') return rule
  const own = [...rule.entries].filter(([key, { value }]) => {
    if (key === 'section') return false
    return section.entries.get(key)?.value !== value || value.at.lines.name !== section.at.lines.name
  })
  return { ...rule, entries: new Map(own) }
}

function keySpans(tree: Tree): Span[] {
  if (tree.kind === 'scalar') return [tree.at]
  if (tree.kind === 'list') return [tree.at, ...tree.items.flatMap(keySpans)]
  return [...tree.entries.values()].flatMap(({ key, value }) => [key, ...keySpans(value)])
}

function placeText(at: Span): string {
  const { file, line } = placeOf(at)
  return `${file}:${line}`
}

function textAt(tree: Tree, key: string): string {
  const value = child(tree, key)
  return value?.kind === 'scalar' ? String(value.value) : ''
}
