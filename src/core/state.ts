import type { DomainEvent, EventOf, Json, RecordEntry } from './event.ts'
import { noPlaces, type RecordPlaces } from './records/places.ts'
import type { Reason, RecordStatus, RunState, Scope, Via, WordDecision } from './vocabulary.ts'

/** One stretch of unattended work of a session tree. */
export interface Run {
  state: RunState
  reason: Reason | null
  detail: string | null
  /** Milliseconds since 1970; null before the first work. It moves with the clock, so that a length of time stays one. */
  startedAt: number | null
  /** The same for times of day, which count from what the clock showed: a clock that is set forward leaves it. */
  clockAt: number | null
  /** When it stopped or was paused, in milliseconds since 1970; null while it is at work or before it. */
  endedAt: number | null
  /** Raised by every new run; slots of scope run belong to one number. */
  number: number
  turns: number
  /** Prompts of ours that were sent in this run. */
  prompts: number
  tokens: number
  cost: number
  /** The model that our prompts go to, as `provider/model`; null: the session's own. */
  model: string | null
  /** When the session's own is there again, in milliseconds since 1970; null if nobody knows, or prompts go to it. */
  modelUntil: number | null
}

/** The one prompt of a tree that is still to be sent. */
export interface PendingPrompt {
  /** The turn that it answers: message id and number of compactions. */
  turn: string
  text: string
  /** Earliest time, milliseconds since 1970. */
  due: number
  /** True if `due` is a time of day, false if it is a length of time from when it was said. */
  byClock: boolean
  /** Why it waits, in words; null if the rule says nothing. */
  why: string | null
  by: string
}

export interface Timer {
  due: number
  byClock: boolean
  session: string
  by: string
}

/** A request left to a person for a while; at `due` it is decided again without the rule that asked. */
export interface Wait {
  due: number
  session: string
  by: string
  event: DomainEvent
}

/** A person's word on an entry. */
export interface Word {
  decision: WordDecision
  text: string | null
  /** Milliseconds since 1970. */
  at: number
  via: Via
  /** The name that the person gave with it. */
  by: string | null
}

/** A person's wish, from outside, that a run goes on. */
export interface Wanted {
  at: number
  via: EventOf<'run.wanted'>['via']
}

export interface Shown {
  command: string
  call: string
  at: number
}

/** Commands whose good end some policy wants to see. */
export interface Proofs {
  /** By pattern: the command that ended well since the last file was written, and when. */
  shown: Readonly<Record<string, Shown>>
  /** By call: whether a file was written since that command began. */
  running: Readonly<Record<string, boolean>>
}

export type Slots = Readonly<Record<string, Json>>

/**
 * All that is remembered of a session tree. A value: changes make a new one.
 * Slots are keyed `policy/slot`; those of scope session by session id first.
 */
export interface TreeState {
  run: Run
  /** Prompts of ours that were ever sent in this tree. */
  prompts: number
  /** Which turn this is: raised at each end of a turn and at the user's word. */
  turn: number
  /** Compactions seen, by session. */
  compactions: Readonly<Record<string, number>>
  slots: {
    run: Slots
    tree: Slots
    session: Readonly<Record<string, Slots>>
    /** As last read or written; the project file is the truth. */
    project: Slots
  }
  records: readonly RecordEntry[]
  /** Where they stand. Made from them, so it is written nowhere. */
  places: RecordPlaces
  /** Records beyond the limit of their kind, by kind. */
  uncounted: Readonly<Record<string, number>>
  pending: PendingPrompt | null
  timers: Readonly<Record<string, Timer>>
  waits: Readonly<Record<string, Wait>>
  /** Of this run. */
  proofs: Proofs
  /** A person elsewhere wants the run to go on, and nobody has taken it in yet. */
  wanted: Wanted | null
  /** Grants for one time that were used up here: what the store says of them later changes nothing. */
  usedGrants: readonly number[]
  /** What policies in observe mode would have made of it, by policy. */
  shadows: Readonly<Record<string, TreeState>>
}

