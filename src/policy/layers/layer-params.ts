import type { Problem } from '../problems/problem.ts'
import { problemAt } from '../problems/list.ts'
import { suggest } from '../problems/suggest.ts'
import { child, type Entry, type MapTree, placeOf, type Tree, withEntry } from '../yaml/tree.ts'

/** Puts a layer's line under `params` into the params of the policy: a value, or a new param. */
export function applyParam(
  params: MapTree,
  name: string,
  entry: Entry,
  locked: string | null,
): { params: MapTree; problems: Problem[] } {
  const cannot = (why: string): { params: MapTree; problems: Problem[] } => ({
    params,
    problems: [
      problemAt(
        placeOf(entry.key),
        why.startsWith('policy "') ? 'locked' : 'param',
        `Cannot set the param "${name}": ${why}`,
      ),
    ],
  })
  const declared = params.entries.get(name)
  const appends = declared && scalarAt(declared.value, 'merge') === 'append'
  if (locked !== null && !appends)
    return cannot(`policy "${locked}" is locked; only params with merge: append take more values`)
  if (!declared) {
    if (entry.value.kind === 'map') return { params: withEntry(params, name, entry), problems: [] }
    return cannot(`the policy has no such param${suggest(name, params.entries.keys())}`)
  }
  if (declared.value.kind !== 'map') return { params, problems: [] }
  if (entry.value.kind === 'map' && scalarAt(declared.value, 'type') !== 'map')
    return cannot('it exists; give a value, or change its settings under override')
  const value = appends ? appended(child(declared.value, 'default'), entry.value) : entry.value
  const changed = withEntry(declared.value, 'default', { key: entry.key, value })
  return { params: withEntry(params, name, { ...declared, value: changed }), problems: [] }
}

function appended(old: Tree | null, more: Tree): Tree {
  const items = (tree: Tree) => (tree.kind === 'list' ? tree.items : [tree])
  return { kind: 'list', items: [...(old ? items(old) : []), ...items(more)], at: more.at }
}

function scalarAt(tree: Tree, key: string): unknown {
  const value = child(tree, key)
  return value?.kind === 'scalar' ? value.value : undefined
}
