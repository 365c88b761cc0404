import type { RecordEntry } from '../../core/event.ts'
import { spoken } from '../../core/fold.ts'
import { fitsChoice } from '../../core/judging/questions.ts'
import { optionsOf, titleOf } from '../../core/records/reading.ts'
import type { Change, Word } from '../../core/state.ts'
import type { GrantWord, RecordStatus } from '../../core/vocabulary.ts'
import type { Commit, Grant, RecordRow, Result } from '../../store/store.ts'
import { newLine } from '../nights/journal-line.ts'
import type { FindKind } from '../page/kinds.ts'
import type { NightStore } from '../ports.ts'
import { redact } from '../text/redact.ts'
import { oneLine, visible } from '../text/visible.ts'
import { recordIn, recordRow } from './record-rows.ts'
import { gave, isTogether, twinKey } from './twins.ts'

/** A person's word as it comes in: when it came is seen by the clock. */
export type GivenWord = Omit<Word, 'at'>

/** What a person saw of an entry where they were shown it: its number may be another one since, or another's. */
export type Shown = Pick<RecordEntry, 'id' | 'session' | 'fingerprint'>

/** An entry with the root of the session tree that it belongs to. */
export interface Placed {
  root: string
  record: RecordEntry
}

/**
 * `kept`: it binds from here on, in every session. The entry itself comes first, behind it its twins; `title` is its
 * line.
 */
export type Heard = { result: 'kept'; entries: Placed[]; title: string } | Refusal

export interface Refusal {
  result: 'refused'
  code: 'unknown' | 'not-open' | 'empty' | 'too-long' | 'not-allowable' | 'not-written'
  /** Behind "Cannot answer b1: ". */
  why: string
}

/** In characters: it goes to an agent in each of its steps. */
const longestAnswer = 10_000
/** The same as it comes: what is blacked out makes it shorter. More is not looked through, which would take seconds. */
const longestGiven = 4 * longestAnswer
const longestName = 60
/** How often it is tried against others that write. */
export const mostTries = 200

/**
 * Keeps a person's word on an entry of a project: the word, the entries that it closes and what it grants, all of it
 * or nothing. Whoever works in these sessions takes it in by itself.
 */
export function giveWord(
  project: NightStore,
  kinds: FindKind,
  named: string | Shown,
  given: GivenWord,
  now: number,
): Heard {
  const refused = (code: Refusal['code'], why: string): Refusal => ({ result: 'refused', code, why })
  const tooLong = (length: number): Refusal =>
    refused(
      'too-long',
      `it has ${length} characters and at most ${longestAnswer} are kept; write it into a file and name the file`,
    )
  const length = Math.max(given.text?.length ?? 0, given.by?.length ?? 0)
  if (length > longestGiven) return tooLong(length)
  const text = given.text === null ? null : redact(visible(given.text)).trim()
  if (given.decision === 'words' && isEmpty(given.text)) return refused('empty', 'the answer is empty')
  if (text !== null && text.length > longestAnswer) return tooLong(text.length)
  const by = given.by === null ? null : redact(oneLine(given.by)).slice(0, longestName)
  const word: Word = { ...given, text, by, at: now }
  for (let tries = 1; ; tries++) {
    const shared = project.shared()
    const rows = shared.ok ? project.records() : shared
    if (!shared.ok || !rows.ok) return refused('not-written', problemOf(shared) ?? problemOf(rows) ?? '')
    const optionsIn = ({ root, record }: Placed) => optionsOf(kinds(project, root, record.kind), record)
    const all = rows.value.filter(({ sealed }) => sealed).map(placed)
    const entries = meant(all, named, word, shared.value.grants, optionsIn)
    const [first] = entries
    if (first === undefined) return refused('unknown', 'this project has no such entry; ask for the list again')
    if (first.record.status === 'noted') return refused('not-open', 'it is a note, which nobody needs to answer')
    if (word.decision === 'skip' && !waits(first.record))
      return refused('not-open', `it is ${first.record.status} already`)
    const grants = wordOnRequest(word)
    if (grants !== null && !first.record.allowable)
      return refused('not-allowable', 'it is no refused request for permission; answer it with words')
    const title = titleOf(kinds(project, first.root, first.record.kind), first.record)
    const done = project.commit(commitOf(first, title, entries, word, grants, shared.value))
    if (!done.ok) return refused('not-written', done.problem.message)
    if (done.value.result === 'done') return { result: 'kept', entries: entries.map((one) => closed(one, word)), title }
    if (tries === mostTries) return refused('not-written', 'other processes write without a pause; try again')
  }
}

