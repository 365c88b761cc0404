import type { DomainEvent } from '../core/event.ts'
import { type Bounded, bounded, mostListed, mostSubjects, said, longestShort } from './bounds.ts'
import { type CourseFold, createCourse } from './course.ts'
import { refused } from '../core/judging/subject.ts'
import type { DecisionLine } from '../runtime/nights/journal-line.ts'
import type { LongCall, Mishap, Moment, RuleCounts, SessionReport, ToolCounts, WaitReport } from './schema.ts'

type Stop = SessionReport['stops'][number]
type SpentCounts = SessionReport['spent']
export type Warned = { at: number } & (
  | { is: 'unwritten'; text: string }
  | { is: 'changed'; file: string; change: Edit }
)
type Edit = Extract<DomainEvent, { type: 'memory.tampered' }>['change']

/** Fingerprints that are remembered to tell a request that comes again; beyond them one counts as new. */
const mostFingerprints = 10_000

interface RuleTally {
  counts: RuleCounts
  /** As the lines have them. */
  subjects: Map<string, number>
}

/** What the lines of one session tree add up to, from the run on that reaches into the time that is asked for. */
export interface Night {
  request: SessionReport['request']
  begun: number | null
  last: number | null
  runs: number
  stops: Bounded<Stop>
  head: SessionReport['head']
  spent: SpentCounts
  /** By name, as the lines have it. */
  tools: Map<string, ToolCounts>
  course: CourseFold
  /** The longest call first. */
  longest: LongCall[]
  /** As the lines have them. */
  wrote: Set<string>
  /** The line that wrote an entry down, by its id; also those of earlier runs. */
  entries: Map<string, number>
  rules: Map<string, RuleTally>
  seen: Set<string>
  prompts: Map<string, number>
  mishaps: Bounded<Mishap>
  waits: Bounded<WaitReport>
  claim: SessionReport['claim']
  warned: Bounded<Warned>
  moments: Bounded<Moment>
}

export const emptyNight = (): Night => ({
  request: null,
  begun: null,
  last: null,
  runs: 0,
  stops: bounded(),
  head: { begin: null, end: null },
  spent: {
    turns: 0,
    steps: 0,
    calls: 0,
    prompts: 0,
    tokens: 0,
    cost: 0,
    helpers: { steps: 0, tokens: 0, cost: 0 },
  },
  tools: new Map(),
  course: createCourse(),
  longest: [],
  wrote: new Set(),
  entries: new Map(),
  rules: new Map(),
  seen: new Set(),
  prompts: new Map(),
  mishaps: bounded(),
  waits: bounded(),
  claim: null,
  warned: bounded(),
  moments: bounded(),
})

/** What stands for tools beyond those that are listed. */
const otherTools = 'other tools'

/** The longest calls of a session that are listed. */
const mostLongest = 10

/** A call as its line tells it. */
interface EndedCall {
  tool: string
  ok: boolean
  lasted?: number | null
}

/** Counts a call that ended. */
export function countCall({ tools, course, longest }: Night, call: EndedCall, at: number): void {
  const { tool, ok } = call
  // Lines of earlier versions do not tell it.
  const lasted = call.lasted ?? null
  const name = tools.has(tool) || tools.size < mostListed ? tool : otherTools
  const counts = tools.get(name) ?? { tool: said(name, longestShort), times: 0, failed: 0, lasted: null }
  tools.set(name, counts)
  counts.times += 1
  if (!ok) counts.failed += 1
  course.call(at)
  if (lasted === null) return
  counts.lasted = (counts.lasted ?? 0) + lasted
  const place = longest.findIndex((one) => one.lasted < lasted)
  if (place < 0 && longest.length >= mostLongest) return
  longest.splice(place < 0 ? longest.length : place, 0, { at, tool: said(tool, longestShort), ok, lasted })
  longest.splice(mostLongest)
}

/** What became of a request, by which rule; null where nothing was asked, or no rule answered. */
export function answerIn({ event, verdict, effects }: DecisionLine) {
  const what = refused(event)
  if (verdict.outcome === 'pass' || verdict.by === null || what === null) return null
  const isRecorded = effects.some(({ effect }) => effect === 'record')
  return { did: didOf(event, verdict.outcome, isRecorded), by: verdict.by, what }
}

/** Counts what became of a request, by rule. */
export function judge(night: Night, line: DecisionLine): void {
  const answer = answerIn(line)
  if (answer === null) return
  const { did, by, what } = answer
  const key = `${by} ${did}`
  const tally = night.rules.get(key) ?? newTally(by, did)
  night.rules.set(key, tally)
  tally.counts.times += 1
  const known = `${did} ${what.fingerprint}`
  if (night.seen.has(known)) tally.counts.repeated += 1
  else if (night.seen.size < mostFingerprints) night.seen.add(known)
  const { subject } = what
  const times = tally.subjects.get(subject)
  if (times !== undefined || tally.subjects.size < mostSubjects) tally.subjects.set(subject, (times ?? 0) + 1)
  else tally.counts.more += 1
}

const newTally = (rule: string, did: RuleCounts['did']): RuleTally => ({
  counts: { rule, did, times: 0, repeated: 0, subjects: [], more: 0 },
  subjects: new Map(),
})

/** What was to be asked of a person and is written down waits for one; all else is refused for good. */
function didOf(event: DomainEvent, outcome: 'allow' | 'ask' | 'deny', isRecorded: boolean): RuleCounts['did'] {
  switch (outcome) {
    case 'allow':
      return 'allowed'
    case 'ask':
      return 'asked'
    case 'deny':
      return isRecorded && (event.type === 'permission.asked' || event.type === 'question.asked')
        ? 'diverted'
        : 'refused'
  }
}

/** The tallies of a night as a report lists them, the most frequent first. */
export const rulesOf = ({ rules }: Night): RuleCounts[] =>
  [...rules.values()]
    .map(({ counts, subjects }) => ({
      ...counts,
      subjects: [...subjects].map(([text, times]) => ({ text: said(text, longestShort), times })),
    }))
    .sort((a, b) => b.times - a.times)
