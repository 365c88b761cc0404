import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, posix, relative } from 'node:path'
import type { FindSource, Source } from '../../policy/source.ts'
import { foldersUpwards } from '../config/upwards.ts'
import { isOutside } from '../reading/outside.ts'
import { type HeldFiles, nothingHeld } from '../trust/own-files.ts'
import { mostOfSource, readFileInside, readPlainFile } from '../reading/read-file.ts'
import { sourceFrom } from '../reading/source-from.ts'

const user = 'user:'
const npm = 'npm:'
const packageFile = /^npm:((?:@[\w.-]+\/)?[\w-][\w.-]*)\/(.+)$/

/** The name of the user's own config, as a source. */
export const userConfig = `${user}diverter.yaml`

/** The folder of the user's own config and policies, which hold in every project. */
export function userFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const given = environment['XDG_CONFIG_HOME']
  const configs = given !== undefined && isAbsolute(given) ? given : join(homedir(), '.config')
  return join(configs, 'opencode', 'diverter')
}

export interface SharedPlaces {
  /** The project's folder, whose node_modules count. */
  directory: string
  /** Null: the user has no files. */
  userFolder: string | null
  /** Is told the path of each file before it is read. */
  note?: (path: string) => void
  /** What decides in place of files of the user; without it all are as they are. */
  held?: HeldFiles
}

/**
 * Finds policies that a project does not hold itself: `npm:team-policies/night.yaml` in its node_modules, `user:` in
 * the user's folder, and what such files name relative to themselves. Null: the reference is none of these.
 */
export function sharedSources({ directory, userFolder, note, held = nothingHeld }: SharedPlaces) {
  const read = (name: string, path: string, text: () => string): Source | string => {
    note?.(path)
    return sourceFrom(name, text)
  }

  const findUser = (given: string): Source | string => {
    const file = posix.normalize(given)
    if (userFolder === null) return 'there is no folder of the user'
    if (isOutside(file)) return "it lies outside the user's folder"
    const path = join(userFolder, file)
    const name = `${user}${file}`
    const kept = held.get(path)
    // Whoever keeps the own files elsewhere links them here.
    if (kept === undefined) return read(name, path, () => readPlainFile(path, mostOfSource))
    note?.(path)
    return kept === null ? 'there is no such file' : { name, text: kept }
  }

  const findPackage = (name: string): Source | string => {
    const [, owner, rest] = packageFile.exec(name) ?? []
    if (owner === undefined || rest === undefined) return 'write it as npm:package/file.yaml'
    const file = posix.normalize(rest)
    if (isOutside(file)) return `it lies outside the package ${owner}`
    const folder = join(directory, 'node_modules', owner)
    const path = join(folder, file)
    if (!existsSync(folder)) {
      note?.(path)
      return `the package ${owner} is not installed; run npm install --save-dev ${owner}`
    }
    if (!existsSync(path)) {
      note?.(path)
      return `the package ${owner} has no file ${file}`
    }
    const root = foldersUpwards(directory).at(-1) ?? directory
    if (isOutside(relative(realpathSync.native(root), realpathSync.native(folder))))
      return `the package ${owner} is a link that leads outside ${root}`
    return read(`${npm}${owner}/${file}`, path, () => readFileInside(folder, path, mostOfSource))
  }

  return (reference: string, from: string | null): ReturnType<FindSource> | null => {
    const base = from === null ? '' : (/^(?:user|npm):/.exec(from)?.[0] ?? '')
    if (reference.startsWith(npm))
      return base === user ? 'a package belongs to a project; name it in a file of the project' : findPackage(reference)
    if (reference.startsWith(user))
      return from === null || base === user ? findUser(reference.slice(user.length)) : 'it belongs to the user alone'
    if (base === '' || from === null || /^[a-z]{2,}:/.test(reference)) return null
    if (isAbsolute(reference)) return 'only relative paths can be named here'
    const file = posix.join(posix.dirname(from.slice(base.length)), reference)
    if (base === user) return findUser(file)
    const owner = packageFile.exec(from)?.[1] ?? ''
    return file.startsWith(`${owner}/`) ? findPackage(`${npm}${file}`) : `it lies outside the package ${owner}`
  }
}
