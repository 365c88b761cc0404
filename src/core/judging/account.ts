import { type Decision, type Moment, strictness, type Verdict } from '../decision.ts'
import { judge } from './evaluate.ts'
import type { DomainEvent } from '../event.ts'
import { decisiveParts, type Explanation, explainCondition } from '../explain/explain.ts'
import { hears, type Listener, listenerOf, type PolicySet, type Rule } from '../policy.ts'
import { policyScope } from './scope.ts'
import type { TreeState } from '../state.ts'
import { modeSpec, type VerdictName, verdicts } from '../vocabulary.ts'

/** What became of one rule that listens to an event, or of the gate that it stands behind, and why. */
export interface RuleAccount {
  /** The rule; the gate where it is closed, once for all rules behind it. */
  rule: string
  outcome: 'matched' | 'not-matched' | 'observed' | 'not-asked' | 'inactive'
  /** Why it was not asked; null if it was. */
  skipped: string | null
  /** What its limit came to, such as `2 of 6`; null without a limit, or where it was not looked at. */
  limit: string | null
  /** Four fifths of that are used up, and the rule only warned. */
  isNear: boolean
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
  const watched: Moment = {
    ...moment,
    watch: (rule, scope) => {
      if (rule.when !== null) explained.set(rule.id, explainCondition(rule.when, scope))
    },
    watchGate: (gate, scope) => explained.set(gate.id, explainCondition(gate.when, scope)),
  }
  const judged = judge(set, before, event, watched)
  const { decision, by, before: memory } = judged
  // Two sets have rules of the same names: only those of the one that decided are told.
  if (set.besides.length > 0) {
    explained.clear()
    judge({ ...by, besides: [] }, memory, event, watched)
  }
  const because = (id: string): Explanation[] => {
    const whole = explained.get(id)
    return whole === undefined ? [] : decisiveParts(whole)
  }
  const listeners = by.listening.get(event.type) ?? []
  const told = new Set<string>()
  const rules = listeners.flatMap((listener) =>
    [...listener.rules, ...listener.fallbacks].flatMap((rule): RuleAccount[] => {
      const trace = decision.trace.find((one) => one.rule === rule.id)
      if (trace !== undefined) return [{ ...trace, skipped: null, because: because(rule.id) }]
      const gate = closedGate(rule, decision)
      if (gate === null)
        return [
          { ...nothing(rule.id, 'not-asked'), skipped: whyNotAsked(rule, listener, event, decision, moment.without) },
        ]
      if (told.has(gate)) return []
      told.add(gate)
      return [{ ...nothing(gate, 'inactive'), because: because(gate) }]
    }),
  )
  return { decision, rules, why: whyVerdict(listeners, decision) }
}

/** The policies that are not active in this state, with the parts of their condition that make it so. */
export function inactive(
  set: PolicySet,
  state: TreeState,
  event: DomainEvent,
  moment: Moment,
): { policy: string; because: Explanation[] }[] {
  return set.policies.flatMap((policy) => {
    const { name, active, mode } = policy
    if (active === null || !modeSpec[mode].acts) return []
    const listener = listenerOf(policy, [])
    const explained = explainCondition(
      active.when,
      policyScope(listener, { event }, moment, state, () => state, {}, set.limits),
    )
    return explained.value === true ? [] : [{ policy: name, because: decisiveParts(explained) }]
  })
}

const nothing = (rule: string, outcome: RuleAccount['outcome']): RuleAccount => ({
  rule,
  outcome,
  skipped: null,
  limit: null,
  isNear: false,
  because: [],
  errors: [],
  would: [],
  dropped: [],
})

/** The gate behind which a rule was not asked. */
const closedGate = ({ gates }: Rule, { closed }: Decision): string | null =>
  gates.find(({ id }) => closed.some(({ gate, error }) => gate === id && error === null))?.id ?? null

/** Why a rule that listens to an event was not asked about it. */
export function whyNotAsked(
  rule: Rule,
  listener: Listener,
  event: DomainEvent,
  decision: Decision,
  without: readonly string[],
): string {
  const { trace, verdict } = decision
  if (without.includes(rule.id)) return 'it asked a person in vain'
  if (!hears(rule, event)) return `it hears the calls of ${rule.kind}`
  const gate = closedGate(rule, decision)
  if (gate !== null) return `inactive, since ${gate} does not hold`
  const ended = [...listener.rules, ...listener.fallbacks].find(
    (other) =>
      other.answers &&
      (modeSpec[other.mode].acts || !modeSpec[listener.policy.mode].acts) &&
      trace.some(({ rule: id, outcome }) => id === other.id && outcome !== 'not-matched'),
  )
  if (ended !== undefined) return `${ended.id} answered before it`
  return `it is a fallback, and ${verdict.by} gave the verdict`
}

function whyVerdict(listeners: readonly Listener[], decision: Decision): string {
  const { overruled } = decision
  const why = whyOwnVerdict(listeners, decision)
  return overruled === null ? why : `${why}; ${overruledText(overruled)}`
}

const overruledText = ({ outcome, by }: Verdict): string =>
  `it is stricter than what the set beside it says: ${outcome}${by === null ? '' : ` by ${by}`}`

function whyOwnVerdict(listeners: readonly Listener[], { verdict, trace }: Decision): string {
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
