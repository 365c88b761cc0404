import type { Effect } from './decision.ts'
import type { Json, RecordEntry } from './event.ts'
import { holds } from './expression.ts'
import type { RecordKind } from './policy.ts'
import { highestNumber, type Records, recordsWith } from './records/places.ts'
import type { Change, TreeState } from './state.ts'

type AnswerField = 'answer' | 'decision' | 'answeredAt' | 'answeredVia' | 'answeredBy'

const unanswered: Pick<RecordEntry, AnswerField> = {
  answer: null,
  decision: null,
  answeredAt: null,
  answeredVia: null,
  answeredBy: null,
}

/** The parts of a record that a rule gives; the rest is known to the engine. */
export type RecordDraft = Omit<RecordEntry, 'id' | 'section' | 'seen' | 'status' | AnswerField>

/** The highest number that was given elsewhere to an id with this letter; 0 for none. */
export type Taken = (letter: string) => number

type RecordEffect = Extract<Effect, { effect: 'record' }>

export interface RecordResult {
  changes: Change[]
  effect: Omit<RecordEffect, 'by'>
}

/**
 * The fate of a record: it fills in an entry (`into`, or one with the same fingerprint that is open or
 * younger than the cooldown), becomes a new one, or is dropped because the kind is full.
 */
export function writeRecord(
  state: TreeState,
  kind: RecordKind,
  draft: RecordDraft,
  into: string | null,
  taken: Taken = () => 0,
): RecordResult {
  const isMine = (record: RecordEntry): boolean => record.kind === draft.kind
  const named = into === null ? undefined : recordsWith(state, 'id', into).find(isMine)
  const same = recordsWith(state, 'fingerprint', draft.fingerprint).findLast(isMine)
  const known = named ?? (same !== undefined && stands(same, kind, draft.at) ? same : undefined)
  if (known !== undefined) return countAgain(known, kind, draft, named !== undefined)
  if (isFull(state, draft.kind, kind.max, draft.bare)) return drop(state, kind, draft, taken)
  const record = newRecord(state, kind, draft, taken)
  return { changes: [{ change: 'record.added', record }], effect: recordEffect('added', record) }
}

/**
 * Whether no entry fits any more: of the agent, or of the rules (`bare`). Each have `max` places, so that a night of
 * many refusals never takes away the agent's. An entry that the agent gave details counts as its own while it has room.
 */
export function isFull({ records }: TreeState, kind: Json | undefined, max: number, bare: boolean): boolean {
  let agents = 0
  let rules = 0
  // Looked through from the oldest on only until it is full, which it stays.
  for (const entry of records) {
    if (entry.kind !== kind) continue
    // Of the agent's entries those that have no room of their own take it from the rules.
    if (entry.bare || agents >= max) rules += 1
    if (!entry.bare) agents += 1
    if ((bare ? rules : agents) >= max) return true
  }
  return max <= 0
}

/**
 * Ids are unique in a tree, also where two kinds begin with the same letter: what has been given once is never free.
 * The newest entry need not have the highest number: one that waited to be written may have got another.
 */
function newRecord(all: Records, kind: RecordKind, draft: RecordDraft, taken: Taken): RecordEntry {
  const letter = draft.kind.charAt(0).toLowerCase()
  const id = `${letter}${Math.max(taken(letter), highestNumber(all, letter)) + 1}`
  return { ...draft, id, section: section(kind, draft), seen: 1, status: 'open', ...unanswered }
}

function drop(state: TreeState, kind: RecordKind, draft: RecordDraft, taken: Taken): RecordResult {
  const { category, topic, question, chosen } = draft
  return {
    changes: [...countBeyond(state, kind, draft, taken), { change: 'record.dropped', kind: draft.kind, question }],
    effect: {
      effect: 'record',
      result: 'dropped',
      id: null,
      section: null,
      category,
      topic,
      question,
      chosen,
      seen: 0,
    },
  }
}

/** The fingerprint of the entry that stands for all that came above the maximum. */
const beyond = 'beyond'

