import { join, relative, sep } from 'node:path'
import { policySet } from '../core/policy.ts'
import type { LoadedSet } from '../policy/load.ts'
import type { ResolvedDocument } from '../policy/resolve.ts'
import type { FindSource, Source } from '../policy/source.ts'
import { type Policies, policiesOf, setHash } from '../runtime/policies.ts'
import { builtinDocuments } from './builtin.ts'
import { projectFinder } from './find-source.ts'
import type { Digest } from './fingerprint.ts'

/** The policies of a project, as its files say now. */
export interface ProjectPolicies {
  /** Files that changed are read again; while they are at fault the last good set stays. */
  current: () => Policies
  /** Files that bind the session, relative to the project. */
  paths: () => string[]
  /** What is wrong with the files, each as one line. */
  problems: () => readonly string[]
}

export interface PolicyPlace {
  directory: string
  /** Path of the config file, relative to the project; null: the usual one. */
  config: string | null
  /** The text of a file; null if there is none. */
  read: (absolute: string) => string | null
  digest: Digest
}

type LoadProject = (config: Source | null, find: FindSource) => LoadedSet

const usualConfig = '.opencode/diverter.yaml'

/** Reads the project's policies; without a config file nothing but the built-in ones is even loaded. */
export async function loadPolicies(place: PolicyPlace): Promise<ProjectPolicies> {
  const documents = await builtinDocuments()
  const builtin = policiesOf(documents, place.digest)
  if (!builtin.ok) throw new Error(`Cannot use the built-in policies: ${builtin.problems[0]?.message}`)
  const path = join(place.directory, place.config ?? usualConfig)
  let loadProject: LoadProject | null = null
  const fetchLoader = async () => {
    loadProject = (await import('../policy/config.ts')).loadProject
  }
  if (place.config !== null || place.read(path) !== null) await fetchLoader()

  let texts = new Map<string, string | null>()
  let policies = builtin.policies
  let problems: string[] = []
  let first = true

  const changed = () => !texts.has(path) || [...texts].some(([file, text]) => place.read(file) !== text)

  const load = (loader: LoadProject) => {
    const named = relative(place.directory, path).split(sep).join('/')
    const text = place.read(path)
    texts = new Map([[path, text]])
    const find = orBuiltIn(
      projectFinder(place.directory, (file) => texts.set(file, place.read(file))),
      documents,
    )
    const loaded = loader(text === null ? null : { name: named, text }, find)
    const faults = loaded.problems.filter(({ severity }) => severity === 'error')
    problems = faults.map(({ file, line, message }) => `${file}${line > 0 ? `:${line}` : ''}: ${message}`)
    if (text === null && place.config !== null) problems.push(`${named}: Cannot read the config file: there is none`)
    if (faults.length > 0 && !first) return
    const set = policySet(loaded.policies)
    policies = { documents: loaded.documents, set, hash: setHash(set, place.digest) }
  }

  const refresh = () => {
    if (loadProject === null) {
      // The file came later: this once the old set answers, and the next question finds the loader.
      if (place.read(path) !== null) void fetchLoader()
    } else if (changed()) {
      load(loadProject)
      first = false
    }
  }
  refresh()

  return {
    current: () => {
      refresh()
      return policies
    },
    paths: () => [path, ...texts.keys()].map((file) => relative(place.directory, file).split(sep).join('/')),
    problems: () => problems,
  }
}

/** Where the plugin's own policy files are missing, what was built in stands for them. */
function orBuiltIn(find: FindSource, documents: readonly ResolvedDocument[]): FindSource {
  return (reference, from) => {
    const found = find(reference, from)
    const document = documents.find(({ name }) => reference === `builtin:${name}`)
    return typeof found === 'string' && document ? { name: reference, text: JSON.stringify(document) } : found
  }
}
