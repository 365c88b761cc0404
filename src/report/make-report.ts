import type { AnswerRow, Grant, Kept, Unsealed } from '../store/store.ts'
import type { Figures } from '../runtime/keep/figures.ts'
import type { LostOutlet } from '../runtime/lost-outlets.ts'
import { unsealedNames } from '../runtime/nights/unsealed-text.ts'
import { itemsOf, longestShort, said } from './bounds.ts'
import { countWaiting, decidedIn, type LineOf, type PlacedEntry, waitingOf } from './entries.ts'
import type { FileCounts, Report, SessionOutcome, SessionReport, Span, Warning } from './schema.ts'
import { type Night, rulesOf } from './tally.ts'

/** One session tree as the store has it. */
export interface FoundSession {
  root: string
  title: string | null
  /** Null where its lines were taken away after their time, or none reaches into the span. */
  night: (Night & { outcome: SessionOutcome }) | null
  /** What was kept of lines that were taken away; null as long as they are there. */
  figures: Figures | null
  /** Lines that this version cannot read. */
  unreadable: number
  unsealed: readonly Unsealed[]
  /** The smallest cost that its policies let a run reach. */
  costLimit: number | null
}

/** All that a report is made of. */
export interface Found {
  project: string
  zone: string
  now: number
  span: Span
  sessions: readonly FoundSession[]
  /** Of the whole project; only sealed ones. */
  entries: readonly PlacedEntry[]
  answers: readonly Kept<AnswerRow>[]
  grants: readonly Kept<Grant>[]
  /** Entries without a seal of ours. */
  foreignEntries: number
  isRenewed: boolean
  faults: readonly { id: string; at: number }[]
  /** By what notices did not arrive. */
  lost: readonly LostOutlet[]
  /** What changed since a commit; of files that git does not track, those that calls told of. */
  files: (since: string, told: ReadonlySet<string>) => FileCounts
}

const mostUnsealed = 10

/** Makes the report of what was found; pure but for `files`, which is asked once for each commit. */
export function makeReport(found: Found): Report {
  const { project, zone, now, span } = found
  const shown = new Set(found.sessions.map(({ root }) => root))
  const own = found.entries.filter(({ root }) => shown.has(root))
  const from = span.of === 'since' ? span.from : 0
  const isOwn = ownIn(own)
  const written = new Map(found.sessions.map(({ root, night }) => [root, night?.entries]))
  const lineOf: LineOf = (root, id) => written.get(root)?.get(id) ?? null
  const told = new Set(found.sessions.flatMap(({ night }) => [...(night?.wrote ?? [])]))
  const counted = new Map<string, FileCounts>()
  const files = (since: string): FileCounts => {
    const known = counted.get(since) ?? found.files(since, told)
    counted.set(since, known)
    return known
  }
  return {
    version: 1,
    project,
    zone,
    made: now,
    span,
    sessions: found.sessions.map((session) => sessionOf(session, now, files)),
    waiting: waitingOf(own, lineOf),
    elsewhere: countWaiting(found.entries.filter(({ root }) => !shown.has(root))),
    decided: decidedIn(own, lineOf),
    answers: found.answers
      .filter(({ sealed, at, record }) => sealed && at >= from && (span.of !== 'sessions' || isOwn(record)))
      .map(({ record, at, via, name, decision, text }) => ({
        entry: record,
        at,
        via,
        name: name === null ? null : said(name, longestShort),
        decision,
        text: text === null ? null : said(text),
      })),
    grants: found.grants
      .filter(({ sealed, ended, record }) => {
        const isNow = ended === null || ended.at >= from
        return sealed && isNow && (span.of !== 'sessions' || (record !== null && isOwn(record)))
      })
      .map(({ id, subject, reach, at, ended }) => ({ id, subject: said(subject, longestShort), reach, at, ended })),
    warnings: [
      ...found.sessions.flatMap(warningsOf),
      ...foreignIn(found),
      ...faultsSince(found, from),
      ...lostSince(found, from),
    ],
  }
}

function ownIn(entries: readonly PlacedEntry[]): (id: string) => boolean {
  const ids = new Set(entries.map(({ record }) => record.id))
  return (id) => ids.has(id)
}

