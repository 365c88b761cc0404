import { fold } from '../../core/fold.ts'
import { emptyTree, type TreeState } from '../../core/state.ts'
import { watchEvent } from '../../core/watch-event.ts'
import { doubtsOf } from '../../replay/doubts.ts'
import { createReads } from '../../replay/reads.ts'
import { recordedFacts } from '../../replay/recorded-facts.ts'
import { createSessions } from '../../replay/sessions.ts'
import type { DecisionLine } from '../../runtime/nights/journal-line.ts'
import { changesOf, longestUnread } from '../../runtime/nights/journal-line.ts'
import { digest } from '../../runtime/files/node-digest.ts'
import type { PlacedSet } from '../policies/load-set.ts'
import type { NightFile } from '../night/night-file.ts'
import type { Scene } from './scene.ts'

export interface RecordedScene extends Scene {
  recorded: DecisionLine
}

/**
 * The scene of one line of a journal, with the memory that all lines before it add up to; a string says why there
 * is none. `other` is a set to decide by instead of the night's own.
 */
export function recordedScene(
  journal: NightFile,
  number: number,
  other: PlacedSet | null,
  zone: string,
): RecordedScene | string {
  const at = journal.lines.findIndex((one) => one.number === number)
  const found = journal.lines[at]
  if (found === undefined)
    return `there is no line ${number} that could be read; the last is ${journal.lines.at(-1)?.number}`
  if (found.line.line !== 'decision') return `line ${number} is no decision, it is of the kind "${found.line.line}"`
  const { line, altered } = found
  const night = journal.find(line.set)
  const policies = other?.policies ?? night
  if (typeof policies === 'string') return policies
  const sessions = createSessions({ directory: journal.directory, zone, mode: 'serve' })
  let before: TreeState = emptyTree
  for (const { line: earlier } of journal.lines.slice(0, at)) {
    if (earlier.line === 'session') sessions.learn(earlier)
    before = changesOf(earlier).reduce(fold, before)
  }
  const doubts = new Set<string>()
  const missing = (what: string): void => void doubts.add(what)
  const recorded = typeof night === 'string' ? null : night.set
  const { event, facts } = line
  const watched = watchEvent(event, longestUnread)
  return {
    policies,
    origins: other?.origins ?? new Map(),
    event: watched.event,
    before,
    moment: {
      session: sessions.facts(line.session, before, missing),
      now: line.at,
      zone,
      ...recordedFacts(line, recorded, policies.set, missing),
      digest,
      without: [],
    },
    doubtsOf: (decision) =>
      doubtsOf(policies.set, decision, { event, facts, altered, recorded, read: watched.read }, createReads()),
    doubts,
    recorded: line,
  }
}
