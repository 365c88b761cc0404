import { dirname, join, resolve } from 'node:path'
import { unlessFault } from '../text/failure-text.ts'
import { mostOfSource, readPlainFile } from '../reading/read-file.ts'
import { pathOfUrl } from './file-url.ts'
import { parseJsonc } from './jsonc.ts'
import { foldersUpwards } from './upwards.ts'

/** The plugin's entry in OpenCode's config, for a program that OpenCode tells nothing. */
export interface PluginEntry {
  /** The file that has it, as an absolute path. */
  path: string
  /** As it was written; undefined if the entry is a name alone. */
  options: unknown
}

const ownName = 'opencode-diverter'
/** OpenCode's configs, and those of its terminal. */
export const hostNames = ['opencode.jsonc', 'opencode.json'] as const
export const terminalNames = ['tui.jsonc', 'tui.json'] as const

/** OpenCode's own config files for a folder, the one that wins last: the user's, then from the worktree's root down. */
export function hostConfigs(directory: string, userFolder: string | null): string[] {
  const downwards = foldersUpwards(directory).reverse()
  const folders = [
    ...(userFolder === null ? [] : [dirname(userFolder)]),
    ...downwards,
    ...downwards.map((folder) => join(folder, '.opencode')),
  ]
  return folders.flatMap((folder) => hostNames.map((name) => join(folder, name)))
}

/** Configs that list plugins. */
const listing = [...hostNames, ...terminalNames]

/**
 * Files that OpenCode's configs name as plugins by a path, as absolute paths: their code runs in OpenCode. Of a folder
 * those that its manifest names.
 */
export function pluginFiles(directory: string, userFolder: string | null): string[] {
  const folders = new Set(hostConfigs(directory, userFolder).map((path) => dirname(path)))
  return [...folders].flatMap((folder) =>
    listing.flatMap((name) =>
      pluginsOf(readJson(join(folder, name))).flatMap((entry) => {
        const spec: unknown = Array.isArray(entry) ? entry[0] : entry
        return typeof spec === 'string' ? filesOfSpec(spec, folder) : []
      }),
    ),
  )
}

/** A package that is named by its name lies elsewhere. */
function filesOfSpec(spec: string, folder: string): string[] {
  const named = spec.startsWith('file://') ? pathOfUrl(spec) : spec
  if (named === null || (named === spec && !/^\.{0,2}[/\\]|^[A-Za-z]:[/\\]/.test(spec))) return []
  const path = resolve(folder, named)
  const manifest = readJson(join(path, 'package.json'))
  if (typeof manifest !== 'object' || manifest === null) return [path]
  const exported: unknown = 'exports' in manifest ? manifest.exports : null
  const values: unknown[] = typeof exported === 'object' && exported !== null ? Object.values(exported) : [exported]
  const entries = [...values, 'main' in manifest ? manifest.main : null]
  return ['package.json', ...entries.filter((entry) => typeof entry === 'string')].map((entry) => join(path, entry))
}

/** The entry that counts for a folder, the last of those that name the plugin; null if there is none. */
export function pluginEntry(directory: string, userFolder: string | null): PluginEntry | null {
  const found = hostConfigs(directory, userFolder).flatMap((path) =>
    pluginsOf(readJson(path)).flatMap((entry) => {
      const [spec, options] = Array.isArray(entry) ? entry : [entry, undefined]
      return typeof spec === 'string' && isOwn(spec) ? [{ path, options }] : []
    }),
  )
  return found.at(-1) ?? null
}

function pluginsOf(config: unknown): readonly unknown[] {
  const plugins = typeof config === 'object' && config !== null && 'plugin' in config ? config.plugin : null
  return Array.isArray(plugins) ? plugins : []
}

/** By the name of the package, and where a folder is named, by what it holds. */
function isOwn(spec: string): boolean {
  if (new RegExp(`(^|[/\\\\])${ownName}(@|[/\\\\]|$)`).test(spec)) return true
  const path = spec.startsWith('file://') ? pathOfUrl(spec) : null
  if (path === null) return false
  const manifest = readJson(join(path, 'package.json'))
  return typeof manifest === 'object' && manifest !== null && 'name' in manifest && manifest.name === ownName
}

/** As OpenCode reads its config; null for what is no file or no JSON, of which OpenCode itself says what is wrong. */
function readJson(path: string): unknown {
  try {
    const parsed = parseJsonc(readPlainFile(path, mostOfSource))
    return parsed.ok ? parsed.value : null
  } catch (error) {
    return unlessFault(error, null)
  }
}
