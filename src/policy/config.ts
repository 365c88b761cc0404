import { fileGlob } from '../core/operators/glob.ts'
import { checkShape } from './problems/issues.ts'
import { type Layering, projectAlone } from './layers/layering.ts'
import { type LoadedSet, loadReferences, type Reference } from './load.ts'
import { parse } from './yaml/parse.ts'
import type { Problem } from './problems/problem.ts'
import { orderProblems, problemAt } from './problems/list.ts'
import type { Versions } from './layers/requires.ts'
import { configSchema, type UserConfig, userConfigSchema } from './schema.ts'
import type { FindSource, ListSources, Source } from './source.ts'
import { listNames, suggest } from './problems/suggest.ts'
import { child, placeOf, spanOfKey, spanOfValue, type Tree } from './yaml/tree.ts'

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
  const all = [...misplaced, ...others, ...unknown]
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
  { user, local, isTrusted, unlisted, list, settings, hasOwnSettings }: Layering = projectAlone,
  versions: Versions = {},
): LoadedSet {
  const own = user === null ? null : readConfig(user, 'user')
  const shared = config === null ? null : readConfig(config)
  const nearest = local === null ? null : readConfig(local)
  const chosen = nearest?.config?.builtin ?? shared?.config?.builtin ?? own?.config?.builtin ?? builtinPolicies
  // Files of a stranger can leave nothing out.
  const builtin = new Set([...(isTrusted ? [] : (own?.config?.builtin ?? builtinPolicies)), ...chosen])
  const read = { find, list }
  const users = referencesOf(user, own, true, read)
  const projects = referencesOf(config, shared, isTrusted, read)
  const locals = referencesOf(local, nearest, isTrusted, read)
  const found = config === null ? unlisted.map((name) => ({ reference: name, from: null, place: null, isTrusted })) : []
  const loaded = loadReferences(
    {
      references: [...users.references, ...projects.references, ...found],
      local: locals.references,
      settings,
      isTrusted: isTrusted || hasOwnSettings,
    },
    find,
    [...builtin].map((name) => `builtin:${name}`),
    versions,
  )
  const left = isTrusted ? [] : [shared, nearest].map((read) => leftOut(read, [...builtin]))
  const problems = [own, shared, nearest, users, projects, locals, trustedFolders(own), ...left].flatMap(
    (each) => each?.problems ?? [],
  )
  return { ...loaded, problems: orderProblems([...problems, ...loaded.problems]) }
}

/** What a config of a stranger leaves out stays in force. */
function leftOut(read: ReadConfig | null, builtin: readonly string[]): { problems: Problem[] } {
  const listed = read?.config?.builtin
  const missing = listed === undefined ? [] : builtin.filter((name) => !listed.includes(name))
  if (read?.tree == null || missing.length === 0) return { problems: [] }
  const message = `${missing.join(', ')} ${missing.length === 1 ? 'stays' : 'stay'} in force: you do not trust this project; look at it with npx opencode-diverter trust --show, then run npx opencode-diverter trust`
  return { problems: [problemAt(placeOf(spanOfKey(read.tree, ['builtin'])), 'untrusted-loosening', message, 'note')] }
}

/** Whole folders were trusted before, whatever came to lie in them. */
function trustedFolders(own: ReadConfig | null): { problems: Problem[] } {
  if (own?.tree == null || !Array.isArray(own.config?.trust)) return { problems: [] }
  const message =
    'Folders under trust do not count any more: look at a project with `npx opencode-diverter trust --show`, then run `npx opencode-diverter trust` in it'
  return { problems: [problemAt(placeOf(spanOfKey(own.tree, ['trust'])), 'untrusted-loosening', message, 'note')] }
}

/** The policy files that a config lists, each glob with the files that it names. */
function referencesOf(
  source: Source | null,
  read: ReadConfig | null,
  isTrusted: boolean,
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
      references: typeof files === 'string' ? [] : files.map((file) => ({ reference: file, from, place, isTrusted })),
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
