import { existsSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { fieldsOf, textOf } from '../../decode/payload.ts'
import { isPath, namesIn, packageOf, pluginSpec } from '../../decode/plugins/spec.ts'
import { pathOfUrl } from '../../runtime/config/file-url.ts'
import { parseJsonc } from '../../runtime/config/jsonc.ts'
import { mostOfSource, readPlainFile } from '../../runtime/reading/read-file.ts'
import { look } from './look.ts'
import type { Settings } from './settings.ts'

export const ownName = 'opencode-diverter'

/** One entry of a list of plugins that names this one. */
export interface Listed {
  /** As it is written. */
  spec: string
  options: unknown
  /** The settings that list it. */
  source: string
  /** What makes two entries one plugin for OpenCode, which loads the last of them. */
  identity: string
  /** The version that OpenCode would load; null: it is not there yet, or does not tell. */
  version: string | null
  /** Why it cannot be loaded; null: nothing speaks against it. */
  missing: string | null
}

/** The entries that name this plugin, those of the strongest settings last. `cache` is where OpenCode keeps packages. */
export function listedIn(settings: readonly Settings[], cache: string): Listed[] {
  return settings.flatMap((each) =>
    (each.plugin ?? []).flatMap((entry): Listed[] => {
      const given = pluginSpec(entry)
      if (given === null) return []
      const found = isPath(given.spec) ? fromPath(given.spec, each) : fromPackage(given.spec, cache)
      return found === null ? [] : [{ ...given, source: each.source, ...found }]
    }),
  )
}

type Found = Pick<Listed, 'identity' | 'version' | 'missing'>

function fromPackage(spec: string, cache: string): Found | null {
  const { name, wanted } = packageOf(spec)
  if (name !== ownName) return null
  const folder = join(cache, 'opencode', 'packages', `${name}@${wanted ?? 'latest'}`, 'node_modules', name)
  const exact = wanted !== null && /^\d+\.\d+\.\d+/.test(wanted) ? wanted : null
  return { identity: name, version: manifestIn(folder)?.version ?? exact, missing: null }
}

function fromPath(spec: string, { folder, isFound }: Settings): Found | null {
  const path = pathOf(spec, folder)
  const found = { identity: path, version: null, missing: null }
  if (path === null || !existsSync(path))
    return namesIn(spec).includes(ownName)
      ? { ...found, identity: path ?? spec, missing: 'there is no such file or folder' }
      : null
  if (isFound && mentionsUs(path)) return { ...found, identity: path }
  const root = packageAround(path)
  if (root === null || root.name !== ownName) return null
  const entry = relative(root.folder, path)
  if (entry !== '' && !/^(?:dist|src)[/\\]server\.[jt]s$/.test(entry)) return null
  const isBuilt = entry !== '' || existsSync(join(root.folder, 'dist', 'server.js'))
  return { identity: path, version: root.version, missing: isBuilt ? null : 'it is not built; run npm run build there' }
}

function pathOf(spec: string, folder: string): string | null {
  if (spec.startsWith('file:')) return pathOfUrl(spec)
  return isAbsolute(spec) ? spec : resolve(folder, spec)
}

/** True for a file of a folder of plugins that is called like this plugin, or takes it in. */
function mentionsUs(path: string): boolean {
  if (basename(path).replace(/\.[jt]s$/, '') === ownName) return true
  return /(?:from|import|require)\s*(?:\(\s*)?["'](?:[^"'\n]*\/)?opencode-diverter(?:\/[^"'\n]*)?["']/.test(read(path))
}

interface Manifest {
  folder: string
  name: string | null
  version: string | null
}

/** The package that a file or folder belongs to. */
function packageAround(path: string): Manifest | null {
  const isFolder = look(
    () => statSync(path).isDirectory(),
    () => false,
  )
  const found = manifestIn(isFolder ? path : dirname(path))
  if (found?.name) return found
  return dirname(path) === path ? null : packageAround(dirname(path))
}

function manifestIn(folder: string): Manifest | null {
  const parsed = parseJsonc(read(join(folder, 'package.json')))
  if (!parsed.ok) return null
  const { name, version } = fieldsOf(parsed.value)
  return { folder, name: textOf(name), version: textOf(version) }
}

/** The text of a file; empty if it cannot be read, which names nothing. */
const read = (path: string): string =>
  look(
    () => readPlainFile(path, mostOfSource),
    () => '',
  )
