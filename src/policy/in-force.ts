import { loadProject, readConfig } from './config.ts'
import type { Layering } from './layers/layering.ts'
import { parse } from './yaml/parse.ts'
import type { Problem } from './problems/problem.ts'
import { problemAt, problemOfFile } from './problems/list.ts'
import { actingKeys, type UserConfig } from './schema.ts'
import type { FindSource, Source } from './source.ts'
import { child, placeOf, spanOfKey } from './yaml/tree.ts'

/** The names of all files that a project's set is made of, with those that it extends, also if one is at fault. */
export function filesInForce(config: Source | null, find: FindSource, layering: Layering): ReadonlySet<string> {
  const asked = new Set<string>()
  loadProject(config, noting(find, asked), layering)
  return asked
}

/** Notes the name of each file that is found. */
export function noting(find: FindSource, into: Set<string>): FindSource {
  return (reference, from) => {
    const source = find(reference, from)
    if (typeof source !== 'string') into.add(source.name)
    return source
  }
}

/**
 * False for configs that do not say which policies are in force: one that cannot be read, and those that only say how
 * strict lint is, as in a repository of policies for others.
 */
export function sayWhatHolds(configs: readonly Source[]): boolean {
  const read = configs.map((source) => readConfig(source).config)
  const isOfLint = (config: UserConfig): boolean =>
    Object.keys(config).every((key) => key === 'version' || key === 'lint')
  const known = read.filter((config) => config !== null)
  return known.length === read.length && !known.every((config) => config.lint !== undefined && isOfLint(config))
}

/** True for a file of rules, of kinds of record or of a workflow, or a change of another one's. */
export function isPolicy(source: Source): boolean {
  const { tree } = parse(source)
  return (
    tree !== null &&
    [...actingKeys, 'extends'].some((key) => child(tree, key) !== null) &&
    child(tree, 'steps') === null
  )
}

/** What is said of a policy that does nothing. `reference` is how the config would name it. */
export function notInForce(source: Source, reference: string, config: string): Problem {
  const { tree } = parse(source)
  const key =
    tree?.kind === 'map' ? [...tree.entries.keys()].find((each) => each === 'name' || each === 'extends') : null
  const place = tree && key ? placeOf(spanOfKey(tree, [key])) : { file: source.name, line: 0, column: 0 }
  const message = `Not in force: no config names this policy, so it does nothing; add ${reference} to policies in ${config}`
  return problemAt(place, 'not-in-force', message, 'note')
}

/** What is said of a file that would be in force under another name. */
export const misnamed = (file: string): Problem => ({
  ...problemOfFile(
    file,
    'not-in-force',
    `Not in force: nothing reads this file; call it ${file.replace(/\.yml$/, '.yaml')}`,
  ),
  severity: 'warning',
})
