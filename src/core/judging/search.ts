import { type Decision, type Effect, type Moment, type RuleTrace, strictness, type Verdict } from '../decision.ts'
import type { DomainEvent, EventType } from '../event.ts'
import { holds } from '../expression.ts'
import { gatesOf } from './gate.ts'
import { onceGrant } from '../grant-fact.ts'
import { isSilentEnough, type Limit } from '../limits/limit.ts'
import { spendingOf } from '../limits/spending.ts'
import { tally } from '../limits/tally.ts'
import { hears, type Listener, type Policy, type Rule } from '../policy.ts'
import { withChoices } from './questions.ts'
import { policyScope, type Scope } from './scope.ts'
import { type Change, emptyTree, type TreeState } from '../state.ts'
import { performStep } from '../steps/step.ts'
import { stepSpec } from '../steps/steps.ts'
import { explain } from '../steps/text-step.ts'
import { modeSpec } from '../vocabulary.ts'
import { type Draft, draftOf, type Outcome, type Workbench } from './workbench.ts'

/** The event as the rules so far have left it: some of its questions may be answered. */
export interface Asked {
  event: DomainEvent
}

export interface Search {
  /** Asks the rules of one round until one answers; true if a strict rule could not be evaluated. */
  ask: (round: 'rules' | 'fallbacks') => boolean
}

/** One policy's way through its rules for one event; what matches is added to the decision. */
export function searchOf(
  listener: Listener,
  asked: Asked,
  moment: Moment,
  before: TreeState,
  live: Draft,
  decision: Decision,
  limits: readonly Limit[],
): Search {
  const { policy } = listener
  const observed = !modeSpec[policy.mode].acts
  const draft = observed ? draftOf(live.state().shadows[policy.name] ?? emptyTree) : live
  const world = observed ? draft.state() : before
  const scope = policyScope(listener, asked, moment, world, draft.state, decision.facts, limits)
  const gates = gatesOf(scope, moment, decision.closed)
  let answered = false

  /** What happens whatever becomes of the rule's own steps: counts. */
  function keep(changes: readonly Change[]): void {
    draft.apply(changes)
    const kept = observed ? changes.map((of): Change => ({ change: 'shadow', policy: policy.name, of })) : changes
    if (observed) live.apply(kept)
    decision.changes.push(...kept)
  }

  function act(rule: Rule, trace: RuleTrace): { uncertain: boolean; answers: boolean } {
    const silent = observed || !modeSpec[rule.mode].acts
    trace.outcome = silent ? 'observed' : 'matched'
    const earlier = { state: draft.state(), entry: scope.entry }
    const base = { policy, rule, event: asked.event, moment, scope, trace, state: draft.state }
    const outcome = perform(base, draft, silent ? [] : decision.effects)
    const uncertain = outcome.failedToAllow
    if (silent) {
      trace.would = wouldDo(outcome)
      if (!modeSpec[rule.mode].acts) {
        draft.restore(earlier.state)
        scope.entry = earlier.entry
        return { uncertain, answers: false }
      }
      const changes = outcome.changes.map((of): Change => ({ change: 'shadow', policy: policy.name, of }))
      live.apply(changes)
      decision.changes.push(...changes)
    } else {
      decision.changes.push(...outcome.changes)
      decision.effects.push(...outcome.effects)
      asked.event = withChoices(asked.event, outcome.effects, moment.now)
      if (outcome.verdict?.outcome === 'allow') {
        const used = usedUp(policy, scope.asked, decision.facts, draft.state())
        live.apply(used)
        decision.changes.push(...used)
      }
      if (outcome.verdict !== null && stricter(outcome.verdict, decision.verdict)) decision.verdict = outcome.verdict
    }
    return { uncertain, answers: rule.answers }
  }

  /** Whether the limit of a rule lets it act; its count grows with each match. */
  function limited(rule: Rule, isMatch: boolean, trace: RuleTrace): boolean {
    if (rule.limit === null || rule.limit.count === null) return isMatch
    const slot = slotOf(rule)
    const found = tally(rule.limit.count, isMatch, { policy, slot, scope, state: draft.state(), moment })
    keep(found.changes)
    trace.limit = found.words
    return found.acts
  }

  /** What its limit remembers is named like the rule. */
  const slotOf = ({ id }: Rule): string => id.slice(policy.name.length + 1)

  return {
    ask: (round) => {
      let uncertain = false
      for (const rule of listener[round]) {
        // Behind an answer rules are asked to count only: what is counted must not depend on who answered.
        if (answered && (rule.limit === null || rule.limit.count === null)) continue
        if (moment.without.includes(rule.id) || !hears(rule, asked.event)) continue
        const closed = gates.closed(rule)
        if (closed !== null && closed.error === null) continue
        const trace: RuleTrace = {
          rule: rule.id,
          outcome: 'not-matched',
          errors: [],
          limit: null,
          isNear: false,
          would: [],
          dropped: [],
        }
        if (!answered) decision.trace.push(trace)
        if (closed !== null && closed.error !== null) {
          trace.errors.push(closed.error)
          if (isStrict(rule) && !answered) uncertain = true
          if (!denies(rule)) continue
        }
        if (rule.limit !== null && !isSilentEnough(rule.limit, asked.event)) continue
        const spending = spendingOf(rule, slotOf(rule), policy, asked.event, draft.state(), moment)
        const used = spending?.reached ?? spending?.near ?? null
        if (spending !== null && used === null) continue
        if (!answered) moment.watch?.(rule, scope)
        scope.asked.clear()
        scope.reached = used
        const matching = matches(rule, scope, trace, moment, (isMatch) => limited(rule, isMatch, trace))
        if (answered) continue
        if (matching.uncertain) uncertain = true
        if (!matching.holds) continue
        trace.isNear = spending !== null && spending.reached === null
        if (used !== null) trace.limit = used
        const acted = act(trace.isNear ? { ...rule, steps: [...rule.warn], answers: false } : rule, trace)
        if (acted.uncertain) uncertain = true
        answered = acted.answers
      }
      return uncertain && !observed
    },
  }
}

