import type { RecordEntry } from '../../core/event.ts'
import { memo } from '../../core/operators/memo.ts'
import { unanswered } from '../../core/steps/record.ts'
import type { Via } from '../../core/vocabulary.ts'
import type { Commit, Grant, Line, OpenedTree, ProjectStore, Result, WrittenRecord } from '../../store/store.ts'
import { isDigest } from '../files/node-digest.ts'
import { changesOf, newLine, readLine } from '../nights/journal-line.ts'
import { runIn } from '../nights/snapshot.ts'
import { isShown, mostTries, type Placed, placed, type Shown } from './give-word.ts'
import { recordRow } from './record-rows.ts'
import { isTogether } from './twins.ts'

/** `entries` wait again. A refusal says why the word stays, behind "Cannot take back the answer to b1: ". */
export type TakenBack = { result: 'withdrawn'; entries: Placed[] } | { result: 'refused'; why: string }

/** A project as far as it is looked through for who has read a word. */
type Reading = Pick<ProjectStore, 'records' | 'tree' | 'namedBehind'>

/** The same, each of its trees read once for all words. */
const readingOf = (project: Reading): Reading => ({ ...project, tree: memo(1000, project.tree) })

/**
 * Takes a person's word back as if it had never been said: the entries that it closed wait again, and what it granted
 * ends. Only as long as no agent can have read it; afterwards the person has to say something else.
 */
export function withdrawWord(project: ProjectStore, named: Shown, { at, via }: { at: number; via: Via }): TakenBack {
  const refused = (why: string): TakenBack => ({ result: 'refused', why })
  for (let tries = 1; ; tries++) {
    const shared = project.shared()
    if (!shared.ok) return refused(shared.problem.message)
    const found = closedTogether(project, named)
    if (!found.ok) return refused(found.problem.message)
    const [first] = found.value
    if (first === undefined) return refused('it has none')
    const read = whoRead(readingOf(project), found.value)
    if (!read.ok) return refused(read.problem.message)
    if (read.value.by !== null) return refused(`${read.value.by}; answer again instead`)
    const given = shared.value.grants.filter((grant) => found.value.some(({ record }) => isOf(grant, record)))
    const { revision } = shared.value
    const done = project.commit(commitOf(found.value, first, read.value.ends, { revision, given, at, via }))
    if (!done.ok) return refused(done.problem.message)
    if (done.value.result === 'done') return { result: 'withdrawn', entries: found.value.map(reopened) }
    if (tries === mostTries) return refused('other processes write without a pause; try again')
  }
}

/** Ids of the entries whose last word, said on the page, can still be taken back. */
export function withdrawable(project: Reading): Result<string[]> {
  const rows = project.records()
  if (!rows.ok) return rows
  const answered = rows.value
    .filter(({ sealed }) => sealed)
    .map(placed)
    .filter(({ record: { answeredVia } }) => answeredVia === 'page')
  const reading = readingOf(project)
  const ids: string[] = []
  for (const one of answered) {
    const together = answered.filter((other) => isTogether(other, one))
    const read = whoRead(reading, together)
    if (!read.ok) return read
    if (read.value.by === null) ids.push(one.record.id)
  }
  return { ok: true, value: ids }
}

/** The entries that one word closed, the one that is named first. */
function closedTogether(project: Reading, named: Shown): Result<Placed[]> {
  const rows = project.records()
  if (!rows.ok) return rows
  const all = rows.value.filter(({ sealed }) => sealed).map(placed)
  const first = all.find(({ record }) => isShown(record, named) && record.answeredAt !== null)
  if (first === undefined) return { ok: true, value: [] }
  const { id } = first.record
  return {
    ok: true,
    value: [first, ...all.filter((one) => one.record.id !== id && isTogether(one, first))],
  }
}

/** `ends`: the last line of each tree, as it was looked at. */
interface Read {
  by: string | null
  ends: ReadonlyMap<string, number>
}

/**
 * Who may have read the word on these entries. An agent reads it in the session of an entry with its next step, which
 * nothing tells of before it ends, and in any other session where it asks for the same.
 */
function whoRead(project: Reading, entries: readonly Placed[]): Result<Read> {
  const ends = new Map<string, number>()
  const [first] = entries
  const { answeredAt: at, answeredAs, fingerprint } = first?.record ?? { ...unanswered, fingerprint: '' }
  if (at === null) return { ok: true, value: { by: 'nothing is answered', ends } }
  let word: { root: string; seq: number } | null = null
  for (const root of new Set(entries.map((one) => one.root))) {
    const tree = project.tree(root)
    if (!tree.ok) return tree
    ends.set(root, tree.value?.seq ?? 0)
    // No agent hears that something is put off.
    if (answeredAs === 'skip' || tree.value === null) continue
    const line = wordAtEnd(tree.value.lines, entries)
    if (line === null) return { ok: true, value: { by: 'the session has gone on since and may have read it', ends } }
    if (!rests(tree.value)) return { ok: true, value: { by: 'the session is at work and may have read it', ends } }
    word ??= { root, seq: line.seq }
  }
  if (word === null || !isDigest(fingerprint)) return { ok: true, value: { by: null, ends } }
  const roots = project.namedBehind(word, fingerprint)
  if (!roots.ok) return roots
  const others = roots.value.filter((root) => !ends.has(root))
  return { ok: true, value: { by: others.length > 0 ? 'another session has asked for the same since' : null, ends } }
}

/** The line with a word on one of these entries; null where something but words stands behind it. */
function wordAtEnd(lines: readonly Line[], entries: readonly Placed[]): Line | null {
  const ids = new Set(entries.map(({ record }) => record.id))
  const at = lines.findLastIndex((line) => {
    const read = line.kind === 'answer' ? readLine(line) : null
    return read !== null && changesOf(read).some((each) => each.change === 'record.closed' && ids.has(each.id))
  })
  return lines.slice(at).every(({ kind }) => kind === 'answer') ? (lines[at] ?? null) : null
}

/** A tree that this version cannot read may be at work. */
function rests(tree: OpenedTree): boolean {
  const state = runIn(tree)?.state
  return state === 'paused' || state === 'stopped'
}

const isOf = ({ record, at }: Grant, { id, answeredAt }: RecordEntry): boolean => record === id && at === answeredAt

interface Given {
  revision: number
  given: readonly Grant[]
  at: number
  via: Via
}

function commitOf(
  entries: readonly Placed[],
  { record: { id, fingerprint } }: Placed,
  ends: ReadonlyMap<string, number>,
  { revision, given, at, via }: Given,
): Commit {
  return {
    revision,
    ...reopening(entries, id, at, ends),
    answers: [{ record: id, fingerprint, at, via, name: null, decision: 'withdrawn', text: null }],
    ended: given.map((grant) => ({ grant: grant.id, at, by: 'revoked' })),
  }
}

/** Has entries wait again, by lines behind these ends of their trees; `id` is the entry that the person named. */
export function reopening(
  entries: readonly Placed[],
  id: string,
  at: number,
  ends: ReadonlyMap<string, number | null>,
): Pick<Commit, 'trees'> & { records: WrittenRecord[] } {
  return {
    trees: [...ends].map(([root, after]) => {
      const own = entries.filter((one) => one.root === root)
      const changes = own.map(({ record }) => ({ change: 'record.reopened' as const, id: record.id }))
      return { root, after, lines: [newLine(at, { line: 'answer', record: id, changes })] }
    }),
    records: entries.map((one) => recordRow(one.root, reopened(one).record, false)),
  }
}

const reopened = ({ root, record }: Placed): Placed => ({ root, record: { ...record, status: 'open', ...unanswered } })
