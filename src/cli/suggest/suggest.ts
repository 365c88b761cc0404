import type { NumberedLine } from '../../replay/read-journal.ts'
import { readSince } from '../../report/span.ts'
import { systemClock } from '../../runtime/time/system-clock.ts'
import type { ProjectStore } from '../../store/store.ts'
import { suggestionsData } from '../../suggest/data.ts'
import { foldRequests, type Request } from '../../suggest/requests.ts'
import { readSaid, type Said } from '../../suggest/said.ts'
import { mostRequests, suggest } from '../../suggest/suggest.ts'
import { longWork, manyLines, suggestionsText } from '../../suggest/text.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { openNights, refused } from '../night/nights.ts'
import { isTold } from '../policies/project-set.ts'
import { problemText } from '../lint-report/text.ts'
import { sourcesOf } from '../policies/sources.ts'
import { beforeTask } from './before.ts'
import { projectBench } from './bench.ts'
import { projectPolicy } from './project-policy.ts'
import { must, newestOf, nightReader, type NightsMeant, UnreadNight } from './read-nights.ts'
import { type Suggested, writeChosen } from './write.ts'
import { jsonText } from '../io/json-text.ts'

export interface SuggestOptions {
  /** Nights with work since then, as `report` takes it; without it the newest. */
  since?: string
  /** All nights that have their lines. */
  all?: boolean
  json?: boolean
  /** Numbers of suggestions to write, as they are listed with the same options. */
  write?: readonly number[]
  /** Writes without asking. */
  yes?: boolean
  /** The task that is about to begin, or a file that has it. */
  before?: string
  /** What the clock shows, in milliseconds since 1970, and where; without it as it is. */
  now?: number
  zone?: string
}

/** Says what would have spared the refusals of earlier nights, and with numbers writes it. Gives the exit code. */
export async function suggestCommand(options: SuggestOptions, io: CommandIo): Promise<number> {
  const clock = systemClock()
  const { now = clock.now(), zone = clock.zone, write = [], json = false, all = false, since, before } = options
  const usage = (why: string): number => {
    io.writeError(`Cannot suggest: ${why}\n`)
    return exit.usage
  }
  if ([write.length > 0, json, before !== undefined && !json].filter(Boolean).length > 1)
    return usage('give one of these: --write, --before, --json; --before takes --json too')
  if (before !== undefined && write.length > 0) return usage('--before writes nothing')
  if (options.yes === true && write.length === 0) return usage('--yes goes with --write')
  if (all && since !== undefined) return usage('give one of these: --since, --all')
  const from = since === undefined ? 0 : readSince(since, now, zone)
  if (from === null)
    return usage(
      `--since takes a clock time such as 18:00, a date such as 2026-02-12 or 2026-02-12 18:00, or a length of time such as 12h, and none to come; not "${since}"`,
    )
  const opened = openNights(io)
  if (typeof opened === 'number') return opened
  if (opened === null) return noNight(io)
  try {
    const most = all || since !== undefined ? null : manyLines
    const nights = { project: opened.project, from, zone, most }
    if (before !== undefined) return beforeTask(before, nights, json, io)
    const told = suggestionsOf(nights, io)
    if (typeof told === 'number') return told
    if (write.length > 0) return await writeChosen(told, { numbers: write, isSure: options.yes === true }, io)
    io.write(json ? jsonText(suggestionsData(told)) : suggestionsText(told))
    return exit.clean
  } catch (error) {
    if (!(error instanceof UnreadNight)) throw error
    return refused(error.result, io)
  } finally {
    opened.close()
  }
}

/** What is suggested of these nights; an exit code after the reason was written. Throws `UnreadNight`. */
export function suggestionsOf(meant: NightsMeant, io: CommandIo): Suggested | number {
  const { project, zone } = meant
  const sources = sourcesOf(io)
  const policy = projectPolicy(sources, io)
  if (typeof policy === 'string') {
    io.writeError(`Cannot suggest: ${policy}\n`)
    return exit.findings
  }
  const { policies: today, problems } = policy.load(null)
  if (today === null) {
    for (const problem of problems.filter(isTold))
      io.writeError(problemText(problem, { color: io.color, text: sources.text }), 'painted')
    return exit.findings
  }
  const said = saidIn(project)
  const read = nightReader(meant)
  const { roots, requests, lines, older } = readRequests(meant, (root) => read(root).lines)
  if (roots.length === 0) return noNight(io)
  const isLong = longWork(roots.length, lines)
  if (isLong !== null) io.writeError(isLong)
  const nights = { roots, read }
  const most = requests.slice(0, mostRequests)
  const { suggestions, refusals } = suggest(most, nights, projectBench(policy, { today, problems }, said, io.cwd))
  return {
    suggestions,
    refusals,
    project: project.directory,
    nights: roots.length,
    older,
    file: policy.target.source.name,
    cases: policy.cases,
    more: requests.length - most.length,
    zone,
    policy,
    today,
  }
}

function noNight(io: CommandIo): number {
  io.writeError('Cannot suggest: the store has no night of this project\n')
  return exit.findings
}

function saidIn(project: ProjectStore): (fingerprint: string) => Said {
  const answers = must(project.answers())
  const grants = must(project.grants())
  return readSaid(answers, grants, must(project.shared()).isRenewed)
}

/** What was refused in the nights that have their lines. */
interface Read {
  roots: string[]
  requests: Request[]
  /** Of all these nights. */
  lines: number
  /** How many older nights were left out. */
  older: number
}

function readRequests({ project, from, most }: NightsMeant, linesOf: (root: string) => readonly NumberedLine[]): Read {
  const fold = foldRequests()
  const all = must(project.roots(from))
  const meant = most === null ? all : newestOf(all, most, (root) => linesOf(root).length)
  let count = 0
  const roots = meant.filter((root) => {
    const lines = linesOf(root)
    fold.take(root, lines)
    count += lines.length
    return lines.length > 0
  })
  const [oldest] = meant
  const older = oldest === undefined ? 0 : all.indexOf(oldest)
  return { roots, requests: fold.done(), lines: count, older }
}
