import type { CommandIo } from '../io/io.ts'
import { compose } from '../../report/compose.ts'
import type { LineName } from '../../report/document.ts'
import { readReport, type Wanted } from '../../report/read-nights.ts'
import type { MorningPorts } from '../../morning/requests.ts'
import type { PageAnswer, ShownEntry } from '../../morning/answer-schema.ts'
import type { Reasons, Told } from '../../morning/exchange.ts'
import { type GivenWord, giveWord } from '../../runtime/answers/give-word.ts'
import { restingSince, wantGoOn } from '../../runtime/answers/go-on.ts'
import { heardText, problemText } from '../../runtime/answers/heard-text.ts'
import { withdrawable, withdrawWord } from '../../runtime/answers/withdraw-word.ts'
import { digest } from '../../runtime/files/node-digest.ts'
import { createKinds, noTrees } from '../../runtime/page/kinds.ts'
import { systemClock } from '../../runtime/time/system-clock.ts'
import type { ProjectStore, Result } from '../../store/store.ts'
import { explainCommand } from '../explain.ts'
import { gitCounts } from '../night/git-counts.ts'
import type { ProjectNights } from '../night/nights.ts'
import { bringPages } from '../page.ts'
import { recordCommand } from '../record.ts'
import { replayCommand } from '../replay.ts'
import { givenIn } from './given.ts'

/** What the page is served from: the store, and the commands that say more of a night. */
export function morningPorts(
  { project, version }: Pick<ProjectNights, 'project' | 'version'>,
  wanted: Wanted,
  io: CommandIo,
): Omit<MorningPorts, 'token' | 'script' | 'suggestions'> {
  const { zone, now } = systemClock()
  /** What was done here: the store tells only of others. */
  let done = 0
  const did = (told: Told): Told => {
    done += 1
    return told
  }
  return {
    version: () => {
      const found = version()
      return found.ok ? { ok: true, version: `${found.value}-${done}` } : failure(found)
    },
    state: () => {
      const files = (commit: string, told: ReadonlySet<string>) => gitCounts(project.directory, commit, told)
      const report = readReport(project, wanted, { now: now(), zone, digest, files })
      if (!report.ok) return failure(report)
      const resting = restingIn(project)
      if (!resting.ok) return failure(resting)
      const undoable = withdrawable(project)
      if (!undoable.ok) return failure(undoable)
      const given = givenIn(project, undoable.value, createKinds(noTrees, digest))
      if (!given.ok) return failure(given)
      const document = { ...compose(report.value), title: 'Morning' }
      return {
        ok: true,
        state: { document, resting: resting.value, undoable: undoable.value, given: given.value },
      }
    },
    answer: (given) => did(answerIn(project, given, now(), io)),
    undo: (entry) => did(takeBack(project, entry, now(), io)),
    goOn: (sessions) => did(sendOn(project, sessions, now())),
    reasons: (name) => reasonsFor(project, name, io),
  }
}

const failure = ({ problem }: Extract<Result<never>, { ok: false }>): { ok: false; why: string } => ({
  ok: false,
  why: problem.message,
})

function answerIn(project: ProjectStore, given: PageAnswer, now: number, io: CommandIo): Told {
  const { entry, decision, text } = given
  const word: GivenWord = { decision, text: decision === 'words' ? text : null, via: 'page', by: null }
  const heard = giveWord(project, createKinds(noTrees, digest), entry, word, now)
  const said = heardText(entry.id, heard, word, '“Allow once”')
  if (heard.result === 'refused') return { ok: false, why: said }
  return { ok: true, text: said, problem: problemText(entry.id, { ...heard, page: bringPages(project, io) }) }
}

function takeBack(project: ProjectStore, entry: ShownEntry, at: number, io: CommandIo): Told {
  const told = withdrawWord(project, entry, { at, via: 'page' })
  if (told.result === 'refused') return { ok: false, why: `Cannot take back the answer to ${entry.id}: ${told.why}` }
  const ids = told.entries.map(({ record }) => record.id)
  const page = bringPages(project, io)
  return {
    ok: true,
    text: `${ids.join(', ')} ${ids.length === 1 ? 'waits' : 'wait'} for you again: no agent has read the answer.`,
    problem: page === null ? null : `It is taken back, but the page does not show it yet: ${page}`,
  }
}

function restingIn(project: ProjectStore): Result<string[]> {
  const roots = project.roots()
  return roots.ok ? restingSince(project, roots.value) : roots
}

function sendOn(project: ProjectStore, sessions: readonly string[], at: number): Told {
  const resting = restingIn(project)
  if (!resting.ok) return failure(resting)
  const meant = resting.value.filter((root) => sessions.includes(root))
  if (meant.length === 0) return { ok: true, text: 'No session rests since you answered.', problem: null }
  const wanted = wantGoOn(project, meant, { at, via: 'page' })
  if (!wanted.ok) return failure(wanted)
  const many = meant.length === 1 ? 'The session goes' : `${meant.length} sessions go`
  const text = `${many} on within 5 seconds where OpenCode has it open, else when it is opened next.`
  return { ok: true, text, problem: null }
}

/** What the commands of the same names write; what they cannot do stands in its place. */
function reasonsFor({ directory }: ProjectStore, { session, line }: LineName, io: CommandIo): Reasons {
  const heard = (command: (quiet: CommandIo) => number): string => {
    let said = ''
    const write = (text: string): void => {
      said += text
    }
    // The person heard of the store when the page was opened.
    command({ ...io, cwd: directory, color: false, isStoreNoticed: true, write, writeError: write })
    return said
  }
  return {
    why: heard((quiet) => explainCommand(`${session}:${line}`, {}, quiet)),
    today: heard((quiet) => replayCommand(session, { against: [] }, quiet)),
    asCase: heard((quiet) => recordCommand(session, session, { from: line, to: line }, quiet)),
  }
}
