import type { Decision } from '../../core/decision.ts'
import type { DomainEvent } from '../../core/event.ts'
import { type EventSpec, events } from '../../core/vocabulary.ts'
import type { Session } from '../session.ts'
import type { Tree } from '../nights/tree.ts'

/** What the host asks at each step is written down only when the answer differs from the last one. */
export function isRepeatedQuery(tree: Tree, session: Session, event: DomainEvent, decision: Decision): boolean {
  return isQuery(event) && tree.lastQuery.get(queryKey(session, event)) === queryAnswer(decision)
}

export function rememberQuery(tree: Tree, session: Session, event: DomainEvent, decision: Decision): void {
  if (isQuery(event)) tree.lastQuery.set(queryKey(session, event), queryAnswer(decision))
}

function isQuery(event: DomainEvent): boolean {
  const spec: EventSpec = events[event.type]
  return spec.query === true
}

const queryKey = (session: Session, event: DomainEvent): string => `${session.id} ${JSON.stringify(event)}`
const queryAnswer = ({ effects, trace }: Decision): string =>
  JSON.stringify([effects, trace.filter(({ outcome }) => outcome !== 'not-matched')])
