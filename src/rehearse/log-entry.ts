import type { Effect, RuleTrace } from '../core/decision.ts'
import type { Run } from '../core/state.ts'
import { spanText } from '../core/text.ts'
import type { Decided } from '../runtime/options.ts'
import { mainSession } from './case.ts'
import { changeWords, seconds } from './change-words.ts'

/** One decision, or one prompt that left, as the golden file shows it. */
export type LogEntry = DecisionEntry | { at: string; session?: string; sent: string; model?: string }

export interface DecisionEntry {
  at: string
  event: string
  session?: string
  verdict: string
  by?: string
  reason?: string
  rules: string[]
  effects?: Record<string, unknown>[]
  changes?: string[]
  errors?: string[]
  run: string
}

export function decisionEntry({ at, session, event, decision, run }: Decided, start: number): DecisionEntry {
  const { verdict, trace, effects, changes } = decision
  const errors = trace.flatMap((rule) => rule.errors.map((error) => `${rule.rule}: ${error}`))
  return {
    at: seconds(at, start),
    event: event.type,
    ...(session !== mainSession && { session }),
    verdict: verdict.outcome,
    ...(verdict.by !== null && verdict.outcome !== 'pass' && { by: verdict.by }),
    ...(verdict.outcome === 'deny' && { reason: verdict.reason }),
    rules: trace.filter(({ outcome }) => outcome !== 'not-matched').map(ruleWords),
    ...(effects.length > 0 && { effects: effects.map((effect) => effectEntry(effect, at)) }),
    ...(changes.length > 0 && { changes: changes.map((change) => changeWords(change, start)) }),
    ...(errors.length > 0 && { errors }),
    run: runWords(run),
  }
}

export const runWords = (run: Run): string => run.state + (run.reason === null ? '' : ` (${run.reason})`)

/** A rule that acted, with what of it did not come to pass. */
export function ruleWords({ rule, outcome, limit, isNear, would, dropped }: RuleTrace): string {
  const near = isNear ? ` (nearly ${limit} spent)` : ''
  const observed = outcome === 'observed' ? ` (observed${would.length > 0 ? `: ${would.join(', ')}` : ''})` : ''
  return `${rule}${near}${observed}${dropped.length > 0 ? ` (dropped: ${dropped.join(', ')})` : ''}`
}

/** An effect without what is null; the rule stands last. */
function effectEntry(effect: Effect, now: number): Record<string, unknown> {
  const { by, ...rest } = shownEffect(effect, now)
  return { ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)), by }
}

/** What is shown of an effect: a time as the span from now. */
function shownEffect(effect: Effect, now: number): { by: string } {
  switch (effect.effect) {
    case 'prompt':
    case 'schedule': {
      const { due, ...rest } = effect
      return due > now ? { ...rest, ...{ after: spanText(due - now) } } : rest
    }
    case 'reply': {
      const { unwritten: _, ...rest } = effect
      return rest
    }
    case 'answer': {
      const { fingerprint: _, ...rest } = effect
      return rest
    }
    case 'notify':
    case 'instruct':
    case 'show':
    case 'cancel':
    case 'record':
    case 'close':
    case 'pause':
    case 'stop':
    case 'abort':
    case 'reconsider':
    case 'archive':
      return effect
  }
}

export function isQuiet({ rules, effects, changes }: DecisionEntry): boolean {
  return rules.length === 0 && effects === undefined && changes === undefined
}
