import type { Verdict } from '../core/decision.ts'
import type { DomainEvent } from '../core/event.ts'
import type { Attempt, HostPort } from './ports.ts'
import type { OpenRequest, Session } from './session.ts'

export interface RequestActions {
  failed: (error: string, rule: string) => void
  /** Goes on when the host has answered. */
  settle: (attempt: Promise<Attempt>, settled: (attempt: Attempt) => void) => void
}

/** Keeps a session's list of open requests and answers those that a rule decided. */
export function settleRequest(
  host: HostPort,
  session: Session,
  event: DomainEvent,
  verdict: Verdict,
  actions: RequestActions,
): void {
  if (event.type === 'request.settled') {
    session.requests.delete(event.request)
    return
  }
  if (event.type !== 'permission.asked' && event.type !== 'question.asked') return
  if (event.request === null) return
  const kind = event.type === 'permission.asked' ? 'permission' : 'question'
  const request: OpenRequest = { id: event.request, session: session.id, kind, event }
  const answer = answerOf(verdict)
  if (answer === null) {
    session.requests.set(request.id, request)
    return
  }
  session.requests.delete(request.id)
  actions.settle(host.answer(session, request, answer), (attempt) => {
    if (attempt.ok) return
    session.requests.set(request.id, request)
    actions.failed(attempt.error, verdict.by ?? '')
  })
}

/** What the host is told; null leaves the request to a person. */
function answerOf(verdict: Verdict): Parameters<HostPort['answer']>[2] | null {
  switch (verdict.outcome) {
    case 'pass':
    case 'ask':
      return null
    case 'allow':
      return 'allow'
    case 'deny':
      return { deny: verdict.reason }
  }
}