/**
 * The entry, and those that ask the same, wait too or had what this word takes back, and offer what was chosen. Putting
 * off is for one entry alone.
 */
function meant(
  all: readonly Placed[],
  named: string | Shown,
  word: Word,
  grants: readonly Grant[],
  optionsIn: (one: Placed) => readonly string[],
): Placed[] {
  const first = all.find(({ record }) => (typeof named === 'string' ? record.id === named : isShown(record, named)))
  if (first === undefined) return []
  const { id, answeredAt } = first.record
  if (word.decision === 'skip') return [first]
  const key = twinKey(first)
  const back = grants.filter((grant) => takesBack(word, first.record, grant))
  const isMeant = (one: Placed): boolean =>
    waits(one.record) || (answeredAt !== null && isTogether(one, first)) || back.some((grant) => gave(one, grant))
  const twins = all.filter((one) => one.record.id !== id && twinKey(one) === key && isMeant(one))
  return [first, ...twins.filter((one) => fitsChoice(optionsIn(one), optionsIn(first), word.text))]
}

/** One session has one entry of a kind that waits for the same thing, whatever number it was given. */
export const isShown = (record: RecordEntry, { id, session, fingerprint }: Shown): boolean =>
  record.session === session && record.fingerprint === fingerprint && (record.id === id || waits(record))

export const waits = ({ status }: RecordEntry): boolean => status === 'open' || status === 'skipped'

/** What a word says about trying a request again; null if nothing. */
function wordOnRequest({ decision }: Word): GrantWord | null {
  switch (decision) {
    case 'once':
    case 'project':
    case 'never':
      return decision
    case 'words':
    case 'skip':
      return null
    default:
      decision satisfies never
      return null
  }
}

function commitOf(
  { record }: Placed,
  title: string,
  entries: readonly Placed[],
  word: Word,
  reach: GrantWord | null,
  { revision, grants }: { revision: number; grants: readonly Grant[] },
): Commit {
  const { at, via, by: name, decision, text } = word
  const { id, fingerprint } = record
  const roots = [...new Set(entries.map(({ root }) => root))]
  const ended = grants.filter((one) => takesBack(word, record, one))
  const grant = { fingerprint, subject: oneLine(title), record: id, at, via, name }
  return {
    revision,
    trees: roots.map((root) => {
      const changes = entries.filter((one) => one.root === root).map((one) => closing(one, word))
      return { root, after: null, lines: [newLine(at, { line: 'answer', record: id, changes })] }
    }),
    records: entries.map((one) => recordRow(one.root, closed(one, word).record, false)),
    answers: [{ record: id, fingerprint, at, via, name, decision, text }],
    grants: reach === null ? [] : [{ ...grant, reach }],
    ended: ended.map((one) => ({ grant: one.id, at, by: 'revoked' })),
  }
}

/** The last word counts, so what an earlier one granted ends. Words allow nothing, so they leave a never as it is. */
function takesBack({ decision }: Word, { fingerprint }: RecordEntry, grant: Grant): boolean {
  if (grant.fingerprint !== fingerprint) return false
  switch (decision) {
    case 'skip':
      return false
    case 'words':
      return grant.reach !== 'never'
    case 'once':
    case 'project':
    case 'never':
      return true
    default:
      return decision satisfies never
  }
}

const statusOf = ({ decision }: Word): RecordStatus => (decision === 'skip' ? 'skipped' : 'answered')

const closing = ({ record }: Placed, word: Word): Change => ({
  change: 'record.closed',
  id: record.id,
  status: statusOf(word),
  word,
})

function closed({ root, record }: Placed, word: Word): Placed {
  return { root, record: { ...record, status: statusOf(word), ...spoken(word) } }
}

/** The entries of a project, as the store has them. */
export const placed = ({ root, body }: RecordRow): Placed => ({ root, record: recordIn(body) })

export const isId = (text: string): boolean => /^[a-z][1-9]\d{0,8}$/.test(text)

/** Nothing that a reader would see. */
const isEmpty = (text: string | null): boolean => text === null || !/[^\s\p{C}]/u.test(text)

const problemOf = <T>(result: Result<T>): string | null => (result.ok ? null : result.problem.message)
