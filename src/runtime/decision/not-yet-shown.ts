import type { Decision } from '../../core/decision.ts'
import type { DomainEvent } from '../../core/event.ts'

/**
 * Whether a rule leaves a question to a person before it is shown. It is asked once more then, under its request, and
 * that is when it is decided: until then nothing is counted, remembered or done.
 */
export const isNotYetShown = (event: DomainEvent, { verdict }: Pick<Decision, 'verdict'>): boolean =>
  event.type === 'question.asked' && event.request === null && verdict.outcome === 'ask'

/** What remains of a decision that is taken later: its verdict, and why. */
export const untaken = (decision: Decision): Decision => ({ ...decision, changes: [], effects: [], derived: [] })
