import type { Effect } from '../decision.ts'
import type { FieldValues, Json, OwnRecord, RecordEntry } from '../event.ts'
import { holds } from '../expression.ts'
import { fitsChoice } from '../judging/questions.ts'
import { firstStatus, type RecordField, type RecordKind } from '../records/kind.ts'
import { highestNumber, type Records, recordsWith } from '../records/places.ts'
import { newestLists, newestPairs } from '../records/newest.ts'
import { optionsOf, titleOf } from '../records/reading.ts'
import type { Change, TreeState } from '../state.ts'

type AnswerField = 'answer' | 'answeredAs' | 'answeredAt' | 'answeredVia' | 'answeredBy'

/** An entry on which nobody has said a word. */
export const unanswered: Pick<OwnRecord, AnswerField> = {
  answer: null,
  answeredAs: null,
  answeredAt: null,
  answeredVia: null,
  answeredBy: null,
}

/** The parts of a record that a rule gives; the rest is known to the engine. */
export type RecordDraft = Omit<OwnRecord, 'id' | 'section' | 'seen' | 'status' | AnswerField> & FieldValues

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
  const known = named ?? (same !== undefined && stands(same, kind, draft) ? same : undefined)
  if (known !== undefined) return countAgain(known, kind, draft, named !== undefined)
  if (isFull(state, draft.kind, kind.max, draft.bare)) return drop(state, kind, draft, taken)
  const record = newRecord(state, kind, draft, taken)
  return { changes: [{ change: 'record.added', record }], effect: recordEffect('added', kind, record) }
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
  return { ...draft, id, section: section(kind, draft), seen: 1, status: firstStatus(kind), ...unanswered }
}

function drop(state: TreeState, kind: RecordKind, draft: RecordDraft, taken: Taken): RecordResult {
  const title = titleOf(kind, draft)
  const effect = { effect: 'record', result: 'dropped', id: null, kind: draft.kind, section: null, seen: 0 } as const
  return {
    changes: [...countBeyond(state, kind, draft, taken), { change: 'record.dropped', kind: draft.kind, title }],
    effect: { ...effect, title, fields: saidOf(kind, draft) },
  }
}

/** The fingerprint of the entry that stands for all that came above the maximum. */
const beyond = 'beyond'

/** One entry says that there was more, so that a person who reads the page alone knows. */
function countBeyond(state: TreeState, kind: RecordKind, draft: RecordDraft, taken: Taken): Change[] {
  if (kind.beyond === null) return []
  const known = recordsWith(state, 'fingerprint', beyond).find(
    (record) => record.kind === draft.kind && record.status === firstStatus(kind),
  )
  if (known !== undefined) {
    const held = Object.keys(kind.fields).filter((name) => draft[name] === true && known[name] !== true)
    return [{ change: 'record.counted', id: known.id, fill: Object.fromEntries(held.map((name) => [name, true])) }]
  }
  const fields = Object.entries(kind.fields).map(([name, field]) => [name, draft[name] === true || unsaid(field)])
  const own = { fingerprint: beyond, class: null, request: null, bare: true, allowable: false }
  const entry = {
    ...draft,
    ...Object.fromEntries(fields),
    [kind.title]: kind.beyond,
    ...own,
    path: draft.path.slice(0, 1),
  }
  return [{ change: 'record.added', record: newRecord(state, kind, entry, taken) }]
}

/** What the entry for all others says of a field: of a choice the word for what is none of the rest. */
const unsaid = (field: RecordField): Json => field.values.find((value) => value === 'other') ?? emptyValue(field)

/** A field of which nothing is known. */
export const emptyValue = ({ type }: RecordField): Json => (type === 'list' ? [] : null)

/** What was allowed for one time is asked anew when it comes again, however soon; so is what offers another choice. */
const stands = (record: RecordEntry, kind: RecordKind, draft: RecordDraft): boolean =>
  record.status === firstStatus(kind) ||
  (record.answeredAs !== 'once' &&
    draft.at - record.at <= kind.cooldown &&
    fitsChoice(optionsOf(kind, draft), optionsOf(kind, record), record.answer))

