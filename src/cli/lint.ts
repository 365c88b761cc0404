import { join, normalize, relative } from 'node:path'
import { type CheckedFile, checkFile, checkProject } from '../policy/check-file.ts'
import { readConfig } from '../policy/config.ts'
import { projectAlone } from '../policy/layers/layering.ts'
import { misnamed } from '../policy/in-force.ts'
import type { Problem } from '../policy/problems/problem.ts'
import { orderProblems, problemOfFile } from '../policy/problems/list.ts'
import { applySeverities, type LintSettings, settingProblems } from '../policy/problems/severity.ts'
import { listNames } from '../policy/problems/suggest.ts'
import type { Source } from '../policy/source.ts'
import { applySuppressions } from '../policy/problems/suppress.ts'
import { untestedPolicies, untestedRules } from '../policy/cases/untested.ts'
import { exercisedRules } from './policies/exercised.ts'
import { policiesNotInForce } from './policies/in-force.ts'
import { misnamedFiles } from '../runtime/files/config-files.ts'
import { type CommandIo, exit } from './io/io.ts'
import { lintTargets, policyFolder, projectConfig, projectsBelow } from './policies/lint-targets.ts'
import { type ProjectFiles, projectFiles, projectPlace } from './policies/project-set.ts'
import { type Format, reportText } from './lint-report/formats.ts'
import { countOf, slashed } from './lint-report/report.ts'
import { createSources, packageRoot, type Sources } from './policies/sources.ts'

export interface LintOptions {
  format?: Format
  /** How many warnings are still clean; without it none. */
  maxWarnings?: number
  /** Reads one file from the standard input, under the name of `stdinFilename`. */
  stdin?: boolean
  stdinFilename?: string
  /** The version of this program. */
  version?: string
}

/**
 * Checks policies, configs and cases. Without arguments the project's own: its config, else its policies folder.
 * Gives the exit code: 0 clean, 1 findings or nothing to check, 2 wrong usage, 3 a file cannot be read.
 */
export function lintCommand(given: readonly string[], io: CommandIo, options: LintOptions = {}): number {
  const unsaved = options.stdin === true ? readInput(options, io) : null
  if (unsaved !== null && given.length > 0) {
    io.writeError('Cannot check files and the standard input at once: name the input with --stdin-filename\n')
    return exit.usage
  }
  const sources = createSources(io.cwd, undefined, unsaved, io.userFolder)
  const files = unsaved === null ? lintTargets(given, io) : [unsaved.name]
  const isProject = given.length === 0 && unsaved === null
  const unread = isProject ? unreadHere(io) : []
  if (files.length === 0 && unread.length === 0) {
    io.writeError(`Nothing to check ${nothingIn(given, io.cwd)}\n`)
    return exit.findings
  }
  const version = options.version ?? null
  const project = projectFiles(sources, io)
  const results =
    isProject && project.config === null && project.layering.unlisted.length > 0
      ? [{ ...checkProject(null, project.find, version, project.layering), readable: true }]
      : files.map((file) => checkTarget(file, { sources, project, version, io }))
  const settings = projectSettings(project)
  // A text without a name of its own belongs nowhere.
  const named = unsaved === null || options.stdinFilename !== undefined ? files : []
  const idle = policiesNotInForce(named, sources, project, io)
  const untested = untestedIn(results, { files, isProject, cwd: io.cwd })
  const found = orderProblems([
    ...results.flatMap(({ problems }) => problems),
    ...project.problems,
    ...settings.problems,
    ...untested,
    ...idle,
    ...unread,
  ])
  const kept = applySuppressions(found, distinct(results.flatMap(({ sources }) => sources)))
  const problems = applySeverities(kept, settings.settings)
  const rules = results.reduce((sum, each) => sum + each.rules, 0)
  const report = { problems, files, rules, version: version ?? '' }
  const { format = 'text' } = options
  const text = reportText(format, report, { color: io.color, text: sources.text, page: pageFrom(io.cwd) })
  io.write(text, format === 'text' ? 'painted' : 'data')
  if (results.some(({ readable }) => !readable)) return exit.unreadable
  return isClean(problems, options.maxWarnings ?? 0) ? exit.clean : exit.findings
}

