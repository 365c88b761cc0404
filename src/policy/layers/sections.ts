import { runLimits } from '../../core/vocabulary.ts'
import { endingEvents } from '../compile/limit-form.ts'
import type { Problem } from '../problems/problem.ts'
import { problemAt } from '../problems/list.ts'
import { child, type Entry, type MapTree, placeOf, type Span, type Tree, withEntry } from '../yaml/tree.ts'

/** A section of rules while its rules are gathered. */
interface Open {
  name: string
  at: Span
}

/**
 * A file as it is written with the sections taken out of its rules: each stands under `sections` by its name, where an
 * override finds it, and its rules name it, so that they keep it wherever the list grows.
 */
export function takeOutSections(file: MapTree): { tree: MapTree; problems: Problem[] } {
  const given = file.entries.get('rules')
  const byHand = file.entries.get('sections')
  if (byHand !== undefined) {
    const message = 'Unknown key "sections": a section is an item of rules, such as { section: at-night, when: … }'
    return { tree: file, problems: [problemAt(placeOf(byHand.key), 'unknown-key', message)] }
  }
  if (given?.value.kind !== 'list') return { tree: file, problems: [] }
  const problems: Problem[] = []
  const sections = new Map<string, Entry>()
  const rules: Tree[] = []
  let open: Open | null = null
  for (const item of given.value.items) {
    const named = item.kind === 'map' ? item.entries.get('section') : undefined
    if (item.kind !== 'map' || named === undefined) rules.push(open === null ? item : inSection(item, open))
    else if (named.value.kind !== 'scalar' || item.entries.has('id'))
      problems.push(problemAt(placeOf(named.key), 'unknown-key', ruleWithSection))
    else {
      open = { name: String(named.value.value), at: named.value.at }
      if (sections.has(open.name)) problems.push(twice(open))
      const entries = new Map([...item.entries].filter(([key]) => key !== 'section'))
      sections.set(open.name, { key: named.value.at, value: { ...item, entries } })
    }
  }
  if (sections.size === 0) return { tree: file, problems }
  const value: MapTree = { kind: 'map', entries: sections, at: given.key }
  const tree = withEntry(file, 'sections', { key: given.key, value })
  return { tree: withEntry(tree, 'rules', { ...given, value: { ...given.value, items: rules } }), problems }
}

const ruleWithSection =
  'A rule names no section: it belongs to the one above it in the list, which is an item of its own, such as { section: at-night }'

const twice = ({ name, at }: Open): Problem =>
  problemAt(placeOf(at), 'duplicate-rule', `There is a section "${name}" already: give this one another name`)

const inSection = (rule: Tree, { name, at }: Open): Tree =>
  rule.kind === 'map' ? withEntry(rule, 'section', { key: at, value: { kind: 'scalar', value: name, at } }) : rule

/** Whether a rule ends a run by what it has used and names no event itself: it then hears all at which a run can be ended. */
function takesEndings(rule: MapTree): boolean {
  const limit = child(rule, 'limit')
  return !rule.entries.has('events') && runLimits.some((name) => child(limit, name) !== null)
}

const endings = (at: Span): Entry => ({
  key: at,
  value: { kind: 'list', items: endingEvents.map((value) => ({ kind: 'scalar', value, at })), at },
})

/** What a rule takes from its section where it says nothing itself; a kind goes with the events that it is of. */
const inherited = (rule: MapTree): string[] =>
  rule.entries.has('events') ? ['fallback'] : ['events', 'kind', 'fallback']

/** The rules with what their sections say, but for conditions, which stay with the section. */
export function settleSections(tree: MapTree): MapTree {
  const rules = tree.entries.get('rules')
  if (rules?.value.kind !== 'list') return tree
  const items = rules.value.items.map((rule) => {
    const name = child(rule, 'section')
    if (rule.kind !== 'map') return rule
    const heard = takesEndings(rule) ? withEntry(rule, 'events', endings(rule.at)) : rule
    const section = name?.kind === 'scalar' ? child(child(tree, 'sections'), String(name.value)) : null
    if (section?.kind !== 'map') return heard
    return inherited(heard).reduce((settled, key) => {
      const entry = section.entries.get(key)
      return entry === undefined || settled.entries.has(key) ? settled : withEntry(settled, key, entry)
    }, heard)
  })
  return withEntry(tree, 'rules', { ...rules, value: { ...rules.value, items } })
}
