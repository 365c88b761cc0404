import type { Json } from '../../core/event.ts'
import { checkShape } from '../problems/issues.ts'
import type { Problem } from '../problems/problem.ts'
import { problemAt } from '../problems/list.ts'
import { type WorkflowDocument, workflow as workflowSchema } from '../schema/workflow.ts'
import {
  type Entry,
  type MapTree,
  placeOf,
  type Span,
  spanOfKey,
  spanOfValue,
  type Tree,
  withEntry,
} from '../yaml/tree.ts'
import { checkNames } from '../workflow/check.ts'
import { type Generated, generate } from '../workflow/generate.ts'

/** Where a policy has sections, what a workflow becomes belongs to none of them. */
const ownSection = 'of-the-workflow'

/**
 * Writes `workflow:` out as memory, facts, params and rules, which stand behind those that the policy has itself.
 * What is made of a state has the state's place, so that problems are reported there.
 */
export function expandWorkflow(tree: MapTree): { tree: MapTree; problems: Problem[] } {
  const given = tree.entries.get('workflow')
  if (!given) return { tree, problems: [] }
  const shape = checkShape(workflowSchema, given.value)
  if (!shape.value) return { tree, problems: shape.problems }
  const generated = generate(shape.value)
  const made = Object.entries(generated.sections).map(([section, entries]) => [section, Object.keys(entries)])
  const problems = checkNames(shape.value, tree, Object.fromEntries(made)).map(({ path, code, message }) =>
    problemAt(placeOf(spanOfValue(tree, path)), code, message),
  )
  return problems.length > 0 ? { tree, problems } : { tree: written(tree, given, shape.value, generated), problems }
}

function written(tree: MapTree, given: Entry, workflow: WorkflowDocument, generated: Generated): MapTree {
  const spanOf = (state: string | null): Span =>
    state !== null && Object.hasOwn(workflow.states, state) ? spanOfKey(given.value, ['states', state]) : given.key
  const entry = (value: Json, span: Span): Entry => ({ key: span, value: treeOf(value, span) })

  const sections = Object.entries(generated.sections).reduce((document, [section, made]) => {
    const old = document.entries.get(section)
    const own: [string, Entry][] = old?.value.kind === 'map' ? [...old.value.entries] : []
    const added = Object.entries(made).map(([name, value]): [string, Entry] => [name, entry(value, spanOf(name))])
    const value: MapTree = { kind: 'map', entries: new Map([...own, ...added]), at: old?.value.at ?? given.key }
    return withEntry(document, section, { key: old?.key ?? given.key, value })
  }, tree)

  const rules = tree.entries.get('rules')
  const own = rules?.value.kind === 'list' ? rules.value.items : []
  const section = tree.entries.has('sections') ? { section: ownSection } : {}
  const made = generated.rules.map(({ state, rule }) => treeOf(jsonOf({ ...rule, ...section }), spanOf(state)))
  const list: Tree = { kind: 'list', items: [...own, ...made], at: rules?.value.at ?? given.key }
  const withRules = withEntry(sections, 'rules', { key: rules?.key ?? given.key, value: list })
  return withEntry(withRules, 'project', entry({ file: workflow.store.file }, given.key))
}

function treeOf(value: Json, at: Span): Tree {
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => treeOf(item, at)), at }
  if (typeof value !== 'object' || value === null) return { kind: 'scalar', value, at }
  const entries = Object.entries(value).map(([key, each]): [string, Entry] => [
    key,
    { key: at, value: treeOf(each, at) },
  ])
  return { kind: 'map', entries: new Map(entries), at }
}

const jsonOf = (value: object): Json => JSON.parse(JSON.stringify(value))
