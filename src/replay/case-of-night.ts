import type { DomainEvent } from '../core/event.ts'
import { fold } from '../core/fold.ts'
import { noAnswer, withAnswers } from '../core/judging/questions.ts'
import { type Change, emptyTree, type TreeState, type Word } from '../core/state.ts'
import { spanText } from '../core/text.ts'
import { type EventSpec, events, knownFields } from '../core/vocabulary.ts'
import type { CaseHead, CaseSession, CaseWorld, Expectation } from '../policy/cases/schema.ts'
import { mainSession } from '../rehearse/case.ts'
import { eventOf } from '../rehearse/event-of-step.ts'
import { emptyWorld, type Given, ImpossibleEvent } from '../rehearse/event-world.ts'
import { clean } from '../runtime/text/clean.ts'
import { changesOf, type DecisionLine, type JournalLine, type LearntSession } from '../runtime/nights/journal-line.ts'
import { digest } from '../runtime/files/node-digest.ts'
import { runWords } from './compare.ts'
import type { NumberedLine } from './read-journal.ts'

export interface Piece {
  /** The session that becomes the case's own, with all below it. */
  session: string
  /** Lines of the journal, both included. */
  from: number
  to: number
}

/** A step as a case file writes it: what happens by its name, and what is expected. */
type WrittenStep = { [name: string]: unknown; expect?: Expectation }

/** A case as its file writes it. */
export interface WrittenCase extends CaseHead {
  steps: WrittenStep[]
}

/** A piece of a night as a case: what happened, with what was decided as its expectations. Null if there is nothing. */
export function caseOfNight(
  lines: readonly NumberedLine[],
  piece: Piece,
  name: string,
  policies: string[],
): WrittenCase | null {
  const sessions = sessionsBelow(lines, piece.session)
  const names = new Map([...sessions.keys()].map((id, at) => [id, at === 0 ? mainSession : `${mainSession}-${at}`]))
  const steps: WrittenStep[] = []
  let state: TreeState = emptyTree
  let last: number | null = null
  let start: number | null = null
  for (const { number, line } of lines) {
    const before = state
    state = changesOf(line).reduce(fold, state)
    if (number < piece.from || number > piece.to) continue
    if (last !== null && changesOf(line).some(({ change }) => change === 'clock')) {
      steps.push({ clock: new Date(line.at).toISOString() })
      last = line.at
    }
    const made = stepsOf(line, names, before, state)
    if (line.line === 'sent') countPrompt(steps.at(-1))
    if (made.length === 0) continue
    start ??= line.at
    if (last !== null && line.at > last) steps.push({ wait: spanText(line.at - last) })
    last = line.at
    steps.push(...made)
  }
  if (start === null) return null
  const world = worldOf(lines, piece, sessions, names)
  return clean({
    name,
    policies,
    clock: new Date(start).toISOString(),
    ...(Object.keys(world).length > 0 && { world }),
    steps,
  })
}

/** A person's word as a case writes it. */
const writtenWord = ({ decision, text }: Word): unknown => {
  switch (decision) {
    case 'words':
      return text ?? ''
    case 'once':
    case 'project':
      return { allow: decision }
    case 'never':
    case 'skip':
      return { [decision]: true }
    default:
      decision satisfies never
      return null
  }
}

function answersOf(changes: readonly Change[]): WrittenStep[] {
  return changes.flatMap((change) =>
    change.change === 'record.closed' && change.word !== null
      ? [{ answer: { [change.id]: writtenWord(change.word) } }]
      : [],
  )
}

function stepsOf(
  line: JournalLine,
  names: ReadonlyMap<string, string>,
  before: TreeState,
  after: TreeState,
): WrittenStep[] {
  if (line.line === 'answer') return answersOf(line.changes)
  if (line.line !== 'decision') return []
  const session = names.get(line.session)
  const spec: EventSpec = events[line.event.type]
  if (session === undefined || spec.derived === true) return []
  const expect = expectationOf(line, before, after)
  return [
    {
      [line.event.type]: fieldsOf(line.event),
      ...(session !== mainSession && { session }),
      ...(Object.keys(expect).length > 0 && { expect }),
    },
  ]
}

function expectationOf({ verdict }: DecisionLine, before: TreeState, after: TreeState): Expectation {
  const run = runWords(after.run)
  return {
    ...(verdict.outcome !== 'pass' && verdict.by !== null && { verdict: verdict.outcome, by: verdict.by }),
    ...(run !== runWords(before.run) && { run }),
  }
}

