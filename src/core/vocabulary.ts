import type { events as allEvents } from './events.ts'
import type { MemoryStepName } from './steps/steps.ts'

/**
 * The closed lists of policy format 1: what exists, with its types. Types, schema, lint, `context`
 * and the editor hints all come from here.
 *
 * Field types: string integer number boolean time duration id path json list<T> a|b|c.
 * `time` is milliseconds since 1970, `duration` is milliseconds; a trailing `?` means "may be null"
 * (decoders always fill in null, so absent has one form).
 */
export { type EventSpec, events, type VerdictName, verdicts } from './events.ts'
export {
  type EffectName,
  isStepName,
  type MapStepName,
  type MemoryStepName,
  mapStepNames,
  type StepName,
  type StepSpec,
  stepNames,
  stepSpec,
  steps,
  type WordStepName,
  wordStepNames,
} from './steps/steps.ts'

export const runStates = ['ready', 'armed', 'paused', 'stopped'] as const
/** `noted`: an entry of a kind that nobody answers. */
export const recordStatuses = ['open', 'answered', 'skipped', 'settled', 'noted'] as const
/** What a person decided about an entry: words, or about a request for permission whether it may be tried again. */
export const wordDecisions = ['words', 'once', 'project', 'never', 'skip'] as const
/** The same as the store keeps it: a word that was taken back before an agent read it has a row of its own. */
export const answerDecisions = [...wordDecisions, 'withdrawn'] as const
/** Whether a request that was refused may be tried again: the next time only, in this project, or never. */
export const grantWords = ['once', 'project', 'never'] as const
/** The way by which a person's word came. */
export const vias = ['dialog', 'question', 'command', 'terminal', 'page'] as const

/** Why a run ends or pauses; every one stands in the night's lines, in status and in the report. */
export const reasons = [
  'done',
  'unverified',
  'repeating',
  'no-progress',
  'blocked',
  'budget',
  'limit',
  'error',
  'empty-turns',
  'compaction-loop',
  'stalled',
  'quiet',
  'interrupted',
  'user',
] as const

/** What a run may use by a `limit` of a rule. */
export const runLimits = ['time', 'until', 'cost', 'tokens', 'prompts'] as const

/** The field type of a choice among words. */
const oneOf = <const Words extends readonly string[]>(words: Words) => words.join('|') as Choice<Words>

type Choice<Words> = Words extends readonly [infer First extends string, ...infer Rest]
  ? Rest extends readonly []
    ? First
    : `${First}|${Choice<Rest>}`
  : never

/** The named item types of `list<…>`. */
export const items = {
  question: {
    question: 'string',
    header: 'string',
    options: 'list<string>',
    about: 'list<string>',
    multiple: 'boolean',
    fingerprint: 'string',
    answer: 'string?',
    answeredAt: 'time?',
    rule: 'string?',
  },
} as const

/** Fields of questions and of their event that no host tells: what a person has answered before, or a rule just now. */
export const knownFields: readonly string[] = ['answer', 'answeredAt', 'rule', 'open', 'chosen'] satisfies (
  | keyof (typeof items)['question']
  | keyof (typeof allEvents)['question.asked']['fields']
)[]

/** What a condition or a template may read beside `event`, `memory`, `params`, `facts` and `now`. */
export const roots = {
  session: {
    id: 'id',
    root: 'id',
    depth: 'integer',
    path: 'list<string>',
    agent: 'string',
    model: 'string',
    title: 'string',
    directory: 'path',
    mode: 'run|serve|tui',
    prompts: 'integer',
    turn: 'integer',
    readable: 'boolean',
    hasTask: 'boolean',
  },
  run: {
    state: oneOf(runStates),
    reason: `${oneOf(reasons)}?`,
    startedAt: 'time?',
    endsAt: 'time?',
    reached: `${oneOf(runLimits)}?`,
    waitsUntil: 'time?',
    turns: 'integer',
    prompts: 'integer',
    tokens: 'integer',
    cost: 'number',
    model: 'string?',
  },
} as const

/** What the engine keeps of every record, as conditions and templates see it; beside it stand the fields of its kind. */
export const recordFields = {
  id: 'id',
  kind: 'string',
  section: 'string',
  seen: 'integer',
  status: oneOf(recordStatuses),
  answer: 'string?',
  answeredAs: `${oneOf(wordDecisions)}?`,
  answeredAt: 'time?',
  answeredVia: `${oneOf(vias)}?`,
  answeredBy: 'string?',
  allowable: 'boolean',
  at: 'time',
  session: 'id',
  path: 'list<string>',
  rule: 'string',
  fingerprint: 'string',
  class: 'string?',
  request: 'id?',
  turn: 'integer',
  bare: 'boolean',
} as const