/** One entry says that there was more, so that a person who reads the page alone knows. */
function countBeyond(state: TreeState, kind: RecordKind, draft: RecordDraft, taken: Taken): Change[] {
  if (kind.beyond === null) return []
  const known = recordsWith(state, 'fingerprint', beyond).find(
    (record) => record.kind === draft.kind && record.status === 'open',
  )
  if (known !== undefined)
    return [{ change: 'record.counted', id: known.id, fill: draft.blocks && !known.blocks ? { blocks: true } : {} }]
  const nothing = { topic: null, context: null, why: null, holds: null, options: [], chosen: null, reasoning: null }
  const own = {
    category: 'other',
    question: kind.beyond,
    fingerprint: beyond,
    class: null,
    request: null,
    bare: true,
    allowable: false,
  }
  const entry = { ...draft, ...nothing, ...own, path: draft.path.slice(0, 1) }
  return [{ change: 'record.added', record: newRecord(state, kind, entry, taken) }]
}

/** What was allowed for one time is asked anew when it comes again, however soon. */
const stands = (record: RecordEntry, kind: RecordKind, now: number): boolean =>
  record.status === 'open' || (record.decision !== 'once' && now - record.at <= kind.cooldown)

/** The first section whose condition holds for the record; the last one if none does. */
function section(kind: RecordKind, draft: RecordDraft): string {
  const found = kind.sections.find(({ when }) => when === null || holds(when, { record: draft }))
  return (found ?? kind.sections.at(-1))?.id ?? ''
}

function countAgain(known: RecordEntry, kind: RecordKind, draft: RecordDraft, enrich: boolean): RecordResult {
  const fill = { ...missing(known, draft), ...(enrich ? details(known, draft) : {}) }
  const after: RecordEntry = { ...known, ...fill, seen: known.seen + 1 }
  const moved = section(kind, after)
  if (moved !== known.section) Object.assign(fill, { section: moved })
  return {
    changes: [{ change: 'record.counted', id: known.id, fill }],
    effect: recordEffect('counted', { ...after, section: moved }),
  }
}

/**
 * What a later report of the same thing does to each field of the entry: it fills in what is empty, or nothing. `names`
 * is the label: it is filled in like others, but of what a person may allow it says what was asked.
 */
const later = {
  kind: 'stays',
  category: 'stays',
  question: 'stays',
  topic: 'names',
  context: 'fills',
  why: 'fills',
  holds: 'fills',
  chosen: 'fills',
  reasoning: 'fills',
  options: 'fills',
  blocks: 'fills',
  bare: 'ends',
  fingerprint: 'stays',
  class: 'stays',
  request: 'stays',
  at: 'stays',
  session: 'stays',
  path: 'stays',
  rule: 'stays',
  turn: 'stays',
  allowable: 'stays',
} satisfies Record<keyof RecordDraft, 'fills' | 'names' | 'ends' | 'stays'>

const fields = Object.keys(later) as (keyof RecordDraft)[]

const isFilled = (name: keyof RecordDraft, { allowable }: RecordEntry): boolean =>
  later[name] === 'fills' || (later[name] === 'names' && !allowable)

/** What the entry lacks and the new report knows. */
function missing(known: RecordEntry, draft: RecordDraft): Partial<RecordEntry> {
  const given = fields.filter(
    (name) =>
      (isFilled(name, known) && isEmpty(known[name]) && !isEmpty(draft[name])) ||
      (later[name] === 'ends' && known[name] === true && draft[name] === false),
  )
  return Object.fromEntries(given.map((name) => [name, draft[name]]))
}

const isEmpty = (value: Json): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0)

/** What the agent itself says of an entry that a rule made counts more than what the rule could know. */
function details(known: RecordEntry, draft: RecordDraft): Partial<RecordEntry> {
  const texts = fields.filter((name) => isFilled(name, known) && typeof draft[name] === 'string')
  const said = texts.map((name) => [name, name === 'context' ? besides(known, draft.context) : draft[name]])
  return { ...Object.fromEntries(said), bare: false, ...(draft.options.length > 0 && { options: draft.options }) }
}

/** What a request is about is not the agent's to say where a person may allow it. */
const besides = ({ allowable, context }: RecordEntry, said: string | null): string | null =>
  allowable && context !== null ? `${context}\n${said}` : said

function recordEffect(result: RecordEffect['result'], record: RecordEntry): RecordResult['effect'] {
  const { id, section: place, category, topic, question, chosen, seen } = record
  return { effect: 'record', result, id, section: place, category, topic, question, chosen, seen }
}

/** A text or a number of a computed field, as a record holds it. */
export function textOf(value: Json | undefined): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
