import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fieldsOf, listOf } from '../../decode/payload.ts'
import { parseJsonc } from './jsonc.ts'
import { look } from './look.ts'
import type { Surroundings } from './surroundings.ts'

/** One place where OpenCode reads what plugins there are. */
export interface Settings {
  /** The file, or the variable that holds the text. */
  source: string
  /** The folder that relative paths in it start from. */
  folder: string
  /** The list under `plugin`, which OpenCode 1 reads, and under `plugins`, which OpenCode 2 reads; null: there is none. */
  plugin: readonly unknown[] | null
  plugins: readonly unknown[] | null
  /** True for a plugin that nobody listed: it lies in a folder of plugins. */
  isFound: boolean
}

/** A file of settings that cannot be used. */
export interface BrokenSettings {
  source: string
  why: string
}

export interface Places {
  /** The folder of the project, as OpenCode is started in it. */
  directory: string
  /** The user's folder of OpenCode's settings; null: unknown. */
  user: string | null
  surroundings: Surroundings
}

/** The half of the plugin that settings are for: `opencode` decides, `tui` is in the terminal. */
export type Half = 'opencode' | 'tui'

/** All settings of one half that OpenCode would read in a folder, those of the strongest last. */
export function readSettings(half: Half, places: Places): { settings: Settings[]; broken: BrokenSettings[] } {
  const broken: BrokenSettings[] = []
  const parse = (source: string, folder: string, text: string | BrokenSettings): Settings[] => {
    const found = typeof text === 'string' ? settingsOf(source, folder, text) : text
    if (!('why' in found)) return [found]
    broken.push(found)
    return []
  }
  const read = (path: string): Settings[] =>
    existsSync(path)
      ? parse(
          path,
          dirname(path),
          look<string | BrokenSettings>(
            () => readFileSync(path, 'utf8'),
            (why) => ({ source: path, why }),
          ),
        )
      : []
  const pair = (folder: string): Settings[] => ['json', 'jsonc'].flatMap((end) => read(join(folder, `${half}.${end}`)))
  const { directory, user, surroundings } = places
  const { environment, managed } = surroundings
  const isAlone = isOn(environment['OPENCODE_DISABLE_PROJECT_CONFIG'])
  const above = isAlone ? [] : foldersAbove(directory)
  const named = environment[half === 'tui' ? 'OPENCODE_TUI_CONFIG' : 'OPENCODE_CONFIG']
  const content = half === 'tui' ? undefined : environment['OPENCODE_CONFIG_CONTENT']
  const folders = settingsFolders(above, surroundings, directory)
  const all = [
    ...(user === null ? [] : strongest([...(half === 'tui' ? [] : read(join(user, 'config.json'))), ...pair(user)])),
    ...(user === null || half === 'tui' ? [] : foundIn(user)),
    ...(named ? read(resolve(directory, named)) : []),
    ...above.flatMap(pair),
    ...folders.flatMap((folder) => [...pair(folder), ...(half === 'tui' ? [] : foundIn(folder))]),
    ...(content ? parse('OPENCODE_CONFIG_CONTENT', directory, content) : []),
    ...(half === 'tui' ? [] : pair(managed)),
  ]
  return { settings: all, broken }
}

function settingsOf(source: string, folder: string, text: string): Settings | BrokenSettings {
  // OpenCode takes an empty file for one that says nothing.
  const parsed = text === '' ? { ok: true as const, value: {} } : parseJsonc(text)
  if (!parsed.ok) return { source, why: `it is no JSON${parsed.line === null ? '' : `, see line ${parsed.line}`}` }
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return { source, why: 'it is no map' }
  const { plugin = null, plugins = null } = fieldsOf(parsed.value)
  if (plugin !== null && !Array.isArray(plugin)) return { source, why: 'plugin is no list' }
  return { source, folder, plugin, plugins: plugins === null ? null : listOf(plugins), isFound: false }
}

/** Of the user's own files the last list stands for all of them. */
function strongest(settings: readonly Settings[]): Settings[] {
  const last = settings.findLast(({ plugin }) => plugin !== null)
  return settings.filter((each) => each.plugin === null || each === last)
}

/** The folder and those above it up to the worktree's root, the highest first; without a worktree all of them. */
function foldersAbove(directory: string): string[] {
  const above = dirname(directory)
  if (above === directory || existsSync(join(directory, '.git'))) return [directory]
  return [...foldersAbove(above), directory]
}

/** The folders of settings: `.opencode` of the project, of the user, and one that a variable names. */
function settingsFolders(above: readonly string[], { home, environment }: Surroundings, directory: string): string[] {
  const named = environment['OPENCODE_CONFIG_DIR']
  const all = [...above, home].map((folder) => join(folder, '.opencode'))
  return [...new Set(named ? [...all, resolve(directory, named)] : all)]
}

/** Plugins that OpenCode loads because they lie in a folder of that name. */
function foundIn(folder: string): Settings[] {
  return ['plugin', 'plugins'].flatMap((name) => {
    const plugins = join(folder, name)
    const files = existsSync(plugins)
      ? look(
          () => readdirSync(plugins),
          () => [],
        )
      : []
    const found = files.filter((file) => /\.[jt]s$/.test(file)).sort()
    return found.map((file): Settings => {
      const path = join(plugins, file)
      return { source: path, folder: plugins, plugin: [pathToFileURL(path).href], plugins: null, isFound: true }
    })
  })
}

/** How OpenCode reads a switch in its environment. */
export const isOn = (value: string | undefined): boolean => value === '1' || value?.toLowerCase() === 'true'
