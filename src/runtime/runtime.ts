import type { Decision, Verdict } from '../core/decision.ts'
import type { DomainEvent } from '../core/event.ts'
import type { TreeState } from '../core/state.ts'
import type { GivenWord, Heard, Shown } from './answers/give-word.ts'
import type { Faults } from './fault/faults.ts'
import type { Session } from './session.ts'
import type { ClarifyEntry } from './views/clarify.ts'

/** `page` says in words why the page does not show it yet; null if it does. */
export type Answered = Heard & { page: string | null }

/** What the host half needs of a decision, after journal, records, prompts and notices are done. */
export interface Outcome {
  decision: Decision
  verdict: Verdict
  /** Text for a command or a tool, redacted; null if no rule replied or showed anything. */
  reply: string | null
  /** Texts for the system prompt or the compaction prompt, redacted; empty if no rule instructed. */
  instructions: string[]
}

/** One project's engine with its memory; the host half feeds it. Everything is synchronous. */
export interface Runtime {
  /** The mirror of a session, made on first use. */
  session: (id: string) => Session
  /**
   * Decides one event at once, and the events that follow from it: facts, decisions, all lines in one transaction, then
   * effects of each decision in order. The pages follow when the host has its answer. Never throws.
   */
  handle: (session: Session, event: DomainEvent) => Outcome
  /**
   * Root sessions whose armed run nobody is at work on any more, such as after a restart: they are to be opened.
   * `isAlive` says whether another process may still be at work, by its name in the lines.
   */
  cutOff: (isAlive: (process: string) => boolean) => string[]
  /** Looks again whether the pending prompt of the session's tree may be sent now. */
  settle: (session: Session) => void
  /** The host set files back to an earlier state: the pages are looked at. */
  setBack: () => void
  /** Our own prompt has arrived in the session: the gate opens for the next one. */
  arrived: (session: Session, message: string, mark: string) => void
  /** True if a rule instructs this session at its steps: its refusals are ours to explain. */
  instructed: (session: Session) => boolean
  /** Memory of the session's tree; null while its root is not known. */
  state: (session: Session) => TreeState | null
  /** How many entries of the session's tree wait for a person; 0 while its root is not known. */
  waiting: (session: Session) => number
  /** What the session's tree has to ask a person, on wish with what was put off; first what holds work up. */
  toClarify: (session: Session, withSkipped: boolean) => ClarifyEntry[]
  /** What the session's tree waits for and until when, in words, the next thing first. */
  waits: (session: Session) => string[]
  /**
   * Keeps a person's word on a record of the project, whose session tree need not be this one, and shows it on the
   * page. What a person was shown is found also if it got another number since.
   */
  answer: (session: Session, record: string | Shown, word: GivenWord) => Answered
  /** Where the host half brings what it did not expect. */
  faults: Faults
  /** Brings the pages up to date at once; else that is done right behind each event. */
  flush: () => void
  /** Closes timers; what is pending stays in the journal. */
  close: () => void
}
