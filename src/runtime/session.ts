import type { DomainEvent, Todo } from '../core/event.ts'

/** A request that the host shows, or would show, to a person. */
export interface OpenRequest {
  id: string
  session: string
  kind: 'permission' | 'question'
  event: DomainEvent
}

/**
 * What is known of one host session, kept up to date by the host half from its events.
 * The runtime reads it; `null` means not known yet.
 */
export interface Session {
  readonly id: string
  /** Null for a root; undefined while we have not learned it. */
  parent: string | null | undefined
  title: string
  agent: string | null
  model: { provider: string; id: string } | null
  variant: string | null
  busy: boolean
  /** A person may have broken it off a moment ago: nothing is sent until that is known. */
  brokenOff: boolean
  /** The host leaves as it rests now: what is sent would be answered by nobody. */
  leaving: boolean
  /** When it last gave a sign of life, by `Clock.awake`. */
  sign: number
  /** Tools that run, by their calls. */
  running: Map<string, string>
  /** Which silence was told after which sign; null: none. */
  silenceTold: { sign: number; span: number } | null
  /** Messages of a person seen by this or an earlier process: the session has a task. */
  hasTask: boolean
  todos: Todo[]
  /** Requests that stand open, by id. */
  requests: Map<string, OpenRequest>
}

export function newSession(id: string): Session {
  return {
    id,
    parent: undefined,
    title: '',
    agent: null,
    model: null,
    variant: null,
    busy: false,
    brokenOff: false,
    leaving: false,
    sign: 0,
    running: new Map(),
    silenceTold: null,
    hasTask: false,
    todos: [],
    requests: new Map(),
  }
}
