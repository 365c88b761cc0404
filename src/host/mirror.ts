import type { Session } from '../runtime/session.ts'
import type { ClarifyQuestion } from '../runtime/views/clarify.ts'
import { type MessageMirror, newMessage } from '../decode/message.ts'
import type { KnownCall } from '../decode/permission.ts'
import { createRecent, type Recent } from '../decode/recent.ts'

/** The last message of the user's side, whoever sent it. */
export interface UserMirror {
  id: string
  /** Milliseconds since 1970, by the host's clock. */
  created: number
  ours: boolean
}

/**
 * Our own questions on their way to the person. The host shows questions for a call of its question tool only, so
 * the agent is asked for one, and ours take the place of what it asks.
 */
export interface Interview {
  questions: readonly ClarifyQuestion[]
  /** The call that carries them. */
  call: string | null
  /** The host's request that shows them. */
  request: string | null
}

/**
 * A prompt of ours between leaving and arriving: whether the session has come to rest before it arrived, and whether
 * the person broke off in that moment, so that it must not be worked on.
 */
export type PromptOnWay = 'none' | 'left' | 'left, at rest' | 'unwanted'

/** All that the host half keeps of a session beside what the runtime reads. */
export interface SessionMirror {
  readonly session: Session
  opened: boolean
  user: UserMirror | null
  /** The last assistant message that is no summary. */
  assistant: MessageMirror | null
  /** The last few assistant messages by id. */
  readonly messages: Map<string, MessageMirror>
  /** Since the last end of a turn. */
  turn: { calls: number; progress: boolean }
  compactions: number
  /** Whether the host began the running compaction by itself. */
  compactionAuto: boolean
  /** The message up to which the session was undone; null if it is not. */
  reverted: string | null
  /** When the first of the running retries was seen. */
  retryingSince: number | null
  /** An overflow that a compaction may still mend; told when the session rests instead. */
  overflow: unknown
  /** An abort of ours is on its way. */
  aborting: boolean
  prompt: PromptOnWay
  /** Waits until nothing is at work or on its way. */
  rested: (() => void) | null
  /** A command of ours goes to the model: its message is not the user's word. */
  commandRunning: boolean
  /** The person is being asked about records. */
  interview: Interview | null
  /** The instructions could not be given, so the agent would not understand a refusal. */
  uninstructed: boolean
  /** Facts that were told already, so that repeated host events are one event. */
  readonly told: Recent
  /** Message ids of ours. */
  readonly ours: Recent
  /** Calls whose question is left to a person: it is decided under its request once it is shown. */
  readonly left: Recent
  /** By call id. */
  readonly calls: Map<string, KnownCall>
  /** The person refused without a word, which ends the turn where our policies do not explain refusals. */
  refused: boolean
  /** When a request was last rejected, by whomever; others of the session fall with it. */
  rejectedAt: number
  /** Invalid uses in a row, by record tool. */
  readonly badTries: Map<string, number>
}

export interface Mirrors {
  /** Null for a session of which nothing was heard. */
  find: (session: string) => SessionMirror | null
  /** Made on first use. */
  of: (session: string) => SessionMirror
  /** The session with all below it. */
  forget: (session: string) => void
  rootOf: (session: string) => string
  /** Sessions of other trees are known. */
  hasOtherRoots: (root: string) => boolean
  /** Sessions that lie below no other, the first heard of first. */
  roots: () => SessionMirror[]
  /** The session with all below it. */
  treeBelow: (session: string) => SessionMirror[]
}

const messagesKept = 4
const callsKept = 200
const deepest = 50

function newMirror(session: Session): SessionMirror {
  return {
    session,
    opened: false,
    user: null,
    assistant: null,
    messages: new Map(),
    turn: { calls: 0, progress: false },
    compactions: 0,
    compactionAuto: false,
    reverted: null,
    retryingSince: null,
    overflow: null,
    aborting: false,
    prompt: 'none',
    rested: null,
    commandRunning: false,
    interview: null,
    uninstructed: false,
    told: createRecent(1000),
    ours: createRecent(1000),
    left: createRecent(callsKept),
    calls: new Map(),
    refused: false,
    rejectedAt: 0,
    badTries: new Map(),
  }
}

export function createMirrors(session: (id: string) => Session): Mirrors {
  const known = new Map<string, SessionMirror>()
  const ancestors = (id: string): string[] => {
    const path = [id]
    for (let parent = known.get(id)?.session.parent; parent && path.length < deepest; ) {
      if (path.includes(parent)) break
      path.push(parent)
      parent = known.get(parent)?.session.parent
    }
    return path
  }
  const treeBelow = (id: string) => [...known.values()].filter((mirror) => ancestors(mirror.session.id).includes(id))
  return {
    find: (id) => known.get(id) ?? null,
    of: (id) => {
      const found = known.get(id) ?? newMirror(session(id))
      known.set(id, found)
      return found
    },
    forget: (id) => {
      for (const { session } of treeBelow(id)) known.delete(session.id)
    },
    rootOf: (id) => ancestors(id).at(-1) ?? id,
    roots: () => [...known.values()].filter(({ session }) => ancestors(session.id).at(-1) === session.id),
    hasOtherRoots: (root) => [...known.keys()].some((id) => ancestors(id).at(-1) !== root),
    treeBelow,
  }
}

/** The mirror of an assistant message, made on first use; the oldest is forgotten. */
export function messageOf(mirror: SessionMirror, id: string, created: number, summary: boolean): MessageMirror {
  const found = mirror.messages.get(id)
  if (found) return found
  const message = newMessage(id, created, summary)
  mirror.messages.set(id, message)
  trim(mirror.messages, messagesKept)
  if (!summary && (mirror.assistant === null || mirror.assistant.created <= created)) mirror.assistant = message
  return message
}

export function rememberCall(mirror: SessionMirror, call: string, known: KnownCall): void {
  mirror.calls.set(call, known)
  trim(mirror.calls, callsKept)
}

/** Something moved: it counts for the running step and for the turn. */
export function noteProgress(mirror: SessionMirror, message: MessageMirror | null): void {
  mirror.turn.progress = true
  if (message) message.progress = true
}

/** True if a message of the user's side came after this one: the host goes on by itself. */
export function isSuperseded(mirror: SessionMirror, message: MessageMirror): boolean {
  return mirror.user !== null && mirror.user.created > message.created
}

function trim(map: Map<string, unknown>, limit: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= limit) return
    map.delete(oldest)
  }
}