/** The first section whose condition holds for the record; the last one if none does. */
function section(kind: RecordKind, draft: RecordDraft): string {
  const found = kind.sections.find(({ when }) => when === null || holds(when, { record: draft }))
  return (found ?? kind.sections.at(-1))?.id ?? ''
}

function countAgain(known: RecordEntry, kind: RecordKind, draft: RecordDraft, enrich: boolean): RecordResult {
  const fill = {
    ...missing(kind, known, draft),
    ...(enrich ? details(kind, known, draft) : {}),
    ...(known.status === firstStatus(kind) ? newest(kind, known, draft) : {}),
  }
  const after: RecordEntry = { ...known, ...fill, seen: known.seen + 1 }
  const moved = section(kind, after)
  if (moved !== known.section) Object.assign(fill, { section: moved })
  return {
    changes: [{ change: 'record.counted', id: known.id, fill }],
    effect: recordEffect('counted', kind, { ...after, section: moved }),
  }
}

/** What the entry lacks and the new report knows. */
function missing(kind: RecordKind, known: RecordEntry, draft: RecordDraft): Partial<RecordEntry> {
  const given = Object.keys(kind.fields).filter(
    (name) => isFilled(kind, known, name) && fills(known[name] ?? null, draft[name] ?? null),
  )
  const filled = Object.fromEntries(given.map((name) => [name, draft[name] ?? null]))
  return known.bare && !draft.bare ? { ...filled, bare: false } : filled
}

/**
 * Whether a later report fills in a field of the entry. What it is about stays; its label does too where a person may
 * allow it, since there it says what was asked.
 */
function isFilled({ title, same, label }: RecordKind, { allowable }: RecordEntry, name: string): boolean {
  return name !== title && name !== same && !(allowable && label.includes(name))
}

/** What a later report says anew of an entry that nobody has answered. What only a rule knows changes no choice. */
function newest(kind: RecordKind, known: RecordEntry, draft: RecordDraft): FieldValues {
  const pairs = draft.bare || known.allowable ? {} : newestPairs(kind, known, draft)
  const said = Object.entries({ ...newestLists(kind, known, draft), ...pairs })
  const isNew = (name: string, value: Json): boolean => JSON.stringify(value) !== JSON.stringify(known[name] ?? null)
  return Object.fromEntries(said.filter(([name, value]) => isFilled(kind, known, name) && isNew(name, value)))
}

/** A value where there is none, and a yes where there was a no. */
const fills = (known: Json, given: Json): boolean =>
  !isEmpty(given) && (isEmpty(known) || (known === false && given === true))

const isEmpty = (value: Json): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** What the agent itself says of an entry that a rule made counts more than what the rule could know. */
function details(kind: RecordKind, known: RecordEntry, draft: RecordDraft): Partial<RecordEntry> {
  const said = Object.entries(kind.fields).flatMap(([name, { type }]) => {
    const value = draft[name] ?? null
    if (type !== 'string' || isEmpty(value) || !isFilled(kind, known, name)) return []
    return [[name, besides(known, name, value)] as const]
  })
  return { ...Object.fromEntries(said), bare: false }
}

/** What a request is about is not the agent's to say where a person may allow it. */
const besides = (known: RecordEntry, name: string, said: Json): Json =>
  known.allowable && typeof known[name] === 'string' ? `${known[name]}\n${textOf(said)}` : said

function recordEffect(result: RecordEffect['result'], kind: RecordKind, record: RecordEntry): RecordResult['effect'] {
  const { id, section: place, seen } = record
  const said = { title: titleOf(kind, record), fields: saidOf(kind, record) }
  return { effect: 'record', result, id, kind: record.kind, section: place, ...said, seen }
}

/** The fields that have a value, but the title. */
function saidOf({ fields, title }: RecordKind, record: FieldValues): Record<string, Json> {
  const given = Object.keys(fields).flatMap((name): [string, Json][] => {
    const value = record[name] ?? null
    if (name === title || isEmpty(value)) return []
    return [[name, value]]
  })
  return Object.fromEntries(given)
}

/** A text or a number of a computed field, as a record holds it. */
export function textOf(value: Json | undefined): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
