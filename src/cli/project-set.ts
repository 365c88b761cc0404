import { existsSync } from 'node:fs'
import { loadProject } from '../policy/config.ts'
import type { Layering } from '../policy/layering.ts'
import type { LoadedSet } from '../policy/load.ts'
import type { FindSource, Source } from '../policy/source.ts'
import { type ConfigFile, configFiles, foldersOf } from '../runtime/config-files.ts'
import { isOutside } from '../runtime/shared-sources.ts'
import type { CommandIo } from './io.ts'
import type { Sources } from './sources.ts'

/** The project in the folder of a command: its config files, and how its policies are found. */
export interface ProjectFiles {
  /** Null: the project has no config. A text says why it cannot be read. */
  config: Source | string | null
  layering: Layering
  find: FindSource
}

export function projectFiles(sources: Sources, io: CommandIo): ProjectFiles {
  const files = configFiles(io.cwd, io.userFolder ?? null)
  const find = inProject(sources.find)
  const read = (file: ConfigFile | null): Source | string | null =>
    file === null || !existsSync(file.path) ? null : sources.find(file.name, null)
  const sourceOf = (file: ConfigFile | null): Source | null => {
    const source = read(file)
    return typeof source === 'string' ? null : source
  }
  const layering = { user: sourceOf(files.user), local: sourceOf(files.local), folders: foldersOf(io.cwd) }
  return { config: read(files.project), layering, find }
}

/** The policies in force here, as the plugin loads them; a text says why the config cannot be read. */
export function loadProjectSet(sources: Sources, io: CommandIo): LoadedSet | string {
  const { config, layering, find } = projectFiles(sources, io)
  return typeof config === 'string' ? config : loadProject(config, find, layering)
}

/** The plugin reads no file outside the project, so these count as missing here too. */
function inProject(find: FindSource): FindSource {
  return (reference, from) => {
    const source = find(reference, from)
    return typeof source !== 'string' && isOutside(source.name) ? 'it lies outside the project' : source
  }
}
