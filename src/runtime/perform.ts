import { type Decision, type Effect, failureMark } from '../core/decision.ts'
import type { DomainEvent } from '../core/event.ts'
import type { Gate } from './gate.ts'
import type { HostPort } from './ports.ts'
import type { RecordView } from './record-view.ts'
import { redact } from './redact.ts'
import type { Outcome } from './runtime.ts'
import type { Session } from './session.ts'
import type { Tree } from './tree.ts'
import type { ViewText } from './view-text.ts'

export interface PerformActions {
  /** True if a rule instructs the session at its steps. */
  instructed: (tree: Tree, session: Session) => boolean
  reconsider: (tree: Tree) => void
  /** Puts a project file aside. A string says why not. */
  archive: (file: string) => string | null
  /** Raises effect.failed, unless the decision itself follows from another. */
  failed: (effect: string, rule: string, error: string) => void
}

/** Performs the effects of a decision in order: records, answer, prompt, notices last. */
export function perform(
  host: HostPort,
  gate: Gate,
  records: RecordView,
  viewText: ViewText,
  actions: PerformActions,
  tree: Tree,
  session: Session,
  event: DomainEvent,
  decision: Decision,
): Outcome {
  const { effects, verdict } = decision
  const failure = showRecords(host, records, tree, event, decision)
  if (failure !== null) actions.failed('record', ruleOf(effects, 'record'), failure)

  const reply = replyText(effects, failure, (view) =>
    redact(viewText(tree, view, event, actions.instructed(tree, session))),
  )
  if (effects.some(({ effect }) => effect === 'abort')) {
    void host.abort(tree.root).then((attempt) => {
      if (!attempt.ok) actions.failed('abort', ruleOf(effects, 'abort'), attempt.error)
    })
  }
  for (const effect of effects) {
    if (effect.effect !== 'archive') continue
    const problem = actions.archive(effect.file)
    if (problem !== null) actions.failed('archive', effect.by, problem)
  }
  if (effects.some(({ effect }) => effect === 'reconsider')) actions.reconsider(tree)
  if (decision.changes.some(({ change }) => change === 'prompt.pending')) rememberCause(tree, event)
  const isTurnEnd = session === tree.root && (event.type === 'step.ended' || event.type === 'turn.ended')
  // The host deletes children first, so the root may be next: what waits to be sent has its time to look again.
  if (event.type !== 'session.closed') gate.look(tree, isTurnEnd ? 'turn-end' : 'later')
  for (const effect of effects) {
    if (effect.effect === 'notify') host.notify(session, effect.text, effect.level)
  }
  const instructions = effects.flatMap((effect) => (effect.effect === 'instruct' ? effect.text : []))
  return { decision, verdict, reply, instructions }
}

function showRecords(
  host: HostPort,
  records: RecordView,
  tree: Tree,
  event: DomainEvent,
  { changes }: Decision,
): string | null {
  const hasRecords = changes.some(({ change }) => change === 'record.added' || change === 'record.counted')
  if (!hasRecords && event.type !== 'turn.ended') return null
  const shown = { root: tree.root.id, set: tree.policies.set, records: tree.state.records, now: tree.lastNow }
  const healed = records.heal(shown)
  if (healed.length > 0) {
    host.notify(tree.root, `Entries had vanished and were added again: ${healed.join(', ')}`, 'warning')
  }
  return hasRecords ? records.show(shown, changes) : null
}

function replyText(
  effects: readonly Effect[],
  failure: string | null,
  view: (name: Extract<Effect, { effect: 'show' }>['view']) => string,
): string | null {
  const parts = effects.flatMap((effect) => {
    if (effect.effect === 'show') return view(effect.view)
    if (effect.effect !== 'reply') return []
    return failure === null || effect.unwritten === null
      ? effect.text
      : effect.unwritten.replaceAll(failureMark, failure)
  })
  return parts.length === 0 ? null : parts.join('\n\n')
}

/** If the prompt cannot wait, the run ends for what made it wait. */
function rememberCause(tree: Tree, event: DomainEvent): void {
  const failed = event.type === 'turn.failed' && event.kind !== 'rate-limit' && event.kind !== 'quota'
  tree.gate.ifLate = failed ? 'error' : 'limit'
  tree.gate.pause = 0
  tree.gate.obstacle = null
}

const ruleOf = (effects: readonly Effect[], name: Effect['effect']): string =>
  effects.find(({ effect }) => effect === name)?.by ?? ''