/** A rule that refuses counts as matching when it cannot be evaluated; all others count as not matching. */
function matches(
  rule: Rule,
  scope: Scope,
  trace: RuleTrace,
  moment: Moment,
  limited: (isMatch: boolean) => boolean,
): { holds: boolean; uncertain: boolean } {
  try {
    return { holds: limited(rule.when === null || holds(rule.when, scope)), uncertain: false }
  } catch (error) {
    trace.errors.push(explain(error, rule, moment))
    return { holds: denies(rule), uncertain: isStrict(rule) }
  }
}

const denies = ({ steps }: Rule): boolean => steps.some((step) => step.do === 'deny')

/** True for a rule that acts and asks or refuses: where it cannot be evaluated, nothing is allowed. */
const isStrict = (rule: Rule): boolean =>
  modeSpec[rule.mode].acts && (denies(rule) || rule.steps.some((step) => step.do === 'ask'))

function perform(
  base: Omit<Workbench, 'apply' | 'effect' | 'verdict'>,
  draft: Draft,
  soFar: readonly Effect[],
): Outcome & { failedToAllow: boolean } {
  const { rule, trace } = base
  const outcome: Outcome = { changes: [], effects: [], verdict: null }
  // Written out, since spreading is slow and this is done for every rule that matches.
  const bench: Workbench = {
    policy: base.policy,
    rule,
    event: base.event,
    moment: base.moment,
    scope: base.scope,
    trace,
    state: base.state,
    apply: (change) => {
      draft.apply([change])
      outcome.changes.push(change)
    },
    effect: (effect) => outcome.effects.push({ ...effect, by: rule.id }),
    verdict: (verdict) => {
      outcome.verdict = verdict
    },
  }
  let failed = false
  for (const step of rule.steps) {
    if (stepSpec(step.do).once && soFar.some(({ effect }) => effect === step.do)) {
      trace.dropped.push(step.do)
      continue
    }
    try {
      performStep(bench, step)
    } catch (error) {
      trace.errors.push(explain(error, rule, base.moment))
      failed = true
    }
  }
  implied(bench, outcome)
  const failedToAllow = failed && rule.steps.some((step) => step.do === 'allow')
  if (failedToAllow) outcome.verdict = null
  return { ...outcome, failedToAllow }
}

/** A stop in a turn ends that turn too, and what is about to run does not. */
function implied(bench: Workbench, { effects, verdict }: Outcome): void {
  const stop = effects.find((effect) => effect.effect === 'stop')
  if (stop === undefined || !inTurn.includes(bench.event.type)) return
  if (bench.event.type === 'tool.called' && verdict === null)
    bench.verdict({ outcome: 'deny', by: bench.rule.id, reason: endText(stop.reason, stop.detail, bench.event.tool) })
  if (!bench.rule.steps.some((step) => step.do === 'abort')) bench.effect({ effect: 'abort' })
}

/** Events at which a turn is going on. */
const inTurn: readonly EventType[] = [
  'tool.called',
  'tool.finished',
  'step.ended',
  'context.compacted',
  'host.retrying',
  'run.expired',
  'session.silent',
]

const endText = (reason: string, detail: string | null, tool: string): string =>
  `This answer is automatic: nobody is present. The run is over: ${reason}${detail === null ? '' : ` (${detail})`}. ${tool} was not run. It is a decision, not an error: stop here.`

/** The grants for one time that a rule has asked for: by these it allows. */
const usedUp = (policy: Policy, asked: ReadonlySet<string>, facts: Decision['facts'], state: TreeState): Change[] => {
  const grants = [...asked].flatMap((name) =>
    policy.facts[name]?.source === 'grants' ? (onceGrant(facts[`${policy.name}/${name}`]) ?? []) : [],
  )
  return [...new Set(grants)]
    .filter((grant) => !state.usedGrants.includes(grant))
    .map((grant): Change => ({ change: 'grant.used', grant }))
}

const stricter = (one: Verdict, other: Verdict): boolean => strictness[one.outcome] > strictness[other.outcome]

const wouldDo = ({ verdict, effects }: Outcome): string[] => [
  ...(verdict === null ? [] : [verdict.outcome]),
  ...effects.map(({ effect }) => effect),
]
