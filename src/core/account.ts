import { type Decision, type Moment, strictness } from './decision.ts'
import { evaluate } from './evaluate.ts'
import type { DomainEvent } from './event.ts'
import { decisiveParts, type Explanation, explainCondition } from './explain.ts'
import { hears, type Listener, type PolicySet, type Rule } from './policy.ts'
import type { TreeState } from './state.ts'
import { modeSpec, type VerdictName, verdicts } from './vocabulary.ts'

/** What became of one rule that listens to an event, and why. */
export interface RuleAccount {
  rule: string
  outcome: 'matched' | 'not-matched' | 'observed' | 'not-asked'
  /** Why it was not asked; null if it was. */
  skipped: string | null
  /** The smallest parts of the condition that made it so; empty without a condition. */
  because: Explanation[]
  errors: string[]
  would: string[]
  dropped: string[]
}

/** One decision with the way to it. */
export interface Account {
  decision: Decision
  rules: RuleAccount[]
  /** Why this verdict and no other. */
  why: string
}

/** Decides an event as `evaluate` does and tells how. Pure. */
export function accountOf(set: PolicySet, before: TreeState, event: DomainEvent, moment: Moment): Account {
  const explained = new Map<string, Explanation>()
  const decision = evaluate(set, before, event, {
    ...moment,
    watch: (rule, scope) => {
      if (rule.when !== null) explained.set(rule.id, explainCondition(rule.when, scope))
    },
  })
  const listeners = set.listening.get(event.type) ?? []
  const rules = listeners.flatMap((listener) =>
    [...listener.rules, ...listener.fallbacks].map((rule): RuleAccount => {
      const trace = decision.trace.find((one) => one.rule === rule.id)
      if (trace === undefined) return notAsked(rule, whyNotAsked(rule, listener, event, decision, moment.without))
      const whole = explained.get(rule.id)
      return { ...trace, skipped: null, because: whole === undefined ? [] : decisiveParts(whole) }
    }),
  )
  return { decision, rules, why: whyVerdict(listeners, decision) }
}

const notAsked = (rule: Rule, skipped: string): RuleAccount => ({
  rule: rule.id,
  outcome: 'not-asked',
  skipped,
  because: [],
  errors: [],
  would: [],
  dropped: [],
})

/** Why a rule that listens to an event was not asked about it. */
export function whyNotAsked(
  rule: Rule,
  listener: Listener,
  event: DomainEvent,
  { trace, verdict }: Decision,
  without: readonly string[],
): string {
  if (without.includes(rule.id)) return 'it asked a person in vain'
  if (!hears(rule, event)) return `it hears the calls of ${rule.kind}`
  const ended = [...listener.rules, ...listener.fallbacks].find(
    (other) =>
      other.answers &&
      (modeSpec[other.mode].acts || !modeSpec[listener.policy.mode].acts) &&
      trace.some(({ rule: id, outcome }) => id === other.id && outcome !== 'not-matched'),
  )
  if (ended !== undefined) return `${ended.id} answered before it`
  return `it is a fallback, and ${verdict.by} gave the verdict`
}

function whyVerdict(listeners: readonly Listener[], { verdict, trace }: Decision): string {
  const matched = listeners.flatMap(({ policy, rules, fallbacks }) =>
    [...rules, ...fallbacks]
      .filter(({ id }) => trace.some((one) => one.rule === id && one.outcome === 'matched'))
      .flatMap((rule) => verdictOf(rule).map((outcome) => ({ rule, outcome, order: policy.order }))),
  )
  if (verdict.outcome === 'pass' && verdict.by === null) return withoutVerdict(matched, trace)
  const winner = matched.find(({ rule }) => rule.id === verdict.by)
  if (winner?.rule.fallback === true) return 'it is a fallback, and no other rule gave a verdict'
  const others = matched.filter(({ rule }) => rule.id !== verdict.by && !rule.fallback)
  if (others.length === 0) return 'no other rule gave a verdict'
  const equal = others.filter(({ outcome }) => outcome === verdict.outcome)
  const named = (some: typeof others): string => some.map(({ rule, outcome }) => `${outcome} by ${rule.id}`).join(', ')
  const weaker = others.filter(({ outcome }) => strictness[outcome] < strictness[verdict.outcome])
  return [
    ...(weaker.length > 0 ? [`it is stricter than ${named(weaker)}`] : []),
    ...(equal.length > 0 ? [`its policy comes before that of ${named(equal)}`] : []),
  ].join('; ')
}

function withoutVerdict(matched: readonly { rule: Rule; outcome: VerdictName }[], trace: Decision['trace']): string {
  const allowing = matched.find(({ outcome }) => outcome === 'allow')
  const failed = trace.find(({ errors }) => errors.length > 0)
  if (allowing !== undefined && failed !== undefined)
    return `${allowing.rule.id} allowed it, but ${failed.rule} could not be evaluated, and then nothing is allowed`
  const passed = matched.find(({ outcome }) => outcome === 'pass')
  return passed === undefined ? 'no rule gave a verdict' : `${passed.rule.id} says that it is not its policy's matter`
}

const verdictOf = (rule: Rule): VerdictName[] =>
  rule.steps.flatMap((step) => verdicts.filter((verdict) => verdict === step.do))
