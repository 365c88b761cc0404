import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { policySet } from '../core/policy.ts'
import type { Layering } from '../policy/layering.ts'
import type { LoadedSet } from '../policy/load.ts'
import { type OptionSetting, usualOptionsFile } from '../policy/options/read.ts'
import type { Problem } from '../policy/problem.ts'
import type { Versions } from '../policy/requires.ts'
import type { ResolvedDocument } from '../policy/resolve.ts'
import { type FindSource, listNothing, type Source } from '../policy/source.ts'
import { listSources } from '../runtime/config/glob-files.ts'
import { hostConfigs } from '../runtime/config/plugin-entry.ts'
import { type ConfigFile, type ConfigFiles, configFiles, foldersOf } from '../runtime/config-files.ts'
import { foldersUpwards } from '../runtime/config/upwards.ts'
import { hashed, knownPolicies, type Policies } from '../runtime/policies.ts'
import { isOutside } from '../runtime/reading/outside.ts'
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
  /** Where the policies in force come from, for a person. */
  origin: () => string
}

export interface PolicyPlace {
  directory: string
  /** Path of the config file, relative to the project or a folder above it; null: the usual one. */
  config: string | null
  /** Values that the plugin's options give to params. */
  settings?: readonly OptionSetting[]
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

/** Reads the policies of user and project; without any file or option nothing but the built-in ones is even loaded. */
export async function loadPolicies(place: PolicyPlace): Promise<ProjectPolicies> {
  const { directory, config, settings = [], userFolder = null } = place
  const documents = await builtinDocuments()
  const builtin = knownPolicies(documents, place.digest)
  let files = configFiles(directory, userFolder, config)
  let loadProject: LoadProject | null = null
  let versions: Versions = {}
  const fetchLoader = async () => {
    versions = (await place.versions?.()) ?? {}
    loadProject = (await import('../policy/config.ts')).loadProject
  }
  const isConfigured = () => files.unlisted.length > 0 || configPaths(files).some(existsSync)
  if (config !== null || settings.length > 0 || isConfigured()) await fetchLoader()

  let texts = new Map<string, string | null>()
  let listed: { glob: string; from: string; found: string }[] = []
  let list = listNothing
  let policies = builtin
  let problems: string[] = []
  let first = true

  const isChanged = () =>
    texts.size === 0 ||
    [...texts].some(([file, text]) => place.read(file) !== text) ||
    listed.some(({ glob, from, found }) => String(list(glob, from)) !== found)

  const load = (loader: LoadProject) => {
    const { home } = files
    texts = new Map(configPaths(files).map((path) => [path, place.read(path)]))
    listed = []
    list = listSources(home, home, userFolder)
    const find = orBuiltIn(
      projectFinder({ directory: home, userFolder, note: (file) => texts.set(file, place.read(file)) }),
      documents,
    )
    const unread: string[] = []
    const sourceOf = (file: ConfigFile | null): Source | null => {
      if (file === null || !existsSync(file.path)) return null
      const source = find(file.name, null)
      if (typeof source !== 'string') return source
      unread.push(`${file.path}: Cannot read the config file: ${source}`)
      return null
    }
    const project = sourceOf(files.project)
    const layering: Layering = {
      user: sourceOf(files.user),
      local: sourceOf(files.local),
      folders: foldersOf(home),
      unlisted: files.unlisted,
      list: (glob, from) => {
        const found = list(glob, from)
        listed.push({ glob, from, found: String(found) })
        return found
      },
      settings,
    }
    const loaded = loader(project, find, layering, versions)
    const told = loaded.problems.filter(isTold).map((problem) => problemLine(problem, directory, home))
    problems = [...unread, ...told]
    if (config !== null && !existsSync(files.project.path))
      problems.push(`${config}: Cannot read the config file: there is none`)
    if (loaded.problems.some(({ severity }) => severity === 'error') && !first) return
    const set = policySet(loaded.policies)
    policies = hashed(loaded.documents, set, place.digest)
  }

  const refresh = () => {
    const before = JSON.stringify(files)
    files = configFiles(directory, userFolder, config)
    if (loadProject === null) {
      // The file came later: this once the old set answers, and the next question finds the loader.
      if (isConfigured()) fetchLoader().catch(failed)
    } else if (before !== JSON.stringify(files) || isChanged()) {
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
    paths: () => [
      ...new Set(
        [...bindingFiles(directory, userFolder, config, settings.length > 0), ...texts.keys()].map(shownIn(directory)),
      ),
    ],
    problems: () => problems,
    origin: () => originText(files, settings.length > 0),
  }
}

const configPaths = ({ user, project, local }: ConfigFiles): string[] =>
  [user, project, local].flatMap((file) => file?.path ?? [])

/** Files and globs that would bind the session if they were there, so that nobody puts them there meanwhile. */
function bindingFiles(
  directory: string,
  userFolder: string | null,
  config: string | null,
  hasOptions: boolean,
): string[] {
  const { user, project, local } = configFiles(directory, userFolder, config)
  const above = foldersUpwards(directory).slice(1)
  return [
    ...(user === null ? [] : [user.path]),
    ...[project, local].flatMap(({ name }) => [directory, ...above.map(escaped)].map((folder) => join(folder, name))),
    ...above.flatMap((folder) => ['.opencode', '.opencode/policies/**'].map((name) => join(escaped(folder), name))),
    ...(hasOptions ? hostConfigs(directory, userFolder) : []),
  ]
}

/** A folder as a glob for itself. */
const escaped = (folder: string): string => folder.replace(/[\\*?[\]{}()]/g, '\\$&')

function originText(files: ConfigFiles, hasOptions: boolean): string {
  const { home, user, project, local, unlisted } = files
  const folder = unlisted.length === 0 ? [] : [`none, but ${join(home, '.opencode/policies')}`]
  const found = [project, local, user].flatMap((file) => (file !== null && existsSync(file.path) ? [file.path] : []))
  const all = [...folder, ...found, ...(hasOptions ? ['options in opencode.json'] : [])]
  return all.length === 0 ? 'Config: none (built-in policies)' : `Config: ${all.join(', ')}`
}

/** What a person must know: what is at fault, and what a file says in vain. */
const isTold = ({ severity, code }: Problem): boolean => severity === 'error' || code === 'untrusted-loosening'

/** Files of a folder above are told by their whole path. */
function problemLine({ file, line, message }: Problem, directory: string, home: string): string {
  const isShort = home === directory || /^[a-z]{2,}:/.test(file) || file === usualOptionsFile
  return `${isShort ? file : join(home, file)}${line > 0 ? `:${line}` : ''}: ${message}`
}

/** Relative to the project, absolute outside it. */
const shownIn =
  (directory: string) =>
  (path: string): string => {
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
