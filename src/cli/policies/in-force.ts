import { existsSync } from 'node:fs'
import { dirname, posix, relative, resolve, sep } from 'node:path'
import { readChain } from '../../policy/layers/extend.ts'
import { filesInForce, isPolicy, notInForce, noting, sayWhatHolds } from '../../policy/in-force.ts'
import { parse } from '../../policy/yaml/parse.ts'
import type { Problem } from '../../policy/problems/problem.ts'
import type { FindSource, Source } from '../../policy/source.ts'
import { child, plain } from '../../policy/yaml/tree.ts'
import { isOutside } from '../../runtime/reading/outside.ts'
import { defaultFolders, findCases } from './cases.ts'
import type { CommandIo } from '../io/io.ts'
import { configFile, localConfigFile } from './lint-targets.ts'
import { type ProjectFiles, projectFiles } from './project-set.ts'
import type { Sources } from './sources.ts'

/** Folders of policies that are tried, installed or shown, and never meant to be in force where they lie. */
const apart = /^(?:tests?|fixtures?|__tests__|__fixtures__|examples?|node_modules)$/

/** A project with the files that its set is made of. */
interface Project {
  /** The config that would name a file, relative to the command's folder. */
  config: string
  /** The project's folder, absolute. */
  home: string
  /** Absolute paths of the files in force. */
  files: ReadonlySet<string>
}

/**
 * Policies among these files that no config of their project names. Where there is no project nothing is in force, and
 * nothing is said: a repository may hold policies for others. What a case names is there to be tried. `here` is the
 * project of the command's folder.
 */
export function policiesNotInForce(
  files: readonly string[],
  sources: Sources,
  here: ProjectFiles,
  io: CommandIo,
): Problem[] {
  const projects = new Map<string, Project | null>()
  const projectOf = (folder: string): Project | null => {
    const known = projects.get(folder)
    if (known !== undefined) return known
    const project = readProject(folder === '.' ? here : projectFiles(sources, io, folder), io)
    projects.set(folder, project)
    return project
  }
  const found = files.flatMap((file) => {
    // Built-in policies, and those of packages and of the user, have names of their own.
    if (/^[a-z]{2,}:/.test(file)) return []
    const project = projectOf(folderOf(file, io.cwd))
    const source = project === null || !isInside(file, project, io.cwd) ? null : sources.find(file, null)
    if (project === null || source === null || typeof source === 'string' || !isPolicy(source)) return []
    const reference = withSlashes(relative(dirname(project.config), file))
    return [
      { path: resolve(io.cwd, file), problem: notInForce(source, dotted(reference), withSlashes(project.config)) },
    ]
  })
  if (found.length === 0) return []
  const tried = triedByCases(files, sources.find, io.cwd)
  return found.filter(({ path }) => !tried.has(path)).map(({ problem }) => problem)
}

/** Null without a project, and where its config cannot be read, which is said elsewhere. */
function readProject({ config, layering, find }: ProjectFiles, io: CommandIo): Project | null {
  if (typeof config === 'string') return null
  const [nearest, ...others] = [config, layering.local].filter((source) => source !== null)
  if (nearest === undefined || !sayWhatHolds([nearest, ...others])) return null
  const names = filesInForce(config, find, layering)
  return {
    config: nearest.name,
    home: resolve(io.cwd, dirname(dirname(nearest.name))),
    files: new Set([...names].map((name) => resolve(io.cwd, name))),
  }
}

/** A folder of the command's one may be a project by itself. */
function folderOf(file: string, cwd: string): string {
  const above = dirname(file)
  if (above === '.' || isOutside(above)) return '.'
  const isProject = [configFile, localConfigFile].some((config) => existsSync(resolve(cwd, above, config)))
  return isProject ? above : folderOf(above, cwd)
}

function isInside(file: string, { home, files }: Project, cwd: string): boolean {
  const path = resolve(cwd, file)
  const inside = relative(home, path)
  return (
    !isOutside(inside) &&
    !files.has(path) &&
    !inside
      .split(sep)
      .slice(0, -1)
      .some((part) => apart.test(part))
  )
}

/** Absolute paths of the policies that cases are run with, and of all below them. */
function triedByCases(files: readonly string[], find: FindSource, cwd: string): ReadonlySet<string> {
  const names = new Set<string>()
  const note = noting(find, names)
  for (const file of findCases([...defaultFolders, ...files], cwd).cases) {
    for (const source of policiesOf(file, note)) readChain(source, note)
  }
  return new Set([...names].map((name) => resolve(cwd, name)))
}

function policiesOf(file: string, find: FindSource): Source[] {
  const source = find(file, null)
  const listed = typeof source === 'string' ? null : child(parse(source).tree, 'policies')
  const references = listed === null ? [] : [plain(listed)].flat()
  return references.flatMap((reference) => {
    const found = typeof reference === 'string' ? find(reference, file) : ''
    return typeof found === 'string' ? [] : [found]
  })
}

const withSlashes = (path: string): string => path.split(sep).join(posix.sep)
const dotted = (path: string): string => (path.startsWith('.') ? path : `./${path}`)
