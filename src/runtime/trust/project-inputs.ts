import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Layering } from '../../policy/layers/layering.ts'
import type { OptionSetting } from '../../policy/options/read.ts'
import type { FindSource, Source } from '../../policy/source.ts'
import { listSources } from '../config/glob-files.ts'
import { pluginEntry } from '../config/plugin-entry.ts'
import type { ConfigFile, ConfigFiles } from '../files/config-files.ts'
import { projectFinder } from '../files/find-source.ts'
import { type HeldFiles, nothingHeld } from './own-files.ts'

/** What the policies of a project are loaded from, in the names that the plugin gives them: relative to its folder. */
export interface ProjectInputs {
  config: Source | null
  find: FindSource
  layering: Layering
  /** Config files that cannot be read, each as one line. */
  unread: readonly string[]
}

export interface InputPlace {
  /** The folder that OpenCode works in. */
  directory: string
  files: ConfigFiles
  userFolder: string | null
  /** Values that the plugin's options give to params. */
  settings: readonly OptionSetting[]
  /** Hears of each file that is asked for, as an absolute path. */
  note: (path: string) => void
  /** What decides in place of files of the user; without it all are as they are. */
  held?: HeldFiles
  /** Goes before the finder of the project. */
  through?: (find: FindSource) => FindSource
}

export function projectInputs(place: InputPlace): ProjectInputs {
  const { directory, files, userFolder, settings, note, held = nothingHeld, through = (find) => find } = place
  const { home } = files
  const find = through(projectFinder({ directory: home, userFolder, note, held }))
  const unread: string[] = []
  const sourceOf = (file: ConfigFile | null): Source | null => {
    if (file === null || !isThere(file.path, held)) return null
    const source = find(file.name, null)
    if (typeof source !== 'string') return source
    unread.push(`${file.path}: Cannot read the config file: ${source}`)
    return null
  }
  const config = sourceOf(files.project)
  const layering: Layering = {
    user: sourceOf(files.user),
    local: sourceOf(files.local),
    isTrusted: false,
    unlisted: files.unlisted,
    list: listSources(home, home, userFolder, held),
    settings,
    hasOwnSettings: settings.length > 0 && isUsersEntry(directory, userFolder),
  }
  return { config, find, layering, unread }
}

/** True if a config file counts as there. */
export function isThere(path: string, held: HeldFiles): boolean {
  const kept = held.get(path)
  return kept === undefined ? existsSync(path) : kept !== null
}

/** True if the plugin's entry stands in the user's own config of OpenCode, which no project wrote. */
function isUsersEntry(directory: string, userFolder: string | null): boolean {
  const entry = userFolder === null ? null : pluginEntry(directory, userFolder)
  return entry !== null && userFolder !== null && dirname(entry.path) === dirname(userFolder)
}
