import type { DomainEvent, EventType, Json } from './event.ts'
import type { Limit } from './limits/limit.ts'
import { type LazyMap, lazyMap } from './lazy.ts'
import type { RecordKind } from './records/kind.ts'
import type { Members, StepName } from './steps/steps.ts'
import {
  type FactSource,
  type Level,
  type MemoryKind,
  type Mode,
  modeSpec,
  type Reason,
  type RecordMark,
  type RecordStatus,
  type Scope,
} from './vocabulary.ts'

/** A JSON-Logic tree with named conditions already written out, or a literal. */
export type Expression = Json

/** A Handlebars text ready to be rendered. `with` names are computed first and stand beside the roots. */
export interface Text {
  source: string
  render: (context: object) => string
  with: Record<string, Expression | Text>
}

export type TextOrExpression = Text | { expression: Expression }

export interface Slot {
  kind: MemoryKind
  scope: Scope
  initial: Json
  /** Allowed values of an enum. */
  values: string[] | null
  /** How long a window's entries stay, in milliseconds. */
  span: number | null
  /** How many entries a window, set or map keeps; the oldest go. */
  max: number
  /** The key in the project file, for scope project. */
  key: string | null
  /** Each session has its own, though it goes with the run; for counts of a limit. */
  bySession: boolean
  /** What throws away what it holds, before any rule is asked; beside that only steps and its scope do. */
  clears: readonly Clearing[]
}

/** Progress of any session of the tree, the next turn, or an event. */
export type Clearing = 'progress' | 'turn' | EventType

export interface Fact {
  source: FactSource
  arguments: Record<string, Expression>
}

export interface RecordStep {
  /** The name of the kind; null in a policy without one. */
  kind: string | null
  /** True for `from: event`: the fields of record.submitted are the record. */
  fromEvent: boolean
  each: Expression | null
  /** Id of an entry that is enriched instead of making a new one; null at run time: a new one. */
  into: Expression | null
  /** What it is told apart by, where the rule says so. */
  marks: Partial<Record<RecordMark, Expression>>
  /** The fields of the kind that the rule gives. */
  fields: Readonly<Record<string, TextOrExpression>>
}

/** What a step carries; one that is not here is its name alone. */
interface StepParts {
  ask: { for: Expression | null }
  deny: { text: Text }
  /** Of each open question, read as `item`; null at run time: it stays open. */
  answer: { value: Expression }
  /** The model that prompts go to from here on, as `provider/model`; null at run time: the session's own. */
  switch: { model: Expression; until: Expression | null }
  pause: { reason: Reason }
  stop: { reason: Reason; detail: Text | null }
  prompt: { text: Text; after: Expression | null; at: Expression | null; why: Text | null }
  reply: { text: Text }
  notify: { text: Text; level: Level }
  instruct: { text: Text }
  show: { view: Expression }
  schedule: { timer: string; after: Expression | null; at: Expression | null }
  cancel: { timer: string }
  record: { record: RecordStep }
  close: { request: Expression | null; fingerprint: Expression | null; status: RecordStatus }
  set: { slots: Record<string, Expression> }
  add: { slots: Record<string, Expression> }
  push: { slots: Record<string, Expression> }
  remove: { slots: Record<string, Expression> }
  put: { slots: Record<string, { key: Expression; value: Expression }> }
  clear: { slots: string[] }
}

export type Step = Members<'do', StepName, StepParts>

/** What must hold before rules are asked: that a policy is active, or the condition of a section. */
export interface Gate {
  /** The name of the policy, and behind a comma that of the section. */
  id: string
  description: string | null
  when: Expression
}

export interface Rule {
  /** `policy/rule`, unique in the set. */
  id: string
  description: string | null
  events: EventType[]
  /** Of the calls of a record tool it hears those of this kind alone; null: of all. */
  kind: string | null
  /** All must hold before `when` is looked at, in this order; rules share them. */
  gates: readonly Gate[]
  when: Expression | null
  fallback: boolean
  /** It is asked when this is over; null: at each of its events. */
  limit: Limit | null
  /** Done once a run when four fifths of what its limit lets a run use are used up; empty: nothing. */
  warn: readonly Step[]
  mode: Mode
  because: string | null
  steps: Step[]
  /** True if a match ends the search in this policy. */
  answers: boolean
}

/** Whether an event that a rule listens to is of the kind of record that it is about. */
export const hears = ({ kind }: Rule, event: DomainEvent): boolean =>
  kind === null || event.type !== 'record.submitted' || event.kind === kind

