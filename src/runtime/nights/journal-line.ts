import type { Decision, Effect, Verdict } from '../../core/decision.ts'
import type { DomainEvent, EventOf, Json } from '../../core/event.ts'
import { type Change, changeKinds, slotOperations } from '../../core/state.ts'
import type { Line, NewLine } from '../../store/store.ts'
import { clean, cleanerOf, type EventCleaner } from '../text/clean.ts'
import { cutKept } from '../text/cut.ts'
import { upgradedChanges, upgradedEffects } from '../older/lines.ts'
import type { HostMode } from '../options.ts'
import type { Session } from '../session.ts'

/** The longest text of an event or a fact in a line, in UTF-16 units; what memory keeps may be longer. */
const longestText = 2000
/** The same for a text of an event that was not read when it was decided. */
export const longestUnread = 200

interface Head {
  v: 1
  /** From 1 in each tree. */
  seq: number
  process: string
  at: number
}

/** Which rules matched or erred, and what a rule in observe mode would have done. */
export interface RuleLine {
  rule: string
  outcome: 'matched' | 'observed' | 'not-matched'
  errors?: string[]
  would?: string[]
  dropped?: string[]
}

export interface DecisionLine {
  line: 'decision'
  session: string
  event: DomainEvent
  facts: Record<string, Json>
  set: string
  rules: RuleLine[]
  verdict: Verdict
  /** What the set would have said by itself, where a stricter one beside it decided. */
  overruled?: Verdict
  effects: Effect[]
  changes: Change[]
  /** The commit that was checked out when a run began or ended by this; not there outside of git. */
  head?: string
}

/** A call of which the rules made nothing; what it was given and what came of it is not kept. */
export interface CallLine {
  line: 'call'
  session: string
  tool: string
  ok: boolean
  /** Files that it left in another state. */
  wrote: string[]
  /** Milliseconds; lines of earlier versions do not have it, nor those of a host that does not tell. */
  lasted?: number
}

/** Everything that a session tree's journal says besides when and by which process. */
export type LineBody =
  | DecisionLine
  | CallLine
  /** The tree decides by this set from here on. */
  | { line: 'set'; set: string; changes: Change[] }
  /** What is known of a session, so that a later process need not ask. */
  | ({ line: 'session' } & LearntSession)
  /** A prompt of ours left. */
  | { line: 'sent'; session: string; turn: string; mark: string; by: string; text: string; changes: Change[] }
  /** A person answered a record. */
  | { line: 'answer'; record: string; changes: Change[] }
  /** Memory changed without an event: a ceiling, a time that is over, a prompt that could not be sent. */
  | { line: 'change'; why: string; changes: Change[]; head?: string }

export type JournalLine = Head & LineBody

export interface LearntSession {
  session: string
  parent: string | null
  agent: string | null
  model: Session['model']
  variant: string | null
  hasTask: boolean
  mode: HostMode
}

/** How texts are kept that only explain what was decided. */
export interface Kept {
  digest: (text: string) => string
  /** The fields of the event whose long texts were read. */
  read: ReadonlySet<string>
  /** Cleans the event; without it what is made for it. */
  cleaner?: EventCleaner
}

/** The line of a decision, or null if the decision leaves nothing to remember or to tell. */
export function decisionLine(
  session: string,
  event: DomainEvent,
  set: string,
  decision: Decision,
  kept: Kept,
): DecisionLine | CallLine | null {
  const rules = decision.trace.flatMap((trace): RuleLine[] => {
    if (trace.outcome === 'not-matched' && trace.errors.length === 0) return []
    const { rule, outcome, errors, would, dropped } = trace
    return [
      {
        rule,
        outcome,
        ...(errors.length > 0 && { errors }),
        ...(would.length > 0 && { would }),
        ...(dropped.length > 0 && { dropped }),
      },
    ]
  })
  const { verdict, overruled, effects, changes } = decision
  const isNothing = rules.length === 0 && effects.length === 0 && changes.length === 0 && decision.derived.length === 0
  if (isNothing && event.type === 'tool.finished') return callLine(session, event)
  if (isNothing && !isOfHelper(event) && !isLeftAlone(event, decision)) return null
  return {
    line: 'decision',
    session,
    event: keptEvent(event, kept),
    facts: clean(decision.facts, (text) => cutKept(text, longestText, kept.digest)),
    set,
    rules,
    verdict,
    ...(overruled !== null && { overruled }),
    effects,
    changes,
  }
}

const callLine = (session: string, { tool, ok, wrote, lasted }: EventOf<'tool.finished'>): CallLine => ({
  line: 'call',
  session,
  ...clean({ tool, ok, wrote }),
  ...(lasted !== null && { lasted }),
})

/** A turn of the root counts by itself, that of a helper is only told. */
const isOfHelper = ({ type }: DomainEvent): boolean => type === 'turn.ended'

