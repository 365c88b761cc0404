import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { loadProject } from '../../policy/config.ts'
import { readChain } from '../../policy/layers/extend.ts'
import type { LoadedSet } from '../../policy/load.ts'
import { isError } from '../../policy/problems/list.ts'
import type { Problem } from '../../policy/problems/problem.ts'
import type { FindSource, Source } from '../../policy/source.ts'
import { digest } from '../../runtime/files/node-digest.ts'
import { type Policies, policiesOf } from '../../runtime/policies.ts'
import type { CommandIo } from '../io/io.ts'
import { listedPolicies, policyReferences, referenceTo } from '../policies/references.ts'
import { type ProjectFiles, projectPlace, trustedFiles } from '../policies/project-set.ts'
import type { Sources } from '../policies/sources.ts'

const base = 'builtin:blockers'
const usualFile = '.opencode/policies/blockers.yaml'
const fresh = `version: 1\nextends: ${base}\n`

/** The file of a project that takes what is suggested. */
export interface Target {
  source: Source
  /** False: it is written for the first time. */
  isThere: boolean
}

/** A project's policies as those who trust it have them, and with another text in one of its files. */
export interface ProjectPolicy {
  target: Target
  /** With the target's text; null: as the files are. */
  load: (text: string | null) => Loaded
  /** The same as cases find it. */
  findWith: (text: string | null) => FindSource
  /** The folder of cases, relative to that of the command. */
  cases: string
  references: string[]
}

export interface Loaded {
  /** Null if there is an error. */
  policies: Policies | null
  problems: readonly Problem[]
}

/** The project's policies with the file that takes lines for `blockers`; a text says why there is none. */
export function projectPolicy(sources: Sources, io: CommandIo): ProjectPolicy | string {
  const files = trustedFiles(sources, io)
  const { config, layering, find } = files
  if (typeof config === 'string') return config
  const { folder } = projectPlace(io)
  const target = targetOf(files, join(folder, usualFile), io)
  if (typeof target === 'string') return target
  const { name } = target.source
  const findWith =
    (text: string | null): FindSource =>
    (reference, from) => {
      const path = from === null ? reference : join(dirname(from), reference)
      if (text !== null && !target.isThere && path === name) return { name, text }
      const found = find(reference, from)
      return text !== null && typeof found !== 'string' && found.name === name ? { ...found, text } : found
    }
  const load = (text: string | null): Loaded => {
    const unlisted = text === null || target.isThere ? layering.unlisted : [...layering.unlisted, name]
    const loaded = loadProject(config, findWith(text), { ...layering, unlisted }, { plugin: io.version ?? null })
    return compiled(loaded)
  }
  const cases = join(folder, '.opencode/policies/tests')
  const at = resolve(io.cwd, cases)
  const named = policyReferences(at, files, io.cwd)
  const references = target.isThere ? named : [...named, referenceTo(resolve(io.cwd, name), at)]
  return { target, load, findWith, cases, references }
}

function compiled(loaded: LoadedSet): Loaded {
  if (loaded.problems.some(isError)) return { policies: null, problems: loaded.problems }
  const made = policiesOf(loaded.documents, digest)
  return made.ok
    ? { policies: made.policies, problems: loaded.problems }
    : { policies: null, problems: [...loaded.problems, ...made.problems] }
}

/** The nearest file of the project that changes the built-in policy; without a config one may be begun. */
function targetOf(files: ProjectFiles, usual: string, { cwd }: CommandIo): Target | string {
  const sources = listedPolicies(files)
    .filter((name) => !/^[a-z]{2,}:/.test(name))
    .map((name) => files.find(name, null))
  const changing = sources.findLast((source): source is Source => {
    const layers = typeof source === 'string' ? [] : readChain(source, files.find).layers
    return layers.length > 1 && layers[0]?.source === base
  })
  if (changing !== undefined) return { source: changing, isThere: true }
  if (files.config === null && !existsSync(resolve(cwd, usual)))
    return { source: { name: usual, text: fresh }, isThere: false }
  return `no policy in force here extends ${base}; write one, such as ${usual} with \`extends: ${base}\`, and list it`
}
