import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtinPolicies, loadProject } from '../../policy/config.ts'
import { projectAlone } from '../../policy/layers/layering.ts'
import { type LoadedSet, loadPolicies } from '../../policy/load.ts'
import { parse } from '../../policy/yaml/parse.ts'
import { isError } from '../../policy/problems/list.ts'
import { ruleOrigins } from '../../policy/layers/rule-origin.ts'
import { isProject } from '../../runtime/files/config-files.ts'
import { digest } from '../../runtime/files/node-digest.ts'
import { type Policies, policiesOf } from '../../runtime/policies.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { configFile } from './lint-targets.ts'
import { isTold, loadNamedProject, loadProjectSet, type ProjectSet, projectPlace } from './project-set.ts'
import { problemText } from '../lint-report/text.ts'
import type { Sources } from './sources.ts'

/** A set, and where each of its rules was written. */
export interface PlacedSet {
  policies: Policies
  origins: ReadonlyMap<string, string>
}

export function loadSet(references: readonly string[], sources: Sources, io: CommandIo): Policies | number {
  const loaded = loadPlacedSet(references, sources, io)
  return typeof loaded === 'number' ? loaded : loaded.policies
}

/**
 * The policies that a person means: the project here without references; else a project's folder or its config, a
 * folder of policies, or policy files, with the built-in ones beside them. A number is the exit code after the
 * reason was written.
 */
export function loadPlacedSet(references: readonly string[], sources: Sources, io: CommandIo): PlacedSet | number {
  const loaded = load(references, sources, io)
  if (typeof loaded === 'string') {
    io.writeError(`Cannot load the policies: ${loaded}\n`)
    return exit.unreadable
  }
  const errors = loaded.problems.filter(isError)
  for (const problem of loaded.problems.filter(isTold))
    io.writeError(problemText(problem, { color: io.color, text: sources.text }), 'painted')
  if (errors.length > 0) return errors.some(({ code }) => code === 'missing-file') ? exit.unreadable : exit.findings
  const besides = 'besides' in loaded ? loaded.besides.map(({ documents }) => documents) : []
  const made = policiesOf(loaded.documents, digest, besides)
  if (made.ok) return { policies: made.policies, origins: ruleOrigins(loaded.trees) }
  io.writeError(`Cannot load the policies: ${made.problems[0]?.message ?? 'they do not compile'}\n`)
  return exit.findings
}

function load(references: readonly string[], sources: Sources, io: CommandIo): LoadedSet | ProjectSet | string {
  const { cwd } = io
  const [first] = references
  if (first === undefined) return loadProjectSet(sources, io)
  if (references.length === 1 && isFolder(resolve(cwd, first))) {
    const { files: place } = projectPlace(io, first)
    const isOwn = isProject(place) && place.home === resolve(cwd, first)
    const files = readdirSync(resolve(cwd, first)).filter((name) => name.endsWith('.yaml'))
    if (isOwn || (files.length === 0 && isProject(place))) return loadNamedProject(sources, io, first)
    if (files.length === 0) return `there is neither ${configFile} nor a *.yaml file in ${first}`
    return loadFiles(
      files.sort().map((name) => join(first, name)),
      sources,
    )
  }
  return references.length === 1 && isConfig(first, sources)
    ? loadConfig(first, sources)
    : loadFiles(references, sources)
}

function loadConfig(path: string, { find, list }: Sources): LoadedSet | string {
  const source = find(path, null)
  return typeof source === 'string' ? `${path}: ${source}` : loadProject(source, find, { ...projectAlone, list })
}

const loadFiles = (files: readonly string[], { find }: Sources): LoadedSet =>
  loadPolicies(files, find, { defaults: builtinPolicies.map((name) => `builtin:${name}`) })

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

function isConfig(reference: string, { find }: Sources): boolean {
  const source = find(reference, null)
  const tree = typeof source === 'string' ? null : parse(source).tree
  if (tree?.kind !== 'map') return false
  const has = (key: string): boolean => tree.entries.has(key)
  return !has('rules') && !has('extends') && (has('policies') || has('builtin'))
}
