import { existsSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { globSync } from 'tinyglobby'
import { configFiles } from '../../runtime/files/config-files.ts'
import { saysNothing } from '../../policy/cases/case.ts'
import { parse } from '../../policy/yaml/parse.ts'
import { child } from '../../policy/yaml/tree.ts'
import { mostOfSource, readPlainFile } from '../../runtime/reading/read-file.ts'

/** Where cases lie in a project if the user names nothing. */
export const defaultFolders: readonly string[] = ['tests/policies', '.opencode/policies/tests']

/** The same for the project that holds in a folder, relative to that. */
export function casesFolders(cwd: string): string[] {
  const home = relative(cwd, configFiles(cwd, null).home)
  return defaultFolders.map((folder) => join(home, folder))
}

const goldenEnding = '.golden.yaml'
const isGolden = (file: string): boolean => /\.golden\.ya?ml$/.test(file)

export interface FoundCases {
  /** Case files, relative to `cwd`, in order. */
  cases: string[]
  /** Golden files that no case belongs to. */
  orphans: string[]
  /** Paths that were named and are not there. */
  missing: string[]
  /** Files that were named and are no cases. */
  strange: string[]
}

/** Finds the cases under the given paths. What cases refer to may lie beside them: a case says `steps:`. */
export function findCases(paths: readonly string[], cwd: string): FoundCases {
  const wanted = paths.length > 0 ? paths : casesFolders(cwd).filter((path) => existsSync(resolve(cwd, path)))
  const missing = wanted.filter((path) => !existsSync(resolve(cwd, path)))
  const found = wanted
    .filter((path) => !missing.includes(path))
    .flatMap((path) => (statSync(resolve(cwd, path)).isDirectory() ? yamlFiles(path, cwd) : [caseOf(path, cwd)]))
  const files = [...new Set(found)].sort()
  const cases = files.filter((file) => !isGolden(file) && isCase(resolve(cwd, file)))
  const goldens = new Set(cases.map(goldenOf))
  const orphans = files.filter((file) => isGolden(file) && !goldens.has(file))
  const strange = wanted.filter((path) => files.includes(path) && !cases.includes(path) && !orphans.includes(path))
  return { cases, orphans, missing, strange }
}

/** A golden file that was named stands for its case. */
function caseOf(path: string, cwd: string): string {
  const [, stem = null] = /^(.*)\.golden\.ya?ml$/.exec(path) ?? []
  const files = stem === null ? [] : [`${stem}.yaml`, `${stem}.yml`]
  return files.find((file) => existsSync(resolve(cwd, file))) ?? path
}

/** The golden file of a case lies beside it. */
export const goldenOf = (file: string): string => file.replace(/\.ya?ml$/, goldenEnding)

function yamlFiles(folder: string, cwd: string): string[] {
  return globSync('**/*.{yaml,yml}', { cwd: resolve(cwd, folder), dot: true }).map((file) =>
    relative(cwd, resolve(cwd, join(folder, file)))
      .split(sep)
      .join('/'),
  )
}

/**
 * A case has steps. Whoever forgot or misspelt them has the policies still, which no policy has, and beside which no
 * config has a name or lacks a version. A file that says nothing is a case that was never written.
 */
function isCase(path: string): boolean {
  const text = readPlainFile(path, mostOfSource)
  if (/^steps:/m.test(text) || saysNothing(text)) return true
  // Most files beside cases are policies, which need not be read to the end.
  if (/^version:/m.test(text) && !/^["']?policies/m.test(text)) return false
  const { tree } = parse({ name: path, text })
  const has = (key: string): boolean =>
    tree === null ? new RegExp(`^["']?${key}["']?:`, 'm').test(text) : child(tree, key) !== null
  return has('steps') || (has('policies') && (has('name') || !has('version')))
}
