import type { Decision, Moment } from '../core/decision.ts'
import type { DomainEvent, SessionFacts } from '../core/event.ts'
import type { Run } from '../core/state.ts'
import type { Policies } from './policies.ts'

/** One way by which the host tells or asks us something, as far as this process has seen it work. */
export interface Channel {
  name: string
  state: 'working' | 'not yet seen' | 'failing'
}

/** One event with its decision, right after memory changed and before anything happened outside. */
export interface Decided {
  at: number
  session: string
  event: DomainEvent
  decision: Decision
  run: Run
}

export type HostMode = SessionFacts['mode']

export interface RuntimeOptions {
  /** The project, as an absolute path. */
  directory: string
  /** How the host runs; a function where it is not one for all sessions. */
  mode: HostMode | ((session: string) => HostMode)
  /** The policies of the project as they are now; a session tree takes them when it first acts and at a reload. */
  policies: () => Policies
  /** Policy and configuration files in force as globs relative to the project, for the fact `own`. */
  ownPaths?: readonly string[]
  channels?: () => readonly Channel[]
  /** Sees every decision; for tests of policies. */
  onDecision?: (decided: Decided) => void
  /** Sees every rule that is asked; for explanations. */
  watch?: NonNullable<Moment['watch']>
  watchGate?: NonNullable<Moment['watchGate']>
}

export const modeOf = ({ mode }: RuntimeOptions, session: string): HostMode =>
  typeof mode === 'function' ? mode(session) : mode
