import { type Decision, noVerdict, type Verdict } from '../core/decision.ts'
import type { Outcome } from './runtime.ts'

const nothing: Decision = { verdict: noVerdict, effects: [], changes: [], trace: [], facts: {}, used: [], derived: [] }
/** What becomes of an event about which nothing was decided. */
export const untouched = (verdict: Verdict = noVerdict): Outcome => ({
  decision: nothing,
  verdict,
  reply: null,
  instructions: [],
})
