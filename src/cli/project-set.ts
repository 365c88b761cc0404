import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { loadProject } from '../policy/config.ts'
import type { Layering } from '../policy/layering.ts'
import type { LoadedSet } from '../policy/load.ts'
import type { Problem } from '../policy/problem.ts'
import { isError } from '../policy/problem-list.ts'
import type { FindSource, Source } from '../policy/source.ts'
import { type ConfigFile, configFiles, foldersOf } from '../runtime/config-files.ts'
import { isOutside } from '../runtime/shared-sources.ts'
import type { CommandIo } from './io.ts'
import type { Sources } from './sources.ts'

/** A project: its config files, and how its policies are found. */
export interface ProjectFiles {
  /** Null: the project has no config. A text says why it cannot be read. */
  config: Source | string | null
  layering: Layering
  find: FindSource
}

/** The project in a folder, which is relative to that of the command. */
export function projectFiles(sources: Sources, io: CommandIo, folder: string = '.'): ProjectFiles {
  const directory = resolve(io.cwd, folder)
  const files = configFiles(directory, io.userFolder ?? null)
  const read = (file: ConfigFile | null): Source | string | null =>
    file === null || !existsSync(file.path)
      ? null
      : sources.find(isPrefixed(file.name) ? file.name : join(folder, file.name), null)
  const sourceOf = (file: ConfigFile | null): Source | null => {
    const source = read(file)
    return typeof source === 'string' ? null : source
  }
  const layering = { user: sourceOf(files.user), local: sourceOf(files.local), folders: foldersOf(directory) }
  return { config: read(files.project), layering, find: inProject(sources.find, folder) }
}

/** The policies in force in a folder, as the plugin loads them; a text says why the config cannot be read. */
export function loadProjectSet(sources: Sources, io: CommandIo, folder: string = '.'): LoadedSet | string {
  const { config, layering, find } = projectFiles(sources, io, folder)
  return typeof config === 'string' ? config : loadProject(config, find, layering, { plugin: io.version ?? null })
}

/** What a person must know of a set: what is at fault, and what a file says in vain. */
export const isTold = (problem: Problem): boolean => isError(problem) || problem.code === 'untrusted-loosening'

/**
 * The plugin reads no file outside the project, so these count as missing here too. For a project that is tried
 * beside the own one, files of the own one are there as well.
 */
function inProject(find: FindSource, folder: string): FindSource {
  return (reference, from) => {
    const source = find(reference, from)
    if (typeof source === 'string' || isPrefixed(source.name)) return source
    const isHere = !isOutside(source.name) || !isOutside(relative(folder, source.name))
    return isHere ? source : 'it lies outside the project'
  }
}

/** `builtin:`, `npm:` and `user:` name what is confined by itself. */
const isPrefixed = (name: string): boolean => /^[a-z]{2,}:/.test(name)
