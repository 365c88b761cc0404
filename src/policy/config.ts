import { checkShape } from './issues.ts'
import { type LoadedSet, loadPolicies } from './load.ts'
import { parse } from './parse.ts'
import type { Problem } from './problem.ts'
import { orderProblems, problemAt } from './problem-list.ts'
import { type Config, configSchema } from './schema.ts'
import type { FindSource, Source } from './source.ts'
import { listNames, suggest } from './suggest.ts'
import { placeOf, spanOfValue, type Tree } from './tree.ts'

/** The policies that are in force unless the project's file says otherwise under `builtin`. */
export const builtinPolicies: readonly string[] = ['guard', 'blockers']

/** All that ship: `builtin` may name any of them. */
const shippedPolicies: readonly string[] = [...builtinPolicies, 'phases']

/** Reads `.opencode/diverter.yaml`; null if there are problems. */
export function readConfig(source: Source): { config: Config | null; tree: Tree | null; problems: Problem[] } {
  const { tree, problems } = parse(source)
  if (!tree) return { config: null, tree: null, problems }
  const shape = checkShape(configSchema, tree)
  const unknown = (shape.value?.builtin ?? []).flatMap((name, index) => {
    if (shippedPolicies.includes(name)) return []
    const hint = suggest(name, shippedPolicies) || `; there are ${listNames(shippedPolicies)}`
    const place = placeOf(spanOfValue(tree, ['builtin', index]))
    return [problemAt(place, 'unknown-builtin', `There is no built-in policy "${name}"${hint}`)]
  })
  const all = [...shape.problems, ...unknown]
  return { config: all.length > 0 ? null : shape.value, tree, problems: all }
}

/**
 * Loads the set of a project: the built-in policies and the files that its config lists. Without a config, or
 * with one that cannot be read, the built-in policies alone.
 */
export function loadProject(config: Source | null, find: FindSource): LoadedSet {
  const read = config ? readConfig(config) : null
  const builtin = (read?.config?.builtin ?? builtinPolicies).map((name) => `builtin:${name}`)
  const tree = read?.tree
  const loaded = loadPolicies(read?.config?.policies ?? [], find, {
    defaults: builtin,
    ...(config ? { from: config.name } : {}),
    ...(tree ? { placeOf: (index: number) => placeOf(spanOfValue(tree, ['policies', index])) } : {}),
  })
  return { ...loaded, problems: orderProblems([...(read?.problems ?? []), ...loaded.problems]) }
}