/** A prompt that left belongs to the step before it. */
function countPrompt(step: WrittenStep | undefined): void {
  if (step === undefined || 'wait' in step) return
  step.expect = { ...step.expect, prompts: (step.expect?.prompts ?? 0) + 1 }
}

/** The fields that a case must give; the rest follows from them or is empty. */
function fieldsOf(given: DomainEvent): Given {
  const event = withAnswers(given, () => noAnswer)
  const fields = tellable(event)
  const told = Object.entries(fields).filter(([, value]) => value !== null && JSON.stringify(value) !== '[]')
  return told.reduce((kept: Given, [field]) => {
    const { [field]: _, ...rest } = kept
    return !ofThatNight.includes(field) && isMadeFrom(rest, event) ? rest : kept
  }, Object.fromEntries(told))
}

/** What a case may tell of an event: nothing that a person had answered before. */
function tellable({ type: _, ...event }: DomainEvent): Given {
  if (!('questions' in event)) return event
  return { ...withoutKnown(event), questions: event.questions.map(withoutKnown) }
}

const withoutKnown = (fields: Given): Given =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !knownFields.includes(field)))

/** What depends on all that was told before, which a piece of a night may not have. */
const ofThatNight = ['changed', 'wrote', 'repeated']

function isMadeFrom(given: Given, event: DomainEvent): boolean {
  try {
    const made = eventOf(
      event.type,
      given,
      emptyWorld('/project', 0, digest, () => ''),
    )
    return JSON.stringify(comparable(made)) === JSON.stringify(comparable(event))
  } catch (error) {
    if (error instanceof ImpossibleEvent) return false
    throw error
  }
}

/** The words of a valid record stand in its fields, and its raw text is read no more. */
const comparable = (event: DomainEvent): object =>
  sorted(event.type === 'record.submitted' && event.valid ? { ...event, raw: '' } : event)

const sorted = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The session and those below it, as the journal knows them; the session first. */
function sessionsBelow(lines: readonly NumberedLine[], root: string): Map<string, LearntSession | null> {
  const learnt = new Map<string, LearntSession>()
  for (const { line } of lines) if (line.line === 'session') learnt.set(line.session, line)
  const found = new Map<string, LearntSession | null>([[root, learnt.get(root) ?? null]])
  for (let grown = true; grown; ) {
    const children = [...learnt.values()].filter(
      ({ session, parent }) => !found.has(session) && parent !== null && found.has(parent),
    )
    for (const child of children) found.set(child.session, child)
    grown = children.length > 0
  }
  return found
}

function worldOf(
  lines: readonly NumberedLine[],
  { from, to }: Piece,
  sessions: ReadonlyMap<string, LearntSession | null>,
  names: ReadonlyMap<string, string>,
): CaseWorld {
  const described = [...sessions].flatMap(([id, learnt]): [string, CaseSession][] => {
    if (learnt === null) return []
    const { parent, agent, model, mode } = learnt
    const above = parent === null ? undefined : names.get(parent)
    const session = {
      ...(above !== undefined && { parent: above }),
      ...(agent !== null && { agent }),
      ...(model !== null && { model: `${model.provider}/${model.id}` }),
      ...(mode !== 'serve' && mode !== undefined && { mode }),
    }
    return [[names.get(id) ?? id, session]]
  })
  const inside = lines.filter(({ number }) => number >= from && number <= to)
  const todos = inside.flatMap(({ line }) => (line.line === 'decision' ? todosIn(line) : []))[0]
  return { ...(described.length > 0 && { sessions: Object.fromEntries(described) }), ...(todos && { todos }) }
}

/** The todos as the first rule that asked saw them. */
function todosIn({ facts }: DecisionLine): { title: string; done?: boolean }[][] {
  return Object.values(facts).flatMap((fact) => {
    if (typeof fact !== 'object' || fact === null || Array.isArray(fact) || !Array.isArray(fact['titles'])) return []
    const open = fact['titles'].map((title) => ({ title: String(title) }))
    const total = typeof fact['total'] === 'number' ? fact['total'] : open.length
    return [[...open, ...Array.from({ length: total - open.length }, () => ({ title: 'done', done: true }))]]
  })
}