function sessionOf(found: FoundSession, now: number, files: (since: string) => FileCounts): SessionReport {
  const { root, title, night, figures, costLimit } = found
  const shared = { id: root, title: title === null || title === '' ? null : said(title, longestShort) }
  const limit = { cost: costLimit }
  if (night === null && figures !== null) return { ...shared, ...nothing, ...keptOf(figures), limit }
  if (night === null) return { ...shared, ...nothing, limit, outcome: { is: 'unknown', why: 'unreadable' } }
  const { request, begun, last, runs, head, spent, claim, outcome } = night
  const { stops, tools, course, wrote, mishaps, waits, moments } = night
  return {
    ...shared,
    request,
    begun,
    last,
    outcome: outcomeAt(outcome, now),
    runs,
    stops: itemsOf(stops),
    head,
    spent,
    limit,
    tools: [...tools.values()].sort((a, b) => b.times - a.times),
    course: course.done(),
    longest: night.longest,
    wrote: [...wrote].map((path) => said(path, longestShort)),
    files: head.begin === null ? noBegin : withNewOf(files(head.begin), wrote),
    rules: rulesOf(night),
    prompts: [...night.prompts].map(([rule, times]) => ({ rule, times })),
    mishaps: itemsOf(mishaps),
    waits: itemsOf(waits),
    moments: itemsOf(moments),
    momentsLeft: moments.more,
    left: stops.more + mishaps.more + waits.more,
    claim: claim === null ? null : { ...claim, text: said(claim.text) },
  }
}

/** What was asked of a person until some time past is not asked any more: whoever asked it has ended. */
const outcomeAt = (outcome: SessionOutcome, now: number): SessionOutcome =>
  outcome.is === 'at-work' ? { ...outcome, asks: outcome.asks.filter(({ until }) => until > now) } : outcome

/** Of files that git does not track, those that a call of the session has told of; others may be older than it. */
function withNewOf(counts: FileCounts, wrote: ReadonlySet<string>): FileCounts {
  if (counts.is === 'unknown') return counts
  return { ...counts, files: counts.files.filter(({ path, isTracked }) => isTracked || wrote.has(path)) }
}

const noBegin: FileCounts = { is: 'unknown', why: 'no-begin', detail: null }

const nothing = {
  request: null,
  begun: null,
  last: null,
  runs: 0,
  stops: [],
  head: { begin: null, end: null },
  spent: { turns: 0, steps: 0, calls: 0, prompts: 0, tokens: 0, cost: 0, helpers: { steps: 0, tokens: 0, cost: 0 } },
  tools: [],
  longest: [],
  course: { turns: [], costs: [] },
  wrote: [],
  files: noBegin,
  rules: [],
  prompts: [],
  mishaps: [],
  waits: [],
  moments: [],
  momentsLeft: 0,
  left: 0,
  claim: null,
} satisfies Partial<SessionReport>

function keptOf({
  begin,
  end,
  turns,
  tokens,
  cost,
  prompts,
}: Figures): Partial<SessionReport> & Pick<SessionReport, 'outcome'> {
  const spent = { ...nothing.spent, turns, tokens, prompts, cost }
  return { begun: begin, last: end, spent, outcome: { is: 'unknown', why: 'reduced' } }
}

function warningsOf({ root: session, night, figures, unreadable, unsealed }: FoundSession): Warning[] {
  const names = unsealedNames(unsealed)
  const lines = names.slice(0, mostUnsealed)
  return [
    ...(names.length === 0 ? [] : [{ is: 'unsealed' as const, session, lines, more: names.length - lines.length }]),
    ...(unreadable === 0 ? [] : [{ is: 'unreadable' as const, session, lines: unreadable }]),
    ...(figures === null ? [] : [{ is: 'reduced' as const, session }]),
    ...(night === null ? [] : itemsOf(night.warned)).map((one): Warning => ({ session, ...one })),
  ]
}

function foreignIn({ foreignEntries: entries, answers, grants, isRenewed }: Found): Warning[] {
  const unsealed = (rows: readonly { sealed: boolean }[]): number => rows.filter(({ sealed }) => !sealed).length
  const counts = { entries, answers: unsealed(answers), grants: unsealed(grants) }
  return [
    ...(counts.entries + counts.answers + counts.grants === 0 ? [] : [{ is: 'foreign' as const, ...counts }]),
    ...(isRenewed ? [{ is: 'decisions-do-not-fit' as const }] : []),
  ]
}

const faultsSince = ({ faults }: Found, from: number): Warning[] =>
  faults.flatMap(({ id, at }): Warning[] => (at < from ? [] : [{ is: 'fault', id, at }]))

const lostSince = ({ lost }: Found, from: number): Warning[] =>
  lost.flatMap(({ outlet, why, at }): Warning[] =>
    at < from ? [] : [{ is: 'not-reached', outlet: said(outlet, longestShort), why: said(why, longestShort), at }],
  )
