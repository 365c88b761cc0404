import { existsSync, readdirSync } from 'node:fs'
import { dirname, isAbsolute, join, normalize, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FindSource, ListSources, Source } from '../../policy/source.ts'
import { suggest } from '../../policy/problems/suggest.ts'
import { listSources } from '../../runtime/config/glob-files.ts'
import { configFiles } from '../../runtime/files/config-files.ts'
import { isOutside } from '../../runtime/reading/outside.ts'
import { mostOfSource, readFileInside, readPlainFile } from '../../runtime/reading/read-file.ts'
import { sourceFrom } from '../../runtime/reading/source-from.ts'
import { sharedSources } from '../../runtime/files/shared-sources.ts'
import type { CommandIo } from '../io/io.ts'

const builtin = 'builtin:'

/** Policy files of a folder and the built-in ones of the package. */
export interface Sources {
  find: FindSource
  /** What globs name, wherever it lies. */
  list: ListSources
  /** The text of a source that was found, for showing a part of it; null for other names. */
  text: (name: string) => string | null
}

/**
 * Finds sources relative to `cwd`, or to the source that names them, packages of the project that holds in `cwd` and
 * files of the user. `unsaved` stands for the file of its name.
 */
export function createSources(
  cwd: string,
  root: string = packageRoot(),
  unsaved: Source | null = null,
  userFolder: string | null = null,
): Sources {
  const read = new Map<string, string>()
  const { home } = configFiles(cwd, userFolder)
  const findShared = sharedSources({ directory: home, userFolder })

  const keep = (source: Source | string): Source | string => {
    if (typeof source !== 'string') read.set(source.name, source.text)
    return source
  }

  const find: FindSource = (reference, from) => {
    const shared = findShared(reference, from)
    if (shared !== null) return keep(shared)
    const name = nameOf(reference, from)
    const path = name.startsWith(builtin) ? builtinPath(root, name) : resolve(cwd, name)
    const isUnsaved = unsaved !== null && (name === unsaved.name || path === resolve(cwd, unsaved.name))
    const source = isUnsaved ? { name, text: unsaved.text } : readSource(name, path, home)
    if (typeof source === 'string')
      return name === reference && name.startsWith(builtin) ? `${source}${hint(root, name)}` : source
    return keep(source)
  }

  return { find, list: listSources(cwd, resolve('/'), userFolder), text: (name) => read.get(name) ?? null }
}

/** The sources of a command. */
export const sourcesOf = ({ cwd, userFolder }: CommandIo): Sources => createSources(cwd, undefined, null, userFolder)

/** The name of a source: as the user gave it, or relative like the source that refers to it. */
function nameOf(reference: string, from: string | null): string {
  if (reference.startsWith(builtin) || from === null || isAbsolute(reference)) return reference
  if (!from.startsWith(builtin)) return join(dirname(from), reference)
  return builtin + join(dirname(fileOf(from)), reference)
}

/** `builtin:guard` is policies/guard.yaml of the package; what it refers to is named by its path there. */
function builtinPath(root: string, name: string): string {
  return join(root, fileOf(name))
}

function fileOf(name: string): string {
  const rest = normalize(name.slice(builtin.length))
  return /^[a-z][a-z0-9-]*$/.test(rest) ? join('policies', `${rest}.yaml`) : rest
}

function hint(root: string, name: string): string {
  const names = existsSync(join(root, 'policies')) ? readdirSync(join(root, 'policies')) : []
  return suggest(
    name,
    names.map((file) => builtin + file.replace(/\.yaml$/, '')),
  )
}

/** Links of a project lead nowhere else, here as in the plugin; what a person names elsewhere may be one. */
function readSource(name: string, path: string, home: string): Source | string {
  const isOfProject = !name.startsWith(builtin) && !isOutside(relative(home, path))
  return sourceFrom(name, () =>
    isOfProject ? readFileInside(home, path, mostOfSource) : readPlainFile(path, mostOfSource),
  )
}

/** The folder of the package: the nearest one above this file with a package.json. */
export function packageRoot(start: string = dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(join(start, 'package.json'))) return start
  const above = dirname(start)
  return above === start ? start : packageRoot(above)
}
