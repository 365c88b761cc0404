import { applyParam } from './layer-params.ts'
import { applyOverride, idOf, type Override } from './override.ts'
import type { Problem } from '../problems/problem.ts'
import { problemAt } from '../problems/list.ts'
import { suggest } from '../problems/suggest.ts'
import { child, type Entry, type MapTree, placeOf, type Tree, withEntry } from '../yaml/tree.ts'

/** A document while layers are put on it. */
export interface Layered {
  tree: MapTree
  problems: Problem[]
  /** What waits until the rules are complete: changes of rules, and new rules. */
  late: Late[]
}

export type Late = { late: 'override'; override: Override } | { late: 'insert'; insert: MapTree }

const newNames = ['memory', 'facts', 'conditions', 'templates', 'commands', 'records']
const allowedWhenLocked = ['version', 'name', 'description', 'extends', 'params']

/** Puts one layer on a document: all but what waits for the complete rules. */
export function applyLayer(below: Layered, layer: MapTree): Layered {
  const locked = isTrue(child(below.tree, 'locked')) ? (textOf(child(below.tree, 'name')) ?? '') : null
  if (locked !== null) {
    const problems = [...layer.entries]
      .filter(([key]) => !allowedWhenLocked.includes(key))
      .map(([key, entry]) =>
        problemAt(
          placeOf(entry.key),
          'locked',
          `Cannot use ${key}: policy "${locked}" is locked; only params with merge: append take more values`,
        ),
      )
    if (problems.length > 0) return { ...below, problems: [...below.problems, ...problems] }
  }
  return [setParams(locked), addNames, addStates, applyOverrides, collectInserts, setPlainKeys].reduce(
    (layered, apply) => apply(layered, layer),
    below,
  )
}

/** Makes the changes of rules, once they are complete. */
export function applyLate(tree: MapTree, late: readonly Late[]): { tree: MapTree; problems: Problem[] } {
  return late.reduce<{ tree: MapTree; problems: Problem[] }>(
    (done, each) => {
      const next =
        each.late === 'override' ? applyOverride(done.tree, each.override) : applyInsert(done.tree, each.insert)
      return { tree: next.tree, problems: [...done.problems, ...next.problems] }
    },
    { tree, problems: [] },
  )
}

function setParams(locked: string | null) {
  return (below: Layered, layer: MapTree): Layered =>
    entriesOf(child(layer, 'params')).reduce((layered, [name, entry]) => {
      const { params, problems } = applyParam(sectionOf(layered.tree, 'params', entry), name, entry, locked)
      return {
        ...layered,
        tree: withSection(layered.tree, 'params', params, entry),
        problems: [...layered.problems, ...problems],
      }
    }, below)
}

function addNames(below: Layered, layer: MapTree): Layered {
  return newNames.reduce((layered, part) => addEntries(layered, part, part, entriesOf(child(layer, part))), below)
}

/** New states of a workflow; existing ones are changed under override. */
function addStates(below: Layered, layer: MapTree): Layered {
  const workflow = child(below.tree, 'workflow')
  const added = layer.entries.get('workflow')
  if (!added) return below
  if (workflow?.kind !== 'map') {
    const problem = problemAt(placeOf(added.key), 'exists', 'Cannot add states: the policy has no workflow')
    return { ...below, problems: [...below.problems, problem] }
  }
  const inside: Layered = { ...below, tree: workflow }
  const grown = addEntries(inside, 'states', 'workflow.states', entriesOf(child(added.value, 'states')))
  return { ...grown, tree: withSection(below.tree, 'workflow', grown.tree, added) }
}

function addEntries(below: Layered, part: string, shown: string, added: readonly [string, Entry][]): Layered {
  return added.reduce((layered, [name, entry]) => {
    const section = sectionOf(layered.tree, part, entry)
    if (!section.entries.has(name))
      return { ...layered, tree: withSection(layered.tree, part, withEntry(section, name, entry), entry) }
    const message = `Cannot add "${shown}.${name}": it exists; change it under override`
    return { ...layered, problems: [...layered.problems, problemAt(placeOf(entry.key), 'exists', message)] }
  }, below)
}

