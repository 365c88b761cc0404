import type { DomainEvent, Json, SessionFacts } from './event.ts'
import type { Scope } from './expression.ts'
import type { Gate, PolicySet, Rule } from './policy.ts'
import type { Change, TreeState } from './state.ts'
import type { EffectName, Members } from './steps/steps.ts'
import type { FactSource, Level, Reason, RecordStatus, VerdictName, View } from './vocabulary.ts'

/** What a verdict says; `by` names the rule as `policy/rule`, null: no rule answered. */
interface VerdictParts {
  pass: { by: string | null }
  allow: { by: string | null }
  ask: { by: string; for: number | null }
  deny: { by: string; reason: string }
}

/** The answer to a request. */
export type Verdict = Members<'outcome', VerdictName, VerdictParts>

/** What an effect says; one that is not here is its name alone. */
interface EffectParts {
  /** A rule has answered this question of the call. */
  answer: { question: string; fingerprint: string; answer: string }
  prompt: { text: string; due: number }
  /** `unwritten` is the text for when the record could not be written; it holds `failureMark` once or more. */
  reply: { text: string; unwritten: string | null }
  notify: { text: string; level: Level }
  instruct: { text: string }
  show: { view: View }
  schedule: { timer: string; due: number }
  cancel: { timer: string }
  record: {
    result: 'added' | 'counted' | 'dropped'
    id: string | null
    kind: string
    section: string | null
    title: string
    /** What else its fields say, long texts only with their beginning. */
    fields: Record<string, Json>
    seen: number
  }
  close: { id: string; status: RecordStatus }
  pause: { reason: Reason }
  stop: { reason: Reason; detail: string | null }
  /** The project file of the policy is put aside, with a dated copy kept. */
  archive: { file: string }
}

/** Something that happens outside, as data; the shell performs it. */
export type Effect = { by: string } & Members<'effect', EffectName, EffectParts>

/** Stands in the `unwritten` text of a reply where the reason belongs. */
export const failureMark = '\uE000'

/** What became of one rule that listened. */
export interface RuleTrace {
  rule: string
  outcome: 'matched' | 'not-matched' | 'observed'
  /** Why the condition or a step could not be evaluated. */
  errors: string[]
  /** What its limit came to, such as `2 of 6` or `cost`; null without a limit, or where it was not looked at. */
  limit: string | null
  /** Four fifths of that are used up, and the rule only warned. */
  isNear: boolean
  /** What a rule in observe mode would have done. */
  would: string[]
  /** Steps that another policy's answer made void. */
  dropped: string[]
}

/** A policy that is not active, or a section whose condition does not hold: the rules behind it were not asked. */
export interface ClosedGate {
  gate: string
  /** Why its condition could not be evaluated; null if it does not hold. */
  error: string | null
}

/** The whole answer to one event. */
export interface Decision {
  verdict: Verdict
  /** What the set would have said if no stricter one stood beside it; null where its own verdict holds. */
  overruled: Verdict | null
  effects: Effect[]
  changes: Change[]
  trace: RuleTrace[]
  closed: ClosedGate[]
  /** What rules read of the world outside memory, by `policy/fact`; null where a source had nothing to give. */
  facts: Record<string, Json>
  /** Events that follow from this one; each is decided after it, once. */
  derived: DomainEvent[]
}

/** The project file of a policy, as read for this event. */
export interface ProjectFile {
  status: 'absent' | 'ok' | 'broken'
  problem: string | null
  file: string
  /** Values by key; null unless ok. */
  data: Record<string, Json> | null
}

/** The world around one event; every member is pure or answers the same within the event. */
export interface Moment {
  session: SessionFacts
  /** Milliseconds since 1970. */
  now: number
  /** IANA name of the local time zone. */
  zone: string
  /** Reads a fact outside memory (todos, file, own); called at most once for each fact and event. `name` is `policy/fact`. */
  read: (
    source: Exclude<FactSource, 'records' | 'project' | 'proof'>,
    given: Record<string, Json>,
    name: string,
  ) => Json
  /** The project file of a policy that names one. */
  project: (file: string) => ProjectFile
  /** A short stable digest of a text, for telling records apart. */
  digest: (text: string) => string
  /** Rules left out, by `policy/rule`: those that asked a person and got no answer. */
  without: readonly string[]
  /** The highest number that a page gives to an id with this letter, where memory may not know of it. */
  taken?: (letter: string) => number
  /** Sees each rule that is asked, right before its condition is computed, with what it reads. */
  watch?: (rule: Rule, scope: Scope) => void
  /** The same for each gate, once an event. */
  watchGate?: (gate: Gate, scope: Scope) => void
  /** A value as a text may show it: without secrets, blacked out before a text cuts through one. */
  shown?: (value: Json) => Json
  /** Keeps an error that nobody declared, and gives the words for it; without it the error's own words stand. */
  fault?: (where: string, error: unknown) => string
}

/** Decides one event. Pure: the same arguments give the same decision, and nothing is changed. */
export type Evaluate = (set: PolicySet, state: TreeState, event: DomainEvent, moment: Moment) => Decision

/** Before any rule was asked; each is a new one, since rules add to it. */
export const emptyDecision = (): Decision => ({
  verdict: noVerdict,
  overruled: null,
  effects: [],
  changes: [],
  trace: [],
  closed: [],
  facts: {},
  derived: [],
})

export const noVerdict: Verdict = { outcome: 'pass', by: null }

/** Which verdict wins: the strictest. */
export const strictness: Record<VerdictName, number> = { pass: 0, allow: 1, ask: 2, deny: 3 }

/** How much less than an allow a verdict lets happen; without one the host asks, or does what it always does. */
export const restraint: Record<VerdictName, number> = { allow: 0, pass: 1, ask: 2, deny: 3 }
