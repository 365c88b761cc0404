import { relative, sep } from 'node:path'
import { policySet } from '../core/policy.ts'
import type { Layering } from '../policy/layering.ts'
import type { LoadedSet } from '../policy/load.ts'
import type { Problem } from '../policy/problem.ts'
import type { Versions } from '../policy/requires.ts'
import type { ResolvedDocument } from '../policy/resolve.ts'
import type { FindSource, Source } from '../policy/source.ts'
import { type ConfigFile, configFiles, foldersOf, usualConfig } from '../runtime/config-files.ts'
import { hashed, knownPolicies, type Policies } from '../runtime/policies.ts'
import { isOutside } from '../runtime/shared-sources.ts'
import { builtinDocuments } from './builtin.ts'
import { projectFinder } from './find-source.ts'
import type { Digest } from '../core/fingerprint.ts'

/** The policies of a project, as its files say now. */
export interface ProjectPolicies {
  /** Files that changed are read again; while they are at fault the last good set stays. */
  current: () => Policies
  /** Files that bind the session, relative to the project; absolute outside it. */
  paths: () => string[]
  /** What is wrong with the files, each as one line. */
  problems: () => readonly string[]
}

export interface PolicyPlace {
  directory: string
  /** Path of the config file, relative to the project; null: the usual one. */
  config: string | null
  /** Folder of the user's own config and policies; without it the user has none. */
  userFolder?: string | null
  /** The text of a file; null if there is none. */
  read: (absolute: string) => string | null
  digest: Digest
  /** The words for what went wrong inside while the policies were read again; without it that is thrown. */
  tell?: (error: unknown) => string
  /** What policies that name versions are held against; asked only where a project has policies. */
  versions?: () => Promise<Versions>
}

type LoadProject = (config: Source | null, find: FindSource, layering: Layering, versions: Versions) => LoadedSet

/** Reads the policies of user and project; without a config file nothing but the built-in ones is even loaded. */
export async function loadPolicies(place: PolicyPlace): Promise<ProjectPolicies> {
  const documents = await builtinDocuments()
  const builtin = knownPolicies(documents, place.digest)
  const files = configFiles(place.directory, place.userFolder ?? null, place.config ?? usualConfig)
  const paths = [files.user, files.project, files.local].flatMap((file) => file?.path ?? [])
  let loadProject: LoadProject | null = null
  let versions: Versions = {}
  const fetchLoader = async () => {
    versions = (await place.versions?.()) ?? {}
    loadProject = (await import('../policy/config.ts')).loadProject
  }
  const isConfigured = () => paths.some((path) => place.read(path) !== null)
  if (place.config !== null || isConfigured()) await fetchLoader()

  let texts = new Map<string, string | null>()
  let policies = builtin
  let problems: string[] = []
  let first = true

  const changed = () => texts.size === 0 || [...texts].some(([file, text]) => place.read(file) !== text)

  const load = (loader: LoadProject) => {
    texts = new Map(paths.map((path) => [path, place.read(path)]))
    const sourceOf = (file: ConfigFile | null): Source | null => {
      const text = file === null ? null : (texts.get(file.path) ?? null)
      return file === null || text === null ? null : { name: file.name, text }
    }
    const find = orBuiltIn(
      projectFinder({
        directory: place.directory,
        userFolder: place.userFolder ?? null,
        note: (file) => texts.set(file, place.read(file)),
      }),
      documents,
    )
    const config = sourceOf(files.project)
    const layering = {
      user: sourceOf(files.user),
      local: sourceOf(files.local),
      folders: foldersOf(place.directory),
    }
    const loaded = loader(config, find, layering, versions)
    problems = loaded.problems.filter(isTold).map(problemLine)
    if (config === null && place.config !== null)
      problems.push(`${place.config}: Cannot read the config file: there is none`)
    if (loaded.problems.some(({ severity }) => severity === 'error') && !first) return
    const set = policySet(loaded.policies)
    policies = hashed(loaded.documents, set, place.digest)
  }

  const refresh = () => {
    if (loadProject === null) {
      // The file came later: this once the old set answers, and the next question finds the loader.
      if (isConfigured()) fetchLoader().catch(failed)
    } else if (changed()) {
      loadAgain(loadProject)
      first = false
    }
  }

  const failed = (error: unknown) => {
    if (place.tell === undefined) throw error
    problems = [`Cannot read the policies: ${place.tell(error)}`]
  }

  const loadAgain = (loader: LoadProject) => {
    try {
      load(loader)
    } catch (error) {
      if (first) throw error
      failed(error)
    }
  }
  refresh()

  return {
    current: () => {
      refresh()
      return policies
    },
    paths: () => [...new Set([...paths, ...texts.keys()])].map((file) => shownPath(place.directory, file)),
    problems: () => problems,
  }
}

/** What a person must know: what is at fault, and what a file says in vain. */
const isTold = ({ severity, code }: Problem): boolean => severity === 'error' || code === 'untrusted-loosening'

const problemLine = ({ file, line, message }: Problem): string => `${file}${line > 0 ? `:${line}` : ''}: ${message}`

/** Relative to the project, absolute outside it. */
function shownPath(directory: string, path: string): string {
  const name = relative(directory, path)
  return (isOutside(name) ? path : name).split(sep).join('/')
}

/** Where the plugin's own policy files are missing, what was built in stands for them. */
function orBuiltIn(find: FindSource, documents: readonly ResolvedDocument[]): FindSource {
  return (reference, from) => {
    const found = find(reference, from)
    const document = documents.find(({ name }) => reference === `builtin:${name}`)
    return typeof found === 'string' && document ? { name: reference, text: JSON.stringify(document) } : found
  }
}
