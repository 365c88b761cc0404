import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { loadProject } from '../../policy/config.ts'
import type { Layering } from '../../policy/layers/layering.ts'
import type { LoadedSet } from '../../policy/load.ts'
import { type PluginOptions, readOptions } from '../../policy/options/read.ts'
import type { Problem } from '../../policy/problems/problem.ts'
import { isError, problemOfFile } from '../../policy/problems/list.ts'
import type { FindSource, Source } from '../../policy/source.ts'
import type { InForce } from '../../policy/trust/in-force.ts'
import { listSources } from '../../runtime/config/glob-files.ts'
import { type PluginEntry, pluginEntry } from '../../runtime/config/plugin-entry.ts'
import { type ConfigFile, type ConfigFiles, configFiles, isProject } from '../../runtime/files/config-files.ts'
import { isOutside } from '../../runtime/reading/outside.ts'
import type { CommandIo } from '../io/io.ts'
import type { Sources } from './sources.ts'
import { type Standing, standingOf } from '../trust/standing.ts'

/** A project: its config files, and how its policies are found. */
export interface ProjectFiles {
  /** Null: the project has no config. A text says why it cannot be read. */
  config: Source | string | null
  layering: Layering
  find: FindSource
  /** How the user stands to it; null: it brings nothing of its own. */
  standing: Standing | null
  /** What is wrong with the plugin's options in OpenCode's config. */
  problems: Problem[]
}

/** Where the project of a folder lies, and what OpenCode's config tells the plugin there. */
export interface ProjectPlace {
  files: ConfigFiles
  /** The folder that has the project's config or policies, relative to that of the command. */
  folder: string
  options: PluginOptions
  /** The plugin's entry in OpenCode's config; null if there is none. */
  entry: PluginEntry | null
  problems: Problem[]
}

/** The project that holds in a folder, which is relative to that of the command. */
export function projectPlace({ cwd, userFolder }: Pick<CommandIo, 'cwd' | 'userFolder'>, folder = '.'): ProjectPlace {
  const directory = resolve(cwd, folder)
  const entry = pluginEntry(directory, userFolder ?? null)
  const source = entry === null ? '' : relative(cwd, entry.path)
  const { options, problems } = readOptions(entry?.options, source)
  const files = configFiles(directory, userFolder ?? null, options.config)
  return {
    files,
    folder: relative(cwd, files.home) || '.',
    options,
    entry,
    problems: problems.map((message) => problemOfFile(source, 'param-value', message)),
  }
}

/** The files of the project that holds in a folder, which is relative to that of the command. */
export function projectFiles(sources: Sources, io: CommandIo, given: string = '.'): ProjectFiles {
  const { files, options, entry } = projectPlace(io, given)
  // Who brings nothing needs no trust, and loading a set to say so takes its time.
  const isBare = !isProject(files) && options.settings.length === 0 && !existsSync(io.userFolder ?? '')
  return filesOf(sources, io, given, isBare ? null : standingOf(resolve(io.cwd, given), files, entry, io))
}

/** The same as the project's own people have them: what its files say counts. */
export const trustedFiles = (sources: Sources, io: CommandIo, given: string = '.'): ProjectFiles =>
  filesOf(sources, io, given, null)

function filesOf(sources: Sources, io: CommandIo, given: string, standing: Standing | null): ProjectFiles {
  const { files, folder, options, problems } = projectPlace(io, given)
  const nameOf = ({ name }: ConfigFile): string => (isPrefixed(name) ? name : join(folder, name))
  const read = (file: ConfigFile): Source | string | null =>
    existsSync(file.path) ? sources.find(nameOf(file), null) : null
  const unread: Problem[] = []
  const sourceOf = (file: ConfigFile | null): Source | null => {
    if (file === null) return null
    const source = read(file)
    if (typeof source !== 'string') return source
    unread.push(problemOfFile(nameOf(file), 'missing-file', `Cannot read the config file: ${source}`))
    return null
  }
  const layering: Layering = {
    user: sourceOf(files.user),
    local: sourceOf(files.local),
    isTrusted: standing === null || isTrusted(standing.inForce),
    unlisted: files.unlisted.map((name) => join(folder, name)),
    list: listSources(io.cwd, files.home, io.userFolder ?? null),
    settings: options.settings,
    hasOwnSettings: standing?.inputs.layering.hasOwnSettings ?? false,
  }
  const missing = `Cannot read the config file: there is none`
  const unnamed =
    options.config === null || existsSync(files.project.path)
      ? []
      : [problemOfFile(options.config, 'missing-file', missing)]
  return {
    standing,
    config: read(files.project),
    layering,
    find: inProject(sources.find, io.cwd, files.home),
    problems: [...problems, ...unnamed, ...unread],
  }
}

const isTrusted = ({ standing }: InForce): boolean => standing === 'own' || standing === 'trusted'

/** A set with those that restrain it. */
export interface ProjectSet extends LoadedSet {
  besides: readonly LoadedSet[]
}

/** The policies in force in a folder, as the plugin loads them; a text says why the config cannot be read. */
export function loadProjectSet(sources: Sources, io: CommandIo): ProjectSet | string {
  const { config, layering, find, problems, standing } = projectFiles(sources, io)
  if (typeof config === 'string') return config
  const inForce = standing?.inForce ?? null
  if (inForce?.standing === 'changed' || (inForce !== null && standing?.waiting.length !== 0))
    return { ...inForce.loaded, besides: inForce.besides }
  const loaded = loadProject(config, find, layering, { plugin: io.version ?? null })
  return { ...loaded, besides: inForce?.besides ?? [], problems: [...problems, ...loaded.problems] }
}

/** The policies of a folder that a person names, as its own people take them. */
export function loadNamedProject(sources: Sources, io: CommandIo, folder: string): LoadedSet | string {
  const { config, layering, find, problems } = trustedFiles(sources, io, folder)
  if (typeof config === 'string') return config
  const loaded = loadProject(config, find, layering, { plugin: io.version ?? null })
  return { ...loaded, problems: [...problems, ...loaded.problems] }
}

/** What a person must know of a set: what is at fault, and what a file says in vain. */
export const isTold = (problem: Problem): boolean => isError(problem) || problem.code === 'untrusted-loosening'

/**
 * The plugin reads no file outside the project, so these count as missing here too. For a project that is tried
 * beside the own one, files of the own one are there as well.
 */
function inProject(find: FindSource, cwd: string, home: string): FindSource {
  return (reference, from) => {
    const source = find(reference, from)
    if (typeof source === 'string' || isPrefixed(source.name)) return source
    const isHere = [cwd, home].some((root) => !isOutside(relative(root, resolve(cwd, source.name))))
    return isHere ? source : 'it lies outside the project'
  }
}

/** `builtin:`, `npm:` and `user:` name what is confined by itself. */
const isPrefixed = (name: string): boolean => /^[a-z]{2,}:/.test(name)
