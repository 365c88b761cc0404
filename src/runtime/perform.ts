import { type Effect, failureMark } from '../core/decision.ts'
import type { DomainEvent } from '../core/event.ts'
import type { Change } from '../core/state.ts'
import type { EffectName } from '../core/vocabulary.ts'
import type { Made } from './decide.ts'
import type { Gate } from './gate.ts'
import type { Attempt, HostPort } from './ports.ts'
import type { Delivery } from './page/delivery.ts'
import type { RecordView } from './page/record-view.ts'
import { redact } from './text/redact.ts'
import type { Outcome } from './runtime.ts'
import type { Session } from './session.ts'
import type { Tree } from './nights/tree.ts'
import type { ViewText } from './view-text.ts'
import { editedLines } from './views/edited.ts'

export interface PerformParts {
  host: HostPort
  gate: Gate
  records: RecordView
  delivery: Delivery
  viewText: ViewText
  /** True if a rule instructs the session at its steps. */
  instructed: (tree: Tree, session: Session) => boolean
  /** Decides the open requests of a tree again. */
  reconsider: (tree: Tree) => void
  /** Puts a project file aside. A string says why not. */
  archive: (tree: Tree, file: string) => string | null
  /** Goes on when the host has answered. */
  settle: (session: Session, attempt: Promise<Attempt>, settled: (attempt: Attempt) => void) => void
}

/** Raises effect.failed, unless the decision itself follows from another. */
export type Raise = (effect: string, rule: string, error: string) => void

export type Perform = (tree: Tree, session: Session, made: Made, raise: Raise) => Outcome

/** Performs the effects of decisions, each in order: records, answer, prompt, notices last. */
export const createPerform =
  (parts: PerformParts): Perform =>
  (tree, session, made, raise) =>
    perform(parts, tree, session, made, raise)

function perform(parts: PerformParts, tree: Tree, session: Session, made: Made, raise: Raise): Outcome {
  const { host, gate, records } = parts
  const { event, decision, unwritten } = made
  const { effects, verdict } = decision
  const hasRecords = decision.changes.some(isOfRecord)
  showRecords(parts, event, hasRecords)
  const failure = hasRecords ? unwritten : null
  if (failure !== null) raise('record', ruleOf(effects, 'record'), failure)

  const sorted = sortEffects(effects)
  const replies = sorted.answer.map((effect) =>
    effect.effect === 'show'
      ? redact(parts.viewText(tree, effect.view, event, parts.instructed(tree, session)))
      : replyText(effect, failure),
  )
  if (sorted.abort !== null) {
    const { by } = sorted.abort
    parts.settle(session, host.abort(tree.root), (attempt) => {
      if (!attempt.ok) raise('abort', by, attempt.error)
    })
  }
  for (const effect of sorted.archive) {
    const problem = parts.archive(tree, effect.file)
    if (problem !== null) raise('archive', effect.by, problem)
  }
  if (sorted.reconsider) parts.reconsider(tree)
  if (decision.changes.some(({ change }) => change === 'prompt.pending')) rememberCause(tree, event)
  const isTurnEnd = session === tree.root && (event.type === 'step.ended' || event.type === 'turn.ended')
  // The host deletes children first, so the root may be next: what waits to be sent has its time to look again.
  if (event.type !== 'session.closed') gate.look(tree, isTurnEnd ? 'turn-end' : 'later')
  // What ends a run says what a person may take for an answer and is none.
  const edits = event.type === 'run.stopped' ? editedLines(records.edited(tree.state.records.map(({ id }) => id))) : []
  for (const effect of sorted.notices) host.notify(session, [effect.text, ...edits].join('\n'), effect.level)
  const reply = replies.length === 0 ? null : replies.join('\n\n')
  return { decision, verdict, reply, instructions: sorted.instructions }
}

type EffectOf<Name extends EffectName> = Extract<Effect, { effect: Name }>

interface Sorted {
  answer: EffectOf<'reply' | 'show'>[]
  abort: EffectOf<'abort'> | null
  archive: EffectOf<'archive'>[]
  reconsider: boolean
  notices: EffectOf<'notify'>[]
  instructions: string[]
}

/** What is done here of the effects, by kind; an event aborts and reconsiders once, whoever wants it. */
function sortEffects(effects: readonly Effect[]): Sorted {
  const sorted: Sorted = { answer: [], abort: null, archive: [], reconsider: false, notices: [], instructions: [] }
  for (const effect of effects) {
    switch (effect.effect) {
      case 'reply':
      case 'show':
        sorted.answer.push(effect)
        break
      case 'abort':
        sorted.abort ??= effect
        break
      case 'archive':
        sorted.archive.push(effect)
        break
      case 'reconsider':
        sorted.reconsider = true
        break
      case 'notify':
        sorted.notices.push(effect)
        break
      case 'instruct':
        sorted.instructions.push(effect.text)
        break
      // The agent reads it in what it is refused with.
      case 'answer':
        break
      // Memory holds these, and who watches it acts on it: the gate on prompts and the end of a run, the alarm on
      // timers, the pages on records.
      case 'prompt':
      case 'pause':
      case 'stop':
      case 'schedule':
      case 'cancel':
      case 'record':
      case 'close':
        break
      default:
        effect satisfies never
    }
  }
  return sorted
}

/** Has the pages follow. Also when nothing is new: somebody may have set a page back. */
function showRecords({ records, delivery }: PerformParts, event: DomainEvent, hasRecords: boolean): void {
  // The notice of the end says what reads differently on the pages, so they are looked at first.
  if (event.type === 'run.stopped') records.deliver()
  else if (hasRecords || event.type === 'turn.ended') delivery.soon()
}

const replyText = ({ text, unwritten }: EffectOf<'reply'>, failure: string | null): string =>
  failure === null || unwritten === null ? text : unwritten.replaceAll(failureMark, failure)

/** If the prompt cannot wait, the run ends for what made it wait. */
function rememberCause(tree: Tree, event: DomainEvent): void {
  const failed = event.type === 'turn.failed' && event.kind !== 'rate-limit' && event.kind !== 'quota'
  tree.gate.ifLate = failed ? 'error' : 'limit'
  tree.gate.pause = 0
  tree.gate.obstacle = null
}

const ruleOf = (effects: readonly Effect[], name: EffectName): string =>
  effects.find(({ effect }) => effect === name)?.by ?? ''

type RecordChange = Extract<Change, { change: `record.${string}` }>

/** Whether a page shows what changes of records say. */
const onPage = {
  'record.added': true,
  'record.counted': true,
  'record.closed': true,
  'record.reopened': true,
  'record.dropped': false,
} as const satisfies Record<RecordChange['change'], boolean>

const isNamed = (kind: Change['change']): kind is keyof typeof onPage => Object.hasOwn(onPage, kind)
const isOfRecord = ({ change }: Change): boolean => isNamed(change) && onPage[change]
