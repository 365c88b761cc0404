import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { globFiles } from '../config/glob-files.ts'
import { foldersUpwards } from '../config/upwards.ts'
import { userConfig } from './shared-sources.ts'

/** A project's config, relative to the folder that holds it. */
export const usualConfig = '.opencode/diverter.yaml'
/** The policies in force where there is no config. */
const usualPolicies = '.opencode/policies/*.yaml'

/** A config file of one of the layers. */
export interface ConfigFile {
  /** The name of the source, which problems are reported under. */
  name: string
  path: string
}

/** The files that say which policies are in force; names are relative to `home`. */
export interface ConfigFiles {
  /** The nearest folder upwards that has a config or policies; without one the folder itself. */
  home: string
  user: ConfigFile | null
  project: ConfigFile
  /** What is meant for one checkout only. */
  local: ConfigFile
  /** Without the project's config: the policies in force in its place, in the order of names. */
  unlisted: string[]
}

/**
 * Where the config files for a folder lie, whether they exist or not. Plugin, program and lint all ask here. A
 * `config` is named by a person, relative to one of the folders upwards, and nothing stands in for it.
 */
export function configFiles(directory: string, userFolder: string | null, config: string | null = null): ConfigFiles {
  const name = config ?? usualConfig
  const local = name.replace(/(\.ya?ml)?$/, '.local$&')
  const unlistedIn = (folder: string): string[] => {
    if (config !== null || existsSync(join(folder, name))) return []
    const found = globFiles(usualPolicies, folder, folder)
    return typeof found === 'string' ? [] : found
  }
  const isHome = (folder: string): boolean =>
    [name, local].some((file) => existsSync(join(folder, file))) || unlistedIn(folder).length > 0
  const home = foldersUpwards(directory).find(isHome) ?? directory
  return {
    home,
    user: userFolder === null ? null : { name: userConfig, path: join(userFolder, 'diverter.yaml') },
    project: { name, path: join(home, name) },
    local: { name: local, path: join(home, local) },
    unlisted: unlistedIn(home),
  }
}

/** True if the project has a config or policies of its own. */
export function isProject({ project, local, unlisted }: ConfigFiles): boolean {
  return unlisted.length > 0 || [project, local].some(({ path }) => existsSync(path))
}

/**
 * Files that are written like those of a project but end in `.yml`, so that nothing reads them, relative to its home. A
 * config that a person names by an option may be called as it likes, and says which policies there are.
 */
export function misnamedFiles({ home, project, local }: ConfigFiles): string[] {
  if (project.name !== usualConfig) return []
  const withoutA = (name: string): string => name.replace(/\.yaml$/, '.yml')
  const configs = [project.name, local.name].map(withoutA).filter((name) => existsSync(join(home, name)))
  const policies = existsSync(project.path) ? [] : globFiles(withoutA(usualPolicies), home, home)
  return typeof policies === 'string' ? configs : [...configs, ...policies]
}