export interface Command {
  description: string
  actions: string[]
  /** What may follow an action: flags such as `--summary`, and a name for words of one's own; null: not said. */
  words: Record<string, string[]> | null
  /** Goes to the agent after the decision, with the words after the command in place of $ARGUMENTS; null: no turn. */
  prompt: string | null
}

/** One policy, resolved and ready to be evaluated. */
export interface Policy {
  name: string
  order: number
  mode: Mode
  /** While it does not hold, only rules without it among their gates are asked; null: the policy is always active. */
  active: Gate | null
  /** Values by param: durations in milliseconds. */
  params: Record<string, Json>
  /** The same for texts: durations as "5m". */
  shown: Record<string, Json>
  memory: Record<string, Slot>
  facts: Record<string, Fact>
  records: Record<string, RecordKind>
  commands: Record<string, Command>
  /** Path of the project file for slots of scope project, relative to the project. */
  project: string | null
  rules: Rule[]
  /** Everything that the policy means as canonical JSON: equal texts decide equally. */
  meaning: string
}

/** The policies in force, strictest order first; `listening` finds the rules of an event type. */
export interface PolicySet {
  policies: Policy[]
  /** Those of all rules that act. */
  limits: readonly Limit[]
  /** Patterns of the commands whose good end a fact of a policy asks for. */
  proofs: readonly string[]
  /** The slots that something clears. */
  clearing: ReadonlyMap<Clearing, readonly Cleared[]>
  listening: ReadonlyMap<EventType, readonly Listener[]>
  /** Sets that restrain this one: where one of them is stricter about a request, what it decides holds. */
  besides: readonly PolicySet[]
}

export interface Cleared {
  policy: Policy
  slot: string
}

export interface Listener {
  policy: Policy
  /** What its conditions and texts read of memory and of the world, by name. */
  memory: LazyMap
  facts: LazyMap
  /** Rules of the first round, in file order. */
  rules: Rule[]
  /** Rules that are asked only if nobody gave a verdict. */
  fallbacks: Rule[]
}

/** Builds the index over policies; they are put in order (order, then name). */
export function policySet(policies: readonly Policy[], besides: readonly PolicySet[] = []): PolicySet {
  const ordered = [...policies].sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
  const listening = new Map<EventType, Listener[]>()
  for (const policy of ordered) {
    if (!modeSpec[policy.mode].asked) continue
    const { memory, facts } = listenerOf(policy, [])
    for (const type of new Set(policy.rules.flatMap((rule) => rule.events))) {
      const rules = policy.rules.filter((rule) => modeSpec[rule.mode].asked && rule.events.includes(type))
      if (rules.length === 0) continue
      listening.set(type, [...(listening.get(type) ?? []), { ...byRound(rules), policy, memory, facts }])
    }
  }
  return {
    policies: ordered,
    limits: ordered.flatMap(limitsOf),
    proofs: proofsOf(ordered),
    clearing: clearingOf(ordered),
    listening,
    besides,
  }
}

function clearingOf(policies: readonly Policy[]): PolicySet['clearing'] {
  const found = new Map<Clearing, Cleared[]>()
  for (const policy of policies.filter(({ mode }) => modeSpec[mode].asked))
    for (const [slot, { clears }] of Object.entries(policy.memory))
      for (const word of clears) found.set(word, [...(found.get(word) ?? []), { policy, slot }])
  return found
}

/** One policy with the rules that are asked of it. */
export function listenerOf(policy: Policy, rules: readonly Rule[]): Listener {
  const facts = lazyMap([...Object.keys(policy.facts), 'project'])
  return { policy, memory: lazyMap(Object.keys(policy.memory)), facts, ...byRound(rules) }
}

const byRound = (rules: readonly Rule[]): Pick<Listener, 'rules' | 'fallbacks'> => ({
  rules: rules.filter((rule) => !rule.fallback),
  fallbacks: rules.filter((rule) => rule.fallback),
})

function limitsOf({ mode, rules }: Policy): Limit[] {
  if (!modeSpec[mode].acts) return []
  return rules.flatMap((rule) => (rule.limit === null || !modeSpec[rule.mode].acts ? [] : rule.limit))
}

const proofsOf = (policies: readonly Policy[]): string[] => [
  ...new Set(
    policies
      .filter(({ mode }) => modeSpec[mode].asked)
      .flatMap(({ facts }) => Object.values(facts).flatMap(patternsOf)),
  ),
]

const patternsOf = ({ source, arguments: { of } }: Fact): string[] =>
  source === 'proof' && Array.isArray(of) ? of.filter((pattern) => typeof pattern === 'string') : []
