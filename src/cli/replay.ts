import { type Replayed, replay } from '../replay/replay.ts'
import type { HostMode } from '../runtime/options.ts'
import { eventText } from '../runtime/views/why.ts'
import { type CommandIo, exit } from './io/io.ts'
import { loadSet } from './policies/load-set.ts'
import { type NightFile, openNight } from './night/night-file.ts'
import { sourcesOf } from './policies/sources.ts'
import { jsonText } from './io/json-text.ts'

export interface ReplayCommandOptions {
  /** A project, a folder of policies or policy files; without them the night's own policies. */
  against?: readonly string[]
  failOnDifference?: boolean
  format?: 'text' | 'json'
  /** IANA name; without it this machine's. */
  zone?: string
  /** How the host ran, where the journal does not say. */
  mode?: HostMode
}

type Counts = Record<Replayed['result'] | 'decisions', number>

/** Decides a night again and says what would have been different. */
export function replayCommand(journal: string, options: ReplayCommandOptions, io: CommandIo): number {
  const opened = openNight(journal, io)
  if (typeof opened === 'number') return opened
  const against = options.against === undefined ? null : loadSet(options.against, sourcesOf(io), io)
  if (typeof against === 'number') return against
  const gone = against === null ? missingSet(opened) : null
  if (gone !== null) {
    io.writeError(`Cannot replay ${journal}: ${gone}; give other policies with --against\n`)
    return exit.unreadable
  }
  const zone = options.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const { find, directory, lines, unreadable } = opened
  const counts: Counts = { decisions: 0, same: 0, different: 0, uncertain: 0 }
  const told: Omit<Replayed, 'would'>[] = []
  const isText = options.format !== 'json'
  for (const each of replay(lines, { find, against, directory, zone, mode: options.mode ?? 'serve' })) {
    counts.decisions += 1
    counts[each.result] += 1
    if (each.result === 'same') continue
    if (isText) io.write(replayedText(journal, each))
    else {
      const { would: _, ...differing } = each
      told.push(differing)
    }
  }
  if (!isText) io.write(jsonText({ journal, against: against?.hash ?? null, counts, unreadable, decisions: told }))
  else io.write(summary(counts, unreadable.length, against?.hash ?? null))
  return options.failOnDifference === true && counts.different > 0 ? exit.findings : exit.clean
}

/** Why the night's own policies cannot be had, or null. */
function missingSet({ lines, find }: NightFile): string | null {
  const hashes = new Set(lines.flatMap(({ line }) => (line.line === 'decision' ? line.set : [])))
  const missing = [...hashes].map(find).find((found) => typeof found === 'string')
  return typeof missing === 'string' ? missing : null
}

function replayedText(journal: string, { line, at, session, event, result, differences, doubts }: Replayed): string {
  const place = line === null ? `${journal} (no line)` : `${journal}:${line}`
  const lines = [
    `${place}  ${new Date(at).toISOString()}  ${session}  ${eventText(event)}: ${result}`,
    ...differences.map(({ what, was, would }) => `  ${what}: ${was} → ${would}`),
    ...doubts.map((doubt) => `  uncertain: ${doubt}`),
  ]
  return `${lines.join('\n')}\n`
}

function summary(counts: Counts, unreadable: number, against: string | null): string {
  const by = against === null ? 'their own policies' : `set ${against}`
  const lines = [
    `${counts.decisions} decisions by ${by}: ${counts.same} same, ${counts.different} different, ${counts.uncertain} uncertain`,
    ...(unreadable > 0 ? [`${unreadable} lines could not be read and were left out`] : []),
    ...(against !== null && counts.different > 0
      ? ['The events are those of that night: after the first difference the agent might have gone another way']
      : []),
  ]
  return `${lines.join('\n')}\n`
}