/** A request that an inactive policy left to the host is a decision too. */
const isLeftAlone = ({ type }: DomainEvent, { closed }: Decision): boolean =>
  (type === 'permission.asked' || type === 'question.asked') && closed.length > 0

/** An event with its texts as far as rules used them. */
function keptEvent(event: DomainEvent, { digest, read, cleaner = cleanerOf(event) }: Kept): DomainEvent {
  const shortened = Object.entries(event).map(([name, value]) => {
    const longest = typeof value !== 'string' || read.has(name) ? longestText : longestUnread
    return [name, cleaner.field(name, value, (text) => cutKept(text, longest, digest))]
  })
  return Object.fromEntries(shortened)
}

/** Lines with the commit that is checked out, where a run begins or ends; it is looked up once, and only then. */
export function withHead(lines: readonly LineBody[], look: () => string | null): LineBody[] {
  let found: { head?: string } | null = null
  const head = (): { head?: string } => {
    if (found !== null) return found
    const commit = look()
    found = commit === null ? {} : { head: commit }
    return found
  }
  return lines.map((line) =>
    (line.line === 'decision' || line.line === 'change') && line.changes.some(turnsRun) ? { ...line, ...head() } : line,
  )
}

const turnsRun = (change: Change): boolean => change.change === 'run' && change.to !== 'ready'

/** A line as the store takes it. */
export function newLine(at: number, { line, ...body }: LineBody): NewLine {
  return { at, kind: line, body: JSON.stringify(body) }
}

/** A line of the store; null if this version cannot read it. */
export function readLine({ seq, process, at, kind, body }: Line): JournalLine | null {
  const value = parsed(body)
  if (typeof value !== 'object' || value === null) return null
  return knownLine(Object.assign(value, { v: 1, seq, process, at, line: kind }))
}

/** A line as an export has it; null for what this version cannot read. */
export const parseLine = (text: string): JournalLine | null => knownLine(parsed(text))

const knownLine = (value: unknown): JournalLine | null => (isLine(value) ? upgraded(value) : null)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A line of an older version as this one has it. */
function upgraded(line: JournalLine): JournalLine {
  if (!('changes' in line)) return line
  const changes = upgradedChanges(line.changes)
  if (line.line !== 'decision') return { ...line, changes }
  return { ...line, changes, effects: upgradedEffects(line.effects, changes) }
}

const kinds = {
  decision: (line) => hasChanges(line) && isDecision(line),
  call: (line) => 'tool' in line && typeof line.tool === 'string' && 'wrote' in line && Array.isArray(line.wrote),
  set: hasChanges,
  session: () => true,
  sent: hasChanges,
  answer: hasChanges,
  change: hasChanges,
} satisfies Record<LineBody['line'], (line: object) => boolean>

function hasChanges(line: object): boolean {
  return 'changes' in line && Array.isArray(line.changes) && line.changes.every(isKnown)
}

/** Whether what is read of every decision is there. */
function isDecision(line: object): boolean {
  if (!('event' in line) || !hasName(line.event, 'type')) return false
  if (!('verdict' in line) || !hasName(line.verdict, 'outcome')) return false
  const { rules, effects } = { rules: null, effects: null, ...line }
  return areAll(rules, 'rule') && areAll(effects, 'effect')
}

const areAll = (list: unknown, name: string): boolean => Array.isArray(list) && list.every((one) => hasName(one, name))

/** Whether a value has a text under a name. */
const hasName = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'string'

/** Whether this version knows what a change does. */
function isKnown(change: unknown): boolean {
  if (typeof change !== 'object' || change === null || !('change' in change)) return false
  if (typeof change.change !== 'string' || !Object.hasOwn(changeKinds, change.change)) return false
  if (change.change === 'shadow') return 'of' in change && isKnown(change.of)
  if (change.change !== 'slot') return true
  const operation = 'operation' in change ? change.operation : null
  return (
    typeof operation === 'object' &&
    operation !== null &&
    'do' in operation &&
    typeof operation.do === 'string' &&
    Object.hasOwn(slotOperations, operation.do)
  )
}

function isLine(value: unknown): value is JournalLine {
  if (typeof value !== 'object' || value === null) return false
  const has = (key: string): unknown => (key in value ? Reflect.get(value, key) : undefined)
  if (has('v') !== 1 || typeof has('at') !== 'number' || typeof has('process') !== 'string') return false
  const kind = has('line')
  return typeof kind === 'string' && isKind(kind) && kinds[kind](value)
}

const isKind = (name: string): name is LineBody['line'] => Object.hasOwn(kinds, name)

/** The changes that a line makes, in order. */
export const changesOf = (line: LineBody): readonly Change[] => ('changes' in line ? line.changes : [])
