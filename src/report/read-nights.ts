import type { PolicySet } from '../core/policy.ts'
import { recordIn } from '../runtime/answers/record-rows.ts'
import { keptFaults } from '../runtime/fault/keep-fault.ts'
import { readLine } from '../runtime/nights/journal-line.ts'
import { type Figures, readFigures } from '../runtime/keep/figures.ts'
import { lostOutlets } from '../runtime/lost-outlets.ts'
import { createKinds, noTrees } from '../runtime/page/kinds.ts'
import { shownSet } from '../runtime/nights/stored-set.ts'
import type { ProjectStore, Result, Unsealed } from '../store/store.ts'
import type { PlacedEntry } from './entries.ts'
import { type Found, type FoundSession, makeReport } from './make-report.ts'
import { foldNight } from './night.ts'
import type { Report, Span } from './schema.ts'

/** What a report needs of the world; `files` says what changed since a commit. */
export interface ReportWorld extends Pick<Found, 'now' | 'zone' | 'files'> {
  digest: (text: string) => string
}

/** Which nights: those with work since a time, all, or those of some roots. */
export type Wanted = Span & { roots?: readonly string[] }

/** Lines that are read at once, so that a long night takes no more memory than a short one. */
const page = 250

/** Reads the nights of a project and makes their report. Nothing is written. */
export function readReport(project: ProjectStore, wanted: Wanted, world: ReportWorld): Result<Report> {
  const { roots: named, ...span } = wanted
  const from = span.of === 'since' ? span.from : 0
  const found = named === undefined ? project.roots(from) : { ok: true as const, value: [...named] }
  if (!found.ok) return found
  const titles = project.titles()
  if (!titles.ok) return titles
  const readSets = setReader(world.digest)
  const sessions: FoundSession[] = []
  for (const root of found.value) {
    const session = sessionIn(project, root, from, titles.value.get(root) ?? null, readSets)
    if (!session.ok) return session
    if (session.value !== null) sessions.push(session.value)
  }
  const shared = sharedIn(project, world.digest)
  if (!shared.ok) return shared
  const { now, zone, files } = world
  return {
    ok: true,
    value: makeReport({ project: project.directory, span, now, zone, files, sessions, ...shared.value }),
  }
}

/** Null for a session of which nothing reaches into the time that is asked for. */
function sessionIn(
  project: ProjectStore,
  root: string,
  from: number,
  title: string | null,
  readSets: ReadSets,
): Result<FoundSession | null> {
  const sets = project.sets(root)
  if (!sets.ok) return sets
  const policies = readSets(sets.value)
  const fold = foldNight(root, from, (hash) => policies.get(hash)?.proofs ?? null)
  const unsealed: Unsealed[] = []
  let unreadable = 0
  let first: number | null = null
  for (let after = 0; ; ) {
    const read = project.since(root, after, page)
    if (!read.ok) return read
    const { lines, seq } = read.value
    first ??= lines[0]?.seq ?? null
    for (const line of lines) {
      const known = readLine(line)
      if (known === null) unreadable += 1
      else fold.take(known)
    }
    unsealed.push(...read.value.unsealed)
    if (seq <= after || lines.length + read.value.unsealed.length < page) break
    after = seq
  }
  const night = fold.done()
  const kept = first === 1 ? noFigures : figuresIn(project, root)
  if (!kept.ok) return kept
  const figures = kept.value
  const isOver = figures !== null && figures.end < from
  if (night === null && unreadable === 0 && (figures === null || isOver)) return { ok: true, value: null }
  const costs = [...policies.values()].flatMap(({ limits }) => limits.flatMap(({ cost }) => cost ?? []))
  const costLimit = costs.length === 0 ? null : Math.min(...costs)
  return { ok: true, value: { root, title, night, figures, unreadable, unsealed, costLimit } }
}

const noFigures: Result<Figures | null> = { ok: true, value: null }

/** What was kept of lines that were taken away. A tree that has all of them is not opened for it: that may take long. */
function figuresIn(project: ProjectStore, root: string): Result<Figures | null> {
  const tree = project.tree(root)
  if (!tree.ok) return tree
  const kept = tree.value?.figures ?? null
  return { ok: true, value: kept === null ? null : readFigures(kept) }
}

type ReadSets = (sets: readonly { hash: string; documents: string }[]) => Map<string, PolicySet>

/** Reads sets of policies. Most nights of a project share theirs, and each is compiled once. */
function setReader(digest: (text: string) => string): ReadSets {
  const known = new Map<string, PolicySet | null>()
  const read = (hash: string, documents: string): PolicySet | null => {
    const key = `${hash} ${documents}`
    const before = known.get(key)
    if (before !== undefined) return before
    const made = shownSet(hash, documents, digest)
    const set = typeof made === 'string' ? null : made.set
    known.set(key, set)
    return set
  }
  return (sets) =>
    new Map(
      sets.flatMap(({ hash, documents }) => {
        const set = read(hash, documents)
        return set === null ? [] : [[hash, set] as const]
      }),
    )
}

type SharedParts = Pick<Found, 'entries' | 'answers' | 'grants' | 'foreignEntries' | 'isRenewed' | 'faults' | 'lost'>

function sharedIn(project: ProjectStore, digest: (text: string) => string): Result<SharedParts> {
  const records = project.records()
  if (!records.ok) return records
  const answers = project.answers()
  if (!answers.ok) return answers
  const grants = project.grants()
  if (!grants.ok) return grants
  // Last, since the others look at more of it.
  const shared = project.shared()
  if (!shared.ok) return shared
  const faults = keptFaults(project)
  if (!faults.ok) return faults
  const lost = lostOutlets(project)
  if (!lost.ok) return lost
  const kinds = createKinds(noTrees, digest)
  const entries = records.value.flatMap((row): PlacedEntry[] =>
    row.sealed ? [{ root: row.root, record: recordIn(row.body), kind: kinds(project, row.root, row.kind) }] : [],
  )
  return {
    ok: true,
    value: {
      entries,
      answers: answers.value,
      grants: grants.value,
      foreignEntries: records.value.length - entries.length,
      isRenewed: shared.value.isRenewed,
      faults: faults.value.map(({ fault, at }) => ({ id: fault.id, at })),
      lost: lost.value,
    },
  }
}
