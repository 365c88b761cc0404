import { emptyDecision, noVerdict, type Verdict } from '../core/decision.ts'
import type { Outcome } from './runtime.ts'

const nothing = emptyDecision()

/** What becomes of an event about which nothing was decided. */
export const untouched = (verdict: Verdict = noVerdict): Outcome => ({
  decision: nothing,
  verdict,
  reply: null,
  instructions: [],
})