/** What a record is told apart by: the event says it, unless the rule does. */
export const recordMarks = ['fingerprint', 'class', 'request'] as const satisfies (keyof typeof recordFields)[]

/** What a field of a kind of record holds. */
export const recordFieldTypes = ['string', 'boolean', 'integer', 'number', 'enum', 'list'] as const

/** Fact sources: the arguments that a declaration gives and what a rule may read. */
export const facts = {
  records: {
    arguments: ['kind', 'id', 'status', 'fingerprint', 'class', 'bare', 'turn'] satisfies (keyof typeof recordFields)[],
    gives: {
      total: 'integer',
      open: 'integer',
      waiting: 'integer',
      blocking: 'integer',
      full: 'boolean',
      first: 'record?',
      latest: 'record?',
      list: 'list<record>',
    },
  },
  todos: { arguments: [], gives: { open: 'integer', total: 'integer', titles: 'list<string>' } },
  file: {
    arguments: ['path', 'within', 'label'],
    gives: {
      path: 'path?',
      exists: 'boolean',
      size: 'integer',
      count: 'integer?',
      items: 'integer?',
      lines: 'list<string>',
      refused: 'string?',
    },
  },
  files: { arguments: ['like', 'within'], gives: { paths: 'list<path>' } },
  git: { arguments: [], gives: { branch: 'string?', commit: 'string?' } },
  project: { arguments: [], gives: { status: 'absent|ok|broken', problem: 'string?', file: 'path' } },
  own: { arguments: [], gives: { paths: 'list<path>' } },
  proof: { arguments: ['of'], gives: { missing: 'list<string>', shown: 'list<string>', at: 'time?' } },
  grants: {
    arguments: ['fingerprint'],
    gives: { word: `${oneOf(grantWords)}?`, grant: 'integer?', at: 'time?', record: 'id?' },
  },
  answers: {
    arguments: ['fingerprint', 'options'],
    gives: {
      decision: `${oneOf(wordDecisions)}?`,
      answer: 'string?',
      at: 'time?',
      record: 'id?',
    },
  },
} as const

export const modes = ['enforce', 'observe', 'disabled'] as const
/** What becomes of a policy or a rule in each mode: it is asked or left out; asked, it acts or only says what it would do. */
export const modeSpec: Readonly<Record<Mode, { asked: boolean; acts: boolean }>> = {
  enforce: { asked: true, acts: true },
  observe: { asked: true, acts: false },
  disabled: { asked: false, acts: false },
}
export const levels = ['info', 'warning', 'error'] as const
/** What the shell shows a person, or does for them: the last three keep the person's word on an entry. */
export const views = [
  'status',
  'list',
  'report',
  'export',
  'why',
  'reload',
  'clarify',
  'answer',
  'allow',
  'never',
] as const

/** Memory kinds with the operations that each takes. */
export const memory = {
  flag: ['set', 'clear'],
  value: ['set', 'clear'],
  enum: ['set', 'clear'],
  counter: ['add', 'set', 'clear'],
  set: ['add', 'remove', 'clear'],
  map: ['put', 'remove', 'clear'],
  window: ['push', 'clear'],
  list: [],
} as const satisfies Record<string, readonly MemoryStepName[]>

/** What clears a slot beside the events; see `Clearing` in policy.ts. */
export const clearings = ['progress', 'turn'] as const
export const scopes = ['run', 'session', 'tree', 'project'] as const

export const paramTypes = ['boolean', 'integer', 'number', 'string', 'enum', 'duration', 'time', 'list', 'map'] as const
export const paramItems = ['string', 'glob', 'command'] as const

export type RunLimit = (typeof runLimits)[number]
export type RunState = (typeof runStates)[number]
export type Mode = (typeof modes)[number]
export type Level = (typeof levels)[number]
export type WordDecision = (typeof wordDecisions)[number]
export type AnswerDecision = (typeof answerDecisions)[number]
export type GrantWord = (typeof grantWords)[number]
export type Via = (typeof vias)[number]
export type RecordStatus = (typeof recordStatuses)[number]
export type RecordMark = (typeof recordMarks)[number]
export type RecordFieldType = (typeof recordFieldTypes)[number]
export type View = (typeof views)[number]
export type Reason = (typeof reasons)[number]
export type MemoryKind = keyof typeof memory
export type Scope = (typeof scopes)[number]
export type FactSource = keyof typeof facts
export type ParamType = (typeof paramTypes)[number]