/** What happens to one slot. Sets, maps and windows begin empty, so folding needs no declaration. */
export type SlotOperation =
  | { do: 'set'; value: Json }
  | { do: 'clear' }
  | { do: 'push'; at: number; value: Json; span: number; max: number }
  | { do: 'include'; value: Json; max: number }
  | { do: 'exclude'; value: Json }
  | { do: 'put'; key: string; value: Json; max: number }
  | { do: 'remove'; key: string }

/** One step of memory, as it stands in the journal; folded in order they give the state back. */
export type Change =
  | { change: 'slot'; slot: string; scope: Scope; session: string; operation: SlotOperation }
  | { change: 'run'; to: RunState; reason: Reason | null; detail: string | null; at: number; fresh: boolean }
  | { change: 'spent'; turns: number; tokens: number; cost: number }
  | { change: 'turned' }
  /** Prompts go to this model from here on; null: to the session's own. Lines of earlier versions have no `until`. */
  | { change: 'switched'; model: string | null; until?: number | null }
  | { change: 'compacted'; session: string }
  | { change: 'record.added'; record: RecordEntry }
  | { change: 'record.counted'; id: string; fill: Partial<RecordEntry> }
  | { change: 'record.closed'; id: string; status: RecordStatus; word: Word | null }
  /** A person's word was taken back before anybody read it, so that it waits again. */
  | { change: 'record.reopened'; id: string }
  | { change: 'record.dropped'; kind: string; title: string }
  | { change: 'prompt.pending'; prompt: PendingPrompt }
  | { change: 'prompt.dropped' }
  | { change: 'prompt.sent'; turn: string }
  | { change: 'timer.set'; timer: string; due: number; byClock: boolean; session: string; by: string }
  | { change: 'timer.cleared'; timer: string }
  | { change: 'wait.set'; request: string; wait: Wait }
  | { change: 'wait.cleared'; request: string }
  | { change: 'proof.begun'; call: string }
  /** The last word on these patterns; `ok` if the command ended well. */
  | { change: 'proof.ended'; call: string; patterns: readonly string[]; command: string; ok: boolean; at: number }
  /** What these calls have shown stands: the files that were written are their own. */
  | { change: 'proof.outdated'; but: readonly string[] }
  | { change: 'wanted'; wanted: Wanted }
  | { change: 'wanted.taken' }
  /** A rule allowed by a grant for one time, which is used up by it, whatever another policy says. */
  | { change: 'grant.used'; grant: number }
  /** The machine's clock was set by so many milliseconds: what counts lengths of time moves with it. */
  | { change: 'clock'; by: number }
  | { change: 'shadow'; policy: string; of: Change }

/** The kinds of changes that this version knows. */
export const changeKinds = {
  slot: true,
  run: true,
  spent: true,
  turned: true,
  switched: true,
  compacted: true,
  'record.added': true,
  'record.counted': true,
  'record.closed': true,
  'record.reopened': true,
  'record.dropped': true,
  'prompt.pending': true,
  'prompt.dropped': true,
  'prompt.sent': true,
  'timer.set': true,
  'timer.cleared': true,
  'wait.set': true,
  'wait.cleared': true,
  'proof.begun': true,
  'proof.ended': true,
  'proof.outdated': true,
  wanted: true,
  'wanted.taken': true,
  'grant.used': true,
  clock: true,
  shadow: true,
} as const satisfies Record<Change['change'], true>

/** What can be done to a slot in this version. */
export const slotOperations = {
  set: true,
  clear: true,
  push: true,
  include: true,
  exclude: true,
  put: true,
  remove: true,
} as const satisfies Record<SlotOperation['do'], true>

export const emptyRun: Run = {
  state: 'ready',
  reason: null,
  detail: null,
  startedAt: null,
  clockAt: null,
  endedAt: null,
  number: 0,
  turns: 0,
  prompts: 0,
  tokens: 0,
  cost: 0,
  model: null,
  modelUntil: null,
}

export const noProofs: Proofs = { shown: {}, running: {} }

export const emptyTree: TreeState = {
  run: emptyRun,
  prompts: 0,
  turn: 0,
  compactions: {},
  slots: { run: {}, tree: {}, session: {}, project: {} },
  records: [],
  places: noPlaces,
  uncounted: {},
  pending: null,
  timers: {},
  waits: {},
  proofs: noProofs,
  wanted: null,
  usedGrants: [],
  shadows: {},
}
