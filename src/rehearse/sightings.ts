import { whyNotAsked } from '../core/judging/account.ts'
import { decisiveParts, explainCondition, explanationLine } from '../core/explain/explain.ts'
import type { PolicySet } from '../core/policy.ts'
import { suggest } from '../policy/problems/suggest.ts'
import type { Decided } from '../runtime/options.ts'
import type { Observer } from './stage.ts'

/** The slot that a workflow keeps its state in. */
const stateSlot = 'phase'

/** What became of rules and workflows in a case, for coverage. */
export interface Sightings {
  /** By `policy/rule`. */
  outcomes: Map<string, Set<'matched' | 'not-matched' | 'observed'>>
  /** Policies that were not active and sections whose condition did not hold. */
  closed: Set<string>
  /** Ways that a workflow went, as `policy: from → to`. */
  edges: Set<string>
}

export interface Sight extends Observer {
  sightings: Sightings
  /** From here on a new step counts, whose rules of these ids are explained. */
  begin: (expected: readonly string[]) => void
  /** Why a rule did not match in this step, in lines. */
  why: (rule: string) => string[]
}

/** Watches the rules of a case. */
export function createSight({ policies, listening }: PolicySet): Sight {
  const sightings: Sightings = { outcomes: new Map(), closed: new Set(), edges: new Set() }
  const stateBefore = new Map<string, string>()
  let wanted: readonly string[] = []
  let explained = new Map<string, string[]>()
  let decisions: Decided[] = []

  function why(id: string): string[] {
    const known = explained.get(id)
    const limit = decisions.flatMap(({ decision }) => decision.trace).find((one) => one.rule === id)?.limit ?? null
    const waits = limit === null ? [] : [`its limit: ${limit}`]
    if (known !== undefined) return [`${id} did not match:`, ...[...known, ...waits].map((line) => `  ${line}`)]
    const rules = policies.flatMap((policy) => policy.rules)
    const rule = rules.find((one) => one.id === id)
    if (rule === undefined) {
      const names = rules.map((one) => one.id)
      // Whoever leaves out the policy means the rule of that name.
      const whole = names.find((name) => name.endsWith(`/${id}`)) ?? id
      return [`There is no rule "${id}"${suggest(whole, names)}`]
    }
    const heard = decisions.find(({ event }) => rule.events.includes(event.type))
    if (heard === undefined) {
      const events = [...new Set(decisions.map(({ event }) => event.type))]
      return [`${id} listens to ${rule.events.join(', ')}; this step brought ${events.join(', ') || 'no event'}`]
    }
    const listener = listening.get(heard.event.type)?.find(({ policy }) => policy.rules.includes(rule))
    if (listener === undefined) return [`${id} is disabled`]
    const gate = rule.gates.find((one) => heard.decision.closed.some((closed) => closed.gate === one.id))
    const reasons = gate === undefined ? [] : (explained.get(gate.id) ?? [])
    return [
      `${id} was not asked: ${whyNotAsked(rule, listener, heard.event, heard.decision, [])}`,
      ...reasons.map((line) => `  ${line}`),
    ]
  }

  return {
    sightings,
    begin: (expected) => {
      wanted = expected
      explained = new Map()
      decisions = []
    },
    why,
    watch: (rule, scope) => {
      if (rule.steps.some((step) => step.do === 'set' && stateSlot in step.slots)) {
        const memory: object = typeof scope.memory === 'object' && scope.memory !== null ? scope.memory : {}
        stateBefore.set(rule.id, String(Reflect.get(memory, stateSlot)))
      }
      if (!wanted.includes(rule.id)) return
      const parts = rule.when === null ? [] : decisiveParts(explainCondition(rule.when, scope))
      explained.set(rule.id, parts.map(explanationLine))
    },
    watchGate: (gate, scope) => {
      if (wanted.length === 0) return
      explained.set(gate.id, decisiveParts(explainCondition(gate.when, scope)).map(explanationLine))
    },
    decided: (decided) => {
      decisions.push(decided)
      const { trace, closed, changes } = decided.decision
      for (const { gate } of closed) sightings.closed.add(gate)
      for (const { rule, outcome } of trace) {
        const outcomes = sightings.outcomes.get(rule) ?? new Set()
        sightings.outcomes.set(rule, outcomes.add(outcome))
        const [policy = ''] = rule.split('/')
        const from = outcome === 'matched' ? stateBefore.get(rule) : undefined
        const to = changes.find((change) => change.change === 'slot' && change.slot === `${policy}/${stateSlot}`)
        if (from !== undefined && to?.change === 'slot' && to.operation.do === 'set')
          sightings.edges.add(`${policy}: ${from} → ${to.operation.value}`)
      }
      stateBefore.clear()
    },
  }
}
