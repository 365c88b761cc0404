import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { unlessFault } from './failure-text.ts'
import { userConfig } from './shared-sources.ts'

/** A project's config, relative to the project. */
export const usualConfig = '.opencode/diverter.yaml'

/** A config file of one of the layers. */
export interface ConfigFile {
  /** The name of the source, which problems are reported under. */
  name: string
  path: string
}

export interface ConfigFiles {
  user: ConfigFile | null
  project: ConfigFile
  /** What is meant for one checkout only. */
  local: ConfigFile
}

/** Where the config files of a project lie, whether they exist or not. `config` is relative to the project. */
export function configFiles(directory: string, userFolder: string | null, config: string = usualConfig): ConfigFiles {
  const local = config.replace(/(\.ya?ml)?$/, '.local$&')
  return {
    user: userFolder === null ? null : { name: userConfig, path: join(userFolder, 'diverter.yaml') },
    project: { name: config, path: join(directory, config) },
    local: { name: local, path: join(directory, local) },
  }
}

/** The paths by which a user may name a project: as it was opened, and where its links lead. */
export function foldersOf(directory: string): string[] {
  try {
    return [directory, realpathSync(directory)]
  } catch (error) {
    return unlessFault(error, [directory])
  }
}
