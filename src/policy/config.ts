import { fileGlob } from '../core/operators/glob.ts'
import { checkShape } from './issues.ts'
import { isTrusted, type Layering, projectAlone, trustProblems } from './layering.ts'
import { type LoadedSet, loadReferences, type Reference } from './load.ts'
import { parse } from './parse.ts'
import type { Problem } from './problem.ts'
import { orderProblems, problemAt } from './problem-list.ts'
import type { Versions } from './requires.ts'
import { configSchema, type UserConfig, userConfigSchema } from './schema.ts'
import type { FindSource, ListSources, Source } from './source.ts'
import { listNames, suggest } from './suggest.ts'
import { child, placeOf, spanOfKey, spanOfValue, type Tree } from './tree.ts'

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
  const misplaced = whose === 'user' ? [] : usersAlone(tree)
  const unknown = (shape.value?.builtin ?? []).flatMap((name, index) => {
    if (builtinPolicies.includes(name)) return []
    const hint = suggest(name, builtinPolicies) || `; there are ${listNames(builtinPolicies)}`
    const place = placeOf(spanOfValue(tree, ['builtin', index]))
    return [problemAt(place, 'unknown-builtin', `There is no built-in policy "${name}"${hint}`)]
  })
  const others = shape.problems.filter(
    (one) => !misplaced.some(({ line, column }) => one.line === line && one.column === column),
  )
  const all = [...misplaced, ...others, ...unknown, ...trustProblems(shape.value?.trust ?? [], tree)]
  return { config: all.length > 0 ? null : shape.value, tree, problems: all }
}

/** What a project's config says in vain, since a clone must not say it. */
function usersAlone(tree: Tree): Problem[] {
  const names = Object.keys(userConfigSchema.shape).filter((key) => !(key in configSchema.shape))
  return names.flatMap((key) => {
    const message = `Cannot use "${key}" here: it counts only in your own config, ~/.config/opencode/diverter/diverter.yaml`
    return child(tree, key) === null ? [] : [problemAt(placeOf(spanOfKey(tree, [key])), 'unknown-key', message)]
  })
}

/**
 * Loads the set of a project: the built-in policies and the files that the configs list, those of the user below
 * those of the project, and these below the local ones. A config that cannot be read lists nothing.
 */
export function loadProject(
  config: Source | null,
  find: FindSource,
  { user, local, folders, unlisted, list, settings }: Layering = projectAlone,
  versions: Versions = {},
): LoadedSet {
  const own = user === null ? null : readConfig(user, 'user')
  const shared = config === null ? null : readConfig(config)
  const nearest = local === null ? null : readConfig(local)
  const mayLoosen = isTrusted(own?.config?.trust ?? [], folders)
  const chosen = nearest?.config?.builtin ?? shared?.config?.builtin ?? own?.config?.builtin ?? builtinPolicies
  // What the user's own file lists stays in force in a project that may not loosen.
  const builtin = new Set([...(mayLoosen ? [] : (own?.config?.builtin ?? [])), ...chosen])
  const read = { find, list }
  const users = referencesOf(user, own, true, read)
  const projects = referencesOf(config, shared, mayLoosen, read)
  const locals = referencesOf(local, nearest, mayLoosen, read)
  const found = config === null ? unlisted.map((name) => ({ reference: name, from: null, place: null, mayLoosen })) : []
  const loaded = loadReferences(
    {
      references: [...users.references, ...projects.references, ...found],
      local: locals.references,
      settings,
      mayLoosen,
    },
    find,
    [...builtin].map((name) => `builtin:${name}`),
    versions,
  )
  const problems = [own, shared, nearest, users, projects, locals].flatMap((each) => each?.problems ?? [])
  return { ...loaded, problems: orderProblems([...problems, ...loaded.problems]) }
}

/** The policy files that a config lists, each glob with the files that it names. */
function referencesOf(
  source: Source | null,
  read: ReadConfig | null,
  mayLoosen: boolean,
  { find, list }: { find: FindSource; list: ListSources },
): { references: Reference[]; problems: Problem[] } {
  const tree = read?.tree
  if (source === null || !tree) return { references: [], problems: [] }
  const from = source.name
  const listed = (read.config?.policies ?? []).map((reference, index) => {
    const place = placeOf(spanOfValue(tree, ['policies', index]))
    const files = isGlob(reference, from, find) ? list(reference, from) : [reference]
    const why = typeof files === 'string' ? files : files.length === 0 ? 'no file matches it' : null
    return {
      references: typeof files === 'string' ? [] : files.map((file) => ({ reference: file, from, place, mayLoosen })),
      problems: why === null ? [] : [problemAt(place, 'missing-file', `Cannot load ${reference}: ${why}`)],
    }
  })
  return {
    references: listed.flatMap(({ references }) => references),
    problems: listed.flatMap(({ problems }) => problems),
  }
}

/** A file may have signs of a glob in its name. */
const isGlob = (reference: string, from: string, find: FindSource): boolean =>
  !/^[a-z]{2,}:/.test(reference) && fileGlob(reference) !== null && typeof find(reference, from) === 'string'
