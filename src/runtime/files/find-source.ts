import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FindSource } from '../../policy/source.ts'
import { isOutside } from '../reading/outside.ts'
import { mostOfSource, readFileInside } from '../reading/read-file.ts'
import { sourceFrom } from '../reading/source-from.ts'
import { type SharedPlaces, sharedSources } from './shared-sources.ts'

const builtinPrefix = 'builtin:'

/** Where the policies that ship lie: beside the built file, or three above this source. */
function policiesFolder(): string {
  const places = ['../policies/', '../../../policies/'].map((place) => fileURLToPath(new URL(place, import.meta.url)))
  return places.find((place) => existsSync(join(place, 'blockers.yaml'))) ?? join('policies', sep)
}

/** The folder of this package. */
export const ownRoot = (): string => dirname(policiesFolder())

/** Finds `builtin:blockers` and the files that such a policy names. */
export const findBuiltin: FindSource = (reference, from) => {
  const folder = policiesFolder()
  const path = reference.startsWith(builtinPrefix)
    ? shippedFile(reference.slice(builtinPrefix.length))
    : isBuiltin(from)
      ? reference
      : null
  if (path === null) return 'it does not ship with the plugin'
  const name = reference.startsWith(builtinPrefix) ? reference : `${builtinPrefix}${path}`
  return sourceFrom(name, () => readFileInside(dirname(folder), join(folder, path), mostOfSource))
}

/** A policy that ships is named by a plain word. */
const shippedFile = (name: string): string | null => (/^[a-z][a-z0-9-]*$/.test(name) ? `${name}.yaml` : null)

/**
 * Project files by their path in the project, packages of the project and files of the user; what lies elsewhere is
 * not read. Every path asked for is noted.
 */
export function projectFinder(places: SharedPlaces & { note: (path: string) => void }): FindSource {
  const { directory, note } = places
  const findShared = sharedSources(places)
  return (reference, from) => {
    if (reference.startsWith(builtinPrefix) || isBuiltin(from)) return findBuiltin(reference, from)
    const shared = findShared(reference, from)
    if (shared !== null) return shared
    if (/^[a-z]+:/i.test(reference)) return 'only files of the project, builtin: and npm: can be named'
    const path = resolve(directory, from === null ? '.' : dirname(from), reference)
    const name = relative(directory, path)
    if (isOutside(name)) return 'it lies outside the project'
    note(path)
    return sourceFrom(name.split(sep).join('/'), () => readFileInside(directory, path, mostOfSource))
  }
}

function isBuiltin(from: string | null): boolean {
  return from?.startsWith(builtinPrefix) === true
}
