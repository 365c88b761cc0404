import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fieldsOf, listOf } from '../../decode/payload.ts'
import { parseJsonc } from '../../runtime/config/jsonc.ts'
import { mostOfSource, readPlainFile } from '../../runtime/reading/read-file.ts'
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

/** Where OpenCode looks for the settings of each half: `opencode` for the one that decides, `tui` for the terminal's. */
const halves = {
  opencode: {
    /** An older name of the user's file, read before the others. */
    older: ['config.json'],
    named: 'OPENCODE_CONFIG',
    content: 'OPENCODE_CONFIG_CONTENT',
    /** Whether folders of plugins and an administrator's settings count too. */
    isWhole: true,
  },
  tui: { older: [], named: 'OPENCODE_TUI_CONFIG', content: null, isWhole: false },
} as const

/** All settings of one half that OpenCode would read in a folder, those of the strongest last. */
export function readSettings(
  half: keyof typeof halves,
  places: Places,
): { settings: Settings[]; broken: BrokenSettings[] } {
  const { older, named, content, isWhole } = halves[half]
  const { directory, user, surroundings } = places
  const { environment, managed } = surroundings
  const pair = (folder: string) => ['json', 'jsonc'].flatMap((end) => read(join(folder, `${half}.${end}`)))
  const above = isOn(environment['OPENCODE_DISABLE_PROJECT_CONFIG']) ? [] : foldersAbove(directory)
  const found = (folder: string) => (isWhole ? foundIn(folder) : [])
  const given = environment[named]
  const text = content === null ? undefined : environment[content]
  const all = [
    ...(user === null ? [] : strongest([...older.flatMap((name) => read(join(user, name))), ...pair(user)])),
    ...(given ? read(resolve(directory, given)) : []),
    ...above.flatMap(pair),
    ...(user === null ? [] : found(user)),
    ...settingsFolders(above, surroundings, directory).flatMap((folder) => [...pair(folder), ...found(folder)]),
    ...(content !== null && text ? [settingsOf(content, directory, text)] : []),
    ...(isWhole ? pair(managed) : []),
  ]
  return {
    settings: all.flatMap((each) => ('why' in each ? [] : each)),
    broken: all.flatMap((each) => ('why' in each ? each : [])),
  }
}

/** The settings in a file, if there is one. */
function read(path: string): (Settings | BrokenSettings)[] {
  if (!existsSync(path)) return []
  return [
    look<Settings | BrokenSettings>(
      () => settingsOf(path, dirname(path), readPlainFile(path, mostOfSource)),
      (why) => ({ source: path, why }),
    ),
  ]
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
function strongest(all: readonly (Settings | BrokenSettings)[]): (Settings | BrokenSettings)[] {
  const lists = (each: Settings | BrokenSettings) => !('why' in each) && each.plugin !== null
  const last = all.findLast(lists)
  return all.filter((each) => each === last || !lists(each))
}

/** The folder and those above it up to the worktree's root, the highest first; without a worktree all of them. */
function foldersAbove(directory: string): string[] {
  const above = dirname(directory)
  if (above === directory || existsSync(join(directory, '.git'))) return [directory]
  return [...foldersAbove(above), directory]
}

/** The folders of settings: `.opencode` of the project, the nearest first, of the user, and one that a variable names. */
function settingsFolders(above: readonly string[], { home, environment }: Surroundings, directory: string): string[] {
  const named = environment['OPENCODE_CONFIG_DIR']
  const all = [...above.toReversed(), home].map((folder) => join(folder, '.opencode'))
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
