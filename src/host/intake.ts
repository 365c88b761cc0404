import type { DomainEvent } from '../core/event.ts'
import { type EventSpec, events } from '../core/vocabulary.ts'
import type { GivenWord, Shown } from '../runtime/answers/give-word.ts'
import { problemText } from '../runtime/answers/heard-text.ts'
import type { Clock } from '../runtime/ports.ts'
import type { Outcome, Runtime } from '../runtime/runtime.ts'
import type { ClarifyEntry } from '../runtime/views/clarify.ts'
import type { HostClient } from './client.ts'
import type { FinishedContext } from '../decode/tool.ts'
import type { Digest } from '../core/fingerprint.ts'
import type { Mirrors, SessionMirror } from './mirror.ts'
import type { ProjectPaths } from '../decode/project-paths.ts'
import { createCallStates } from '../decode/call-states.ts'
import { createSeen } from '../decode/seen.ts'
import { within } from './within.ts'

/** What every way in shares: the mirrors, and the one place where an event goes to the runtime. */
export interface Intake {
  mirrors: Mirrors
  decide: (mirror: SessionMirror, event: DomainEvent) => Outcome
  /**
   * The session was aborted, maybe by the person. That is told a moment later, or before the person's next word: a host
   * that reloads its config or disposes the instance aborts as well, and then no timer of this instance runs any more.
   */
  brokenOff: (mirror: SessionMirror) => void
  /** For what is told of the results of tools in that session. */
  finished: (mirror: SessionMirror) => FinishedContext
  /** Learns parent and title of a session that we did not see begin, and of those above it. */
  lookUp: (mirror: SessionMirror) => Promise<void>
  /** Learns the title of a session that we did not see begin. */
  name: (mirror: SessionMirror) => Promise<void>
  settle: (mirror: SessionMirror) => void
  /** The host set files back to an earlier state. */
  setBack: () => void
  /** Keeps a person's word on a record; the person hears what could not be done. */
  answer: (mirror: SessionMirror, shown: Shown, word: GivenWord) => void
  /** What the session's tree has to ask a person, on wish with what was put off. */
  toClarify: (mirror: SessionMirror, withSkipped: boolean) => ClarifyEntry[]
  clock: Clock
  digest: Digest
  paths: ProjectPaths
  debug: (message: string) => void
  /** Says something to the person. */
  warn: (message: string) => void
}

export interface IntakeParts {
  runtime: Runtime
  mirrors: Mirrors
  client: HostClient
  clock: Clock
  digest: Digest
  paths: ProjectPaths
  content: (absolute: string) => string | null
  isOwn: (path: string) => boolean
  /** An event was decided. */
  decided: () => void
  debug: (message: string) => void
  warn: (message: string) => void
}

const lookUpTime = 3000
/** The host disposes an instance 1 to 2 ms after it has aborted what ran in it; in milliseconds, with room. */
const instanceEnds = 250
const deepest = 20

export function createIntake(parts: IntakeParts): Intake {
  const { mirrors, client, clock, digest, paths } = parts
  const seen = createSeen()
  const states = createCallStates()

  const lookUp = async (mirror: SessionMirror, depth = 0): Promise<void> => {
    const { session } = mirror
    if (session.parent === undefined) {
      const info = await within(clock, lookUpTime, client.session(session.id), null)
      if (info === null) return parts.debug(`Session ${session.id} could not be looked up`)
      session.parent = info.parent
      session.title = info.title
    }
    if (session.parent && depth < deepest) await lookUp(mirrors.of(session.parent), depth + 1)
  }

  function decide(mirror: SessionMirror, event: DomainEvent): Outcome {
    const spec: EventSpec = events[event.type]
    if (spec.byPerson) tellInterruption(mirrors.of(mirrors.rootOf(mirror.session.id)))
    const outcome = parts.runtime.handle(mirror.session, event)
    const freshRun = outcome.decision.changes.some((change) => change.change === 'run' && change.fresh)
    const root = mirrors.rootOf(mirror.session.id)
    const isGone = event.type === 'session.closed' && root === mirror.session.id
    if (freshRun || isGone) seen.forget(root)
    parts.decided()
    return outcome
  }

  function tellInterruption(mirror: SessionMirror): void {
    if (!mirror.session.brokenOff) return
    mirror.session.brokenOff = false
    decide(mirror, { type: 'user.interrupted' })
  }

  return {
    mirrors,
    decide,
    brokenOff: (mirror) => {
      mirror.session.brokenOff = true
      clock.after(instanceEnds, () => tellInterruption(mirror))
    },
    finished: (mirror) => {
      const root = mirrors.rootOf(mirror.session.id)
      const { content, isOwn } = parts
      return {
        digest,
        paths,
        content,
        isOwn,
        states,
        first: (text) => seen.first(root, text),
        isNews: (path, state) => seen.isNews(root, path, state),
      }
    },
    lookUp: (mirror) => lookUp(mirror),
    name: async ({ session }) => {
      const info = session.title === '' ? await within(clock, lookUpTime, client.session(session.id), null) : null
      if (info !== null) session.title = info.title
    },
    settle: (mirror) => parts.runtime.settle(mirror.session),
    setBack: () => parts.runtime.setBack(),
    answer: (mirror, shown, word) => {
      const problem = problemText(shown.id, parts.runtime.answer(mirror.session, shown, word))
      if (problem !== null) parts.warn(problem)
    },
    toClarify: (mirror, withSkipped) => parts.runtime.toClarify(mirror.session, withSkipped),
    clock,
    digest,
    paths,
    debug: parts.debug,
    warn: parts.warn,
  }
}
