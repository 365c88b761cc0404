import type { Moment } from '../decision.ts'
import type { DomainEvent } from '../event.ts'
import type { PolicySet } from '../policy.ts'
import { proofOf } from '../proofs.ts'
import type { Change, TreeState } from '../state.ts'

/** What an event means for memory before any rule is asked: counts of the run, and what it makes void. */
export function bookkeeping(
  { proofs }: PolicySet,
  state: TreeState,
  event: DomainEvent,
  { session: { id: session, depth }, now }: Moment,
): Change[] {
  switch (event.type) {
    case 'step.ended':
      return event.tokens === 0 && event.cost === 0
        ? []
        : [{ change: 'spent', turns: 0, tokens: event.tokens, cost: event.cost }]
    case 'turn.ended':
      return depth > 0 ? [] : [{ change: 'spent', turns: 1, tokens: 0, cost: 0 }, ...dropPrompt(state)]
    case 'user.wrote':
      return depth > 0 ? [] : [{ change: 'turned' }, ...dropPrompt(state)]
    case 'context.compacted':
      return [{ change: 'compacted', session }]
    case 'request.settled':
      return state.waits[event.request] === undefined ? [] : [{ change: 'wait.cleared', request: event.request }]
    case 'session.closed':
      return ofSession(state, session)
    case 'timer.fired':
      return state.timers[event.timer] === undefined ? [] : [{ change: 'timer.cleared', timer: event.timer }]
    case 'tool.called':
    case 'tool.finished':
    case 'files.changed':
      return proofOf(proofs, state.proofs, event, now)
    case 'session.opened':
    case 'user.interrupted':
    case 'command.run':
    case 'run.wanted':
    case 'permission.asked':
    case 'question.asked':
    case 'skill.requested':
    case 'record.submitted':
    case 'turn.failed':
    case 'host.retrying':
    case 'context.requested':
    case 'todos.changed':
    case 'memory.tampered':
    case 'request.refused':
    case 'run.stopped':
    case 'run.expired':
    case 'session.silent':
    case 'effect.failed':
      return []
  }
}

/** Nobody answers or hears a deleted session any more. */
function ofSession({ waits, timers }: TreeState, session: string): Change[] {
  return [
    ...namesOf(waits, session).map((request): Change => ({ change: 'wait.cleared', request })),
    ...namesOf(timers, session).map((timer): Change => ({ change: 'timer.cleared', timer })),
  ]
}

const namesOf = (table: Readonly<Record<string, { session: string }>>, session: string): string[] =>
  Object.keys(table).filter((name) => table[name]?.session === session)

const dropPrompt = (state: TreeState): Change[] => (state.pending === null ? [] : [{ change: 'prompt.dropped' }])