/** Where nothing was found, and where there is something. */
function nothingIn(given: readonly string[], cwd: string): string {
  const where =
    given.length > 0
      ? `in ${given.join(', ')}`
      : `here: there is neither a config nor a policy in .opencode/, nor a folder ${policyFolder}/`
  const below = projectsBelow(given, cwd)
  return below.length === 0
    ? `${where}; \`npx opencode-diverter init\` begins a policy, or name files or folders with *.yaml`
    : `${where}; run it without names in each folder that has policies: ${listNames(below)}`
}

/** What is meant to be in force here and is not, for its name. */
function unreadHere(io: CommandIo): Problem[] {
  const { files, folder } = projectPlace(io)
  return misnamedFiles(files).map((name) => misnamed(slashed(join(folder, name))))
}

/** The page of a check in this package, as a path from here. */
const pageFrom =
  (cwd: string) =>
  (code: Problem['code']): string =>
    slashed(relative(cwd, join(packageRoot(), 'docs/lint', `${code}.md`)))

/** Errors and warnings are findings; a note is something to know. */
function isClean(problems: readonly Problem[], maxWarnings: number): boolean {
  return countOf(problems, 'error') === 0 && countOf(problems, 'warning') <= maxWarnings
}

function readInput({ stdinFilename }: LintOptions, io: CommandIo): Source {
  return { name: stdinFilename ?? 'stdin.yaml', text: io.readInput?.() ?? '' }
}

/** What a file is checked with. */
interface Beside {
  sources: Sources
  project: ProjectFiles
  version: string | null
  io: CommandIo
}

function checkTarget(file: string, { sources, project, version, io }: Beside): CheckedFile & { readable: boolean } {
  const source = sources.find(file, null)
  if (typeof source !== 'string') {
    if (normalize(file) !== projectConfig(io))
      return { ...checkFile(source, sources.find, version, { ...projectAlone, list: sources.list }), readable: true }
    const { config, layering, find } = project
    const others = config === null ? { ...layering, local: null } : layering
    return { ...checkFile(source, find, version, others), readable: true }
  }
  const problem = problemOfFile(file, 'missing-file', `Cannot read the file: ${source}`)
  return { problems: [problem], rules: 0, sources: [], policies: [], readable: false }
}

/** What cases leave out. That a policy has none at all is only said of a whole project. */
function untestedIn(
  results: readonly CheckedFile[],
  { files, isProject, cwd }: { files: readonly string[]; isProject: boolean; cwd: string },
): Problem[] {
  const policies = results.flatMap(({ policies }) => policies)
  if (policies.length === 0) return []
  const sources = results.flatMap(({ sources }) => sources)
  const exercised = exercisedRules(files, cwd)
  const rules = untestedRules(policies, sources, exercised)
  return isProject ? [...rules, ...untestedPolicies(policies, sources, exercised)] : rules
}

/**
 * What the configs say about checks, the nearest last, whatever files are checked; a config that cannot be used is
 * reported.
 */
function projectSettings({ config, layering }: ProjectFiles): { settings: LintSettings; problems: Problem[] } {
  const read = [
    ...(layering.user ? [readConfig(layering.user, 'user')] : []),
    ...[config, layering.local].flatMap((source) =>
      source === null || typeof source === 'string' ? [] : [readConfig(source)],
    ),
  ].map(({ config, tree, problems }) => ({ settings: config?.lint ?? {}, tree, problems }))
  return {
    settings: Object.assign({}, ...read.map(({ settings }) => settings)),
    problems: read.flatMap(({ settings, tree, problems }) => [
      ...problems,
      ...(tree ? settingProblems(settings, tree) : []),
    ]),
  }
}

function distinct(sources: readonly Source[]): Source[] {
  return [...new Map(sources.map((source) => [source.name, source])).values()]
}
