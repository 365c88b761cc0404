import { checkShape } from './issues.ts'
import { isTrusted, type Layering, projectAlone, trustProblems } from './layering.ts'
import { type LoadedSet, loadReferences, type Reference } from './load.ts'
import { parse } from './parse.ts'
import type { Problem } from './problem.ts'
import { orderProblems, problemAt } from './problem-list.ts'
import type { Versions } from './requires.ts'
import { configSchema, type UserConfig, userConfigSchema } from './schema.ts'
import type { FindSource, Source } from './source.ts'
import { listNames, suggest } from './suggest.ts'
import { placeOf, spanOfValue, type Tree } from './tree.ts'

/** The policies that ship; all are in force unless the project's file says otherwise under `builtin`. */
export const builtinPolicies: readonly string[] = ['guard', 'phases', 'blockers']

interface ReadConfig {
  /** Null if there are problems. */
  config: UserConfig | null
  tree: Tree | null
  problems: Problem[]
}

/** Reads a project's config, or the user's own, which alone may say whom the user trusts. */
export function readConfig(source: Source, whose: 'project' | 'user' = 'project'): ReadConfig {
  const { tree, problems } = parse(source)
  if (!tree) return { config: null, tree: null, problems }
  const shape: { value: UserConfig | null; problems: Problem[] } =
    whose === 'user' ? checkShape(userConfigSchema, tree) : checkShape(configSchema, tree)
  const unknown = (shape.value?.builtin ?? []).flatMap((name, index) => {
    if (builtinPolicies.includes(name)) return []
    const hint = suggest(name, builtinPolicies) || `; there are ${listNames(builtinPolicies)}`
    const place = placeOf(spanOfValue(tree, ['builtin', index]))
    return [problemAt(place, 'unknown-builtin', `There is no built-in policy "${name}"${hint}`)]
  })
  const all = [...shape.problems, ...unknown, ...trustProblems(shape.value?.trust ?? [], tree)]
  return { config: all.length > 0 ? null : shape.value, tree, problems: all }
}

/**
 * Loads the set of a project: the built-in policies and the files that the configs list, those of the user below
 * those of the project, and these below the local ones. A config that cannot be read lists nothing.
 */
export function loadProject(
  config: Source | null,
  find: FindSource,
  { user, local, folders }: Layering = projectAlone,
  versions: Versions = {},
): LoadedSet {
  const own = user === null ? null : readConfig(user, 'user')
  const shared = config === null ? null : readConfig(config)
  const nearest = local === null ? null : readConfig(local)
  const mayLoosen = isTrusted(own?.config?.trust ?? [], folders)
  const chosen = nearest?.config?.builtin ?? shared?.config?.builtin ?? own?.config?.builtin ?? builtinPolicies
  // What the user's own file lists stays in force in a project that may not loosen.
  const builtin = new Set([...(mayLoosen ? [] : (own?.config?.builtin ?? [])), ...chosen])
  const loaded = loadReferences(
    [
      ...referencesOf(user, own, true),
      ...referencesOf(config, shared, mayLoosen),
      ...referencesOf(local, nearest, mayLoosen),
    ],
    find,
    [...builtin].map((name) => `builtin:${name}`),
    versions,
  )
  const problems = [own, shared, nearest].flatMap((read) => read?.problems ?? [])
  return { ...loaded, problems: orderProblems([...problems, ...loaded.problems]) }
}

/** The policy files that a config lists. */
function referencesOf(source: Source | null, read: ReadConfig | null, mayLoosen: boolean): Reference[] {
  const tree = read?.tree
  if (source === null || !tree) return []
  return (read.config?.policies ?? []).map((reference, index) => ({
    reference,
    from: source.name,
    place: placeOf(spanOfValue(tree, ['policies', index])),
    mayLoosen,
  }))
}