function applyOverrides(below: Layered, layer: MapTree): Layered {
  return entriesOf(child(layer, 'override')).reduce<Layered>((layered, [path, entry]) => {
    const override = { path, entry }
    if (path.startsWith('rules.')) return { ...layered, late: [...layered.late, { late: 'override', override }] }
    const { tree, problems } = applyOverride(layered.tree, override)
    return { ...layered, tree, problems: [...layered.problems, ...problems] }
  }, below)
}

function collectInserts(below: Layered, layer: MapTree): Layered {
  const inserts = child(layer, 'insert')
  const maps = inserts?.kind === 'list' ? inserts.items.filter((item) => item.kind === 'map') : []
  return { ...below, late: [...below.late, ...maps.map((insert): Late => ({ late: 'insert', insert }))] }
}

function setPlainKeys(below: Layered, layer: MapTree): Layered {
  const tree = ['name', 'description', 'mode'].reduce((document, key) => {
    const entry = layer.entries.get(key)
    return entry ? withEntry(document, key, entry) : document
  }, below.tree)
  return { ...below, tree: addRanges(tree, layer) }
}

/** A range that a layer does not speak of still binds: what it is based on needs that version. */
function addRanges(tree: MapTree, layer: MapTree): MapTree {
  const entry = layer.entries.get('requires')
  if (entry === undefined) return tree
  return entriesOf(entry.value).reduce((document, [what, range]) => {
    const ranges = withEntry(sectionOf(document, 'requires', entry), what, range)
    return withSection(document, 'requires', ranges, entry)
  }, tree)
}

function applyInsert(tree: MapTree, insert: MapTree): { tree: MapTree; problems: Problem[] } {
  const side = insert.entries.has('before') ? 'before' : 'after'
  const place = child(insert, side)
  const id = textOf(place)
  const rules = child(tree, 'rules')
  const added = child(insert, 'rules')
  const old = tree.entries.get('rules')
  if (added?.kind !== 'list' || !place) return { tree, problems: [] }
  const known = rules?.kind === 'list' ? rules.items : []
  const index = known.findIndex((rule) => idOf(rule) === id)
  if (rules?.kind !== 'list' || !old || index < 0) {
    const hint = suggest(
      id ?? '',
      known.flatMap((rule) => idOf(rule) ?? []),
    )
    return {
      tree,
      problems: [problemAt(placeOf(place.at), 'insert', `Cannot insert ${side} "${id}": there is no such rule${hint}`)],
    }
  }
  const neighbour = rules.items[index]
  const section = neighbour?.kind === 'map' ? neighbour.entries.get('section') : undefined
  const placed = added.items.map((rule) =>
    rule.kind === 'map' && section !== undefined ? withEntry(rule, 'section', section) : rule,
  )
  const items = rules.items.toSpliced(side === 'before' ? index : index + 1, 0, ...placed)
  return { tree: withEntry(tree, 'rules', { ...old, value: { ...rules, items } }), problems: [] }
}

function sectionOf(tree: MapTree, part: string, entry: Entry): MapTree {
  const section = child(tree, part)
  return section?.kind === 'map' ? section : { kind: 'map', entries: new Map(), at: entry.key }
}

function withSection(tree: MapTree, part: string, section: MapTree, entry: Entry): MapTree {
  return withEntry(tree, part, { key: tree.entries.get(part)?.key ?? entry.key, value: section })
}

function entriesOf(tree: Tree | null): [string, Entry][] {
  return tree?.kind === 'map' ? [...tree.entries] : []
}

function textOf(tree: Tree | null): string | null {
  return tree?.kind === 'scalar' && typeof tree.value === 'string' ? tree.value : null
}

function isTrue(tree: Tree | null): boolean {
  return tree?.kind === 'scalar' && tree.value === true
}
