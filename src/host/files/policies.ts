import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { policySet } from '../../core/policy.ts'
import type { Layering } from '../../policy/layers/layering.ts'
import { type OptionSetting, usualOptionsFile } from '../../policy/options/read.ts'
import type { Problem } from '../../policy/problems/problem.ts'
import type { Versions } from '../../policy/layers/requires.ts'
import type { ResolvedDocument } from '../../policy/layers/resolve.ts'
import { type FindSource, type ListSources, listNothing, type Source } from '../../policy/source.ts'
import type { ChangedFile } from '../../policy/trust/reading.ts'
import type { InForce, Trust } from '../../policy/trust/in-force.ts'
import { hostConfigs, pluginFiles } from '../../runtime/config/plugin-entry.ts'
import { type ConfigFiles, configFiles } from '../../runtime/files/config-files.ts'
import { foldersUpwards } from '../../runtime/config/upwards.ts'
import { hashed, knownPolicies, type Policies } from '../../runtime/policies.ts'
import { isOutside } from '../../runtime/reading/outside.ts'
import { homeOfTrust } from '../../runtime/trust/home-of-trust.ts'
import { type HeldFiles, nothingHeld, waitingIn } from '../../runtime/trust/own-files.ts'
import { isThere, projectInputs } from '../../runtime/trust/project-inputs.ts'
import { builtinDocuments } from './builtin.ts'
import type { Digest } from '../../core/fingerprint.ts'

/** The policies of a project, as its files say now. */
export interface ProjectPolicies {
  /** Files that changed are read again; while they are at fault the last good set stays. */
  current: () => Policies
  /** Files that bind the session, relative to the project; absolute outside it. */
  paths: () => string[]
  /** All that the set is made of, as absolute paths; those that are not there as well. */
  files: () => string[]
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
  /** What the user trusts of the project with this folder; without it nothing. */
  trust?: (home: string) => Trust
  /** What decides in place of files of the user that changed while an agent was at work; without it nothing does. */
  held?: () => HeldFiles
  /** Called before files that changed are read again. */
  changing?: () => void
  /** What policies that name versions are held against; asked only where a project has policies. */
  versions?: () => Promise<Versions>
}

type LoadInForce = (
  config: Source | null,
  find: FindSource,
  layering: Layering,
  trust: Trust,
  versions: Versions,
) => InForce

