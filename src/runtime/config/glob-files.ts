import { type Dirent, readdirSync, statSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { type FileGlob, fileGlob } from '../../core/operators/glob.ts'
import type { ListSources } from '../../policy/source.ts'
import { isOutside } from '../reading/outside.ts'
import { type HeldFiles, nothingHeld } from '../trust/own-files.ts'

/** Folders in which no policy in force lies: cases have policies of their own beside them. */
const leftOut = new Set(['tests', 'node_modules', '.git'])
const deepest = 20
const goldenEnd = '.golden.yaml'

/**
 * The files that a glob names, in the order of names, written as the glob is: relative to `folder`. A text says why
 * nothing is looked for. Golden files, folders named `tests` and `node_modules` are left out.
 */
export function globFiles(text: string, folder: string, root: string): string[] | string {
  const glob = fileGlob(text)
  if (glob === null) return []
  if (typeof glob === 'string') return glob
  const start = resolve(folder, glob.base)
  if (isOutside(relative(root, start))) return 'it lies outside the project'
  return filesBelow(start, Math.min(glob.depth, deepest))
    .filter((file) => isWanted(glob, file))
    .map((file) => posix.join(glob.base, file))
    .sort()
}

function filesBelow(folder: string, depth: number): string[] {
  return entriesOf(folder).flatMap((entry) => {
    if (entry.isDirectory()) {
      if (depth === 0 || leftOut.has(entry.name)) return []
      return filesBelow(join(folder, entry.name), depth - 1).map((file) => posix.join(entry.name, file))
    }
    return entry.isFile() || isLinkToFile(entry, folder) ? [entry.name] : []
  })
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // A folder that is not there, or that may not be read, has no policies.
    return []
  }
}

const isLinkToFile = (entry: Dirent, folder: string): boolean =>
  entry.isSymbolicLink() && statSync(join(folder, entry.name), { throwIfNoEntry: false })?.isFile() === true

/** Lists what globs of configs name: those of the user in their folder, all others below `base`, inside `root`. */
export function listSources(
  base: string,
  root: string,
  userFolder: string | null,
  held: HeldFiles = nothingHeld,
): ListSources {
  return (glob, from) => {
    const [, file] = /^user:(.*)$/.exec(from) ?? []
    if (file === undefined) return globFiles(glob, resolve(base, dirname(from)), root)
    if (userFolder === null) return []
    const folder = join(userFolder, dirname(file))
    return asHeld(globFiles(glob, folder, userFolder), glob, folder, held)
  }
}

/** What a glob names where some files count as they were: one that was not there is left out, and one that was is in. */
function asHeld(found: string[] | string, text: string, folder: string, held: HeldFiles): string[] | string {
  const glob = held.size === 0 || typeof found === 'string' ? null : fileGlob(text)
  if (typeof found === 'string' || glob === null || typeof glob === 'string') return found
  const here = found.filter((file) => held.get(join(folder, file)) !== null)
  const start = resolve(folder, glob.base)
  const back = [...held].flatMap(([path, kept]): string[] => {
    const file = relative(start, path).split(sep).join('/')
    return kept === null || isOutside(file) || !isWanted(glob, file) ? [] : [posix.join(glob.base, file)]
  })
  return [...new Set([...here, ...back])].sort()
}

const isWanted = ({ matches, depth }: FileGlob, file: string): boolean =>
  file.split('/').length - 1 <= depth && matches(file) && !file.endsWith(goldenEnd)
