import type { Wanted } from '../../report/read-nights.ts'
import { lastEvening, readSince } from '../../report/span.ts'
import type { ProjectStore } from '../../store/store.ts'
import { oneLine } from '../../runtime/text/visible.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { noSuchSession, refused } from './nights.ts'

/** Which nights a person chooses. */
export interface ChoiceOptions {
  /** A clock time, a date or a length of time; without it the last evening. */
  since?: string
  all?: boolean
}

type Choice = { of: 'sessions'; sessions: readonly string[] } | Exclude<Wanted, { of: 'sessions' }>

/** What a person chose, without the store; a text says why it is none. */
export function choiceOf(
  sessions: readonly string[],
  { since, all }: ChoiceOptions,
  now: number,
  zone: string,
): Choice | string {
  const given = [sessions.length > 0, since !== undefined, all === true].filter(Boolean).length
  if (given > 1) return 'give one of these: sessions, --since, --all'
  if (sessions.length > 0) return { of: 'sessions', sessions }
  if (all === true) return { of: 'all' }
  if (since === undefined) return { of: 'since', from: lastEvening(now, zone) }
  const from = readSince(since, now, zone)
  return from === null
    ? `--since takes a clock time such as 18:00, a date such as 2026-02-12 or 2026-02-12 18:00, or a length of time such as 12h, and none to come; not "${since}"`
    : { of: 'since', from }
}

/** The same with the roots of the named sessions; a number is the exit code after the reason was written. */
export function wantedIn(project: ProjectStore, choice: Choice, io: CommandIo): Wanted | number {
  if (choice.of !== 'sessions') return choice
  const roots: string[] = []
  for (const session of choice.sessions) {
    const root = project.rootOf(session)
    if (!root.ok) return refused(root, io)
    if (root.value === null) {
      io.writeError(`Cannot find the session "${oneLine(session)}": ${noSuchSession}\n`)
      return exit.findings
    }
    if (!roots.includes(root.value)) roots.push(root.value)
  }
  return { of: 'sessions', roots }
}