/** Reads the policies of user and project; without any file or option nothing but the built-in ones is even loaded. */
export async function loadPolicies(place: PolicyPlace): Promise<ProjectPolicies> {
  const { directory, config, settings = [], userFolder = null } = place
  const documents = await builtinDocuments()
  const builtin = knownPolicies(documents, place.digest)
  // Those that run now.
  const plugins = pluginFiles(directory, userFolder)
  let files = configFiles(directory, userFolder, config)
  let loadInForce: LoadInForce | null = null
  let versions: Versions = {}
  const fetchLoader = async () => {
    versions = (await place.versions?.()) ?? {}
    loadInForce = (await import('../../policy/trust/in-force.ts')).loadInForce
  }
  const heldNow = place.held ?? (() => nothingHeld)
  const isConfigured = () => files.unlisted.length > 0 || configPaths(files).some((path) => isThere(path, heldNow()))
  const trustNow = (): Trust => place.trust?.(homeOfTrust(place.trust, files, directory)) ?? nobodysTrust
  if (config !== null || settings.length > 0 || isConfigured() || trustNow().body !== null) await fetchLoader()

  let texts = new Map<string, string | null>()
  let listed: { glob: string; from: string; found: string }[] = []
  let list = listNothing
  let trusted: string | null = null
  let held = nothingHeld
  let policies = builtin
  let problems: string[] = []
  let first = true

  const isChanged = () =>
    texts.size === 0 ||
    trustNow().body !== trusted ||
    heldNow() !== held ||
    [...texts].some(([file, text]) => place.read(file) !== text) ||
    listed.some(({ glob, from, found }) => String(list(glob, from)) !== found)

  const load = (loader: LoadInForce) => {
    const { home } = files
    texts = new Map(configPaths(files).map((path) => [path, place.read(path)]))
    listed = []
    held = heldNow()
    const {
      config: project,
      find,
      layering,
      unread,
    } = projectInputs({
      directory,
      files,
      userFolder,
      settings,
      held,
      note: (file) => texts.set(file, place.read(file)),
      through: (found) => orBuiltIn(found, documents),
    })
    list = layering.list
    const noted: ListSources = (glob, from) => {
      const found = list(glob, from)
      listed.push({ glob, from, found: String(found) })
      return found
    }
    const trust = trustNow()
    trusted = trust.body
    const { loaded, besides, standing, changed } = loader(project, find, { ...layering, list: noted }, trust, versions)
    const told = loaded.problems.filter(isError).map((problem) => problemLine(problem, directory, home))
    const waits = waitingIn(held, place.read).map(({ name }) => name)
    problems = [
      ...unread,
      ...told,
      ...waitingLines(waits),
      ...standingLines(standing, loaded.problems, changed, trust.unread),
    ]
    if (config !== null && !existsSync(files.project.path))
      problems.push(`${config}: Cannot read the config file: there is none`)
    if (loaded.problems.some(({ severity }) => severity === 'error') && !first) return
    const set = policySet(
      loaded.policies,
      besides.map((beside) => policySet(beside.policies)),
    )
    policies = hashed({ own: loaded.documents, besides: besides.map(({ documents: of }) => of) }, set, place.digest)
  }

  const refresh = () => {
    const before = JSON.stringify(files)
    files = configFiles(directory, userFolder, config)
    if (loadInForce === null) {
      // The file came later: this once the old set answers, and the next question finds the loader.
      if (isConfigured()) fetchLoader().catch(failed)
    } else if (before !== JSON.stringify(files) || isChanged()) {
      if (!first) place.changing?.()
      loadAgain(loadInForce)
      first = false
    }
  }

  const failed = (error: unknown) => {
    if (place.tell === undefined) throw error
    problems = [`Cannot read the policies: ${place.tell(error)}`]
  }

  const loadAgain = (loader: LoadInForce) => {
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
        [...bindingFiles(directory, userFolder, config, settings.length > 0), ...plugins, ...texts.keys()].map(
          shownIn(directory),
        ),
      ),
    ],
    files: () => [...new Set([...configPaths(files), ...texts.keys()])],
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

const how = 'look at it with `npx opencode-diverter trust --show`, then run `npx opencode-diverter trust`'

/** What of the user's own config waits for them. */
const waitingLines = (paths: readonly string[]): string[] =>
  paths.length === 0
    ? []
    : [`Changed while OpenCode was open: ${paths.join(', ')}; what you had there before decides; ${how}`]

/** How the project stands with the user, if they should do something about it. */
function standingLines(
  standing: InForce['standing'],
  problems: readonly Problem[],
  changed: readonly ChangedFile[],
  unread: string | null,
): string[] {
  const places = problems.filter(({ code }) => code === 'untrusted-loosening').length
  switch (standing) {
    case 'own':
    case 'trusted':
      return []
    case 'untrusted':
      if (unread !== null)
        return [`Cannot read whether you trust this project, so that nothing counts as trusted: ${unread}`]
      return places === 0
        ? []
        : [
            `You do not trust this project: what its files allow does not count (${places} ${places === 1 ? 'place' : 'places'}, \`npx opencode-diverter lint\` names them); ${how}`,
          ]
    case 'changed':
      return [
        `Changed since you trusted this project: ${changed.map(({ name }) => name).join(', ')}; what you trusted decides, and of the changes only what is stricter counts; ${how}`,
      ]
    default:
      return standing satisfies never
  }
}

const isError = ({ severity }: Problem): boolean => severity === 'error'

/** Nobody was asked. A value of the module that loads policies, which is not loaded for this. */
const nobodysTrust: Trust = { body: null, isCi: false, unread: null }

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
