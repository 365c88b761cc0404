import type { Moment, ProjectFile } from '../decision.ts'
import type { DomainEvent, Json } from '../event.ts'
import { compute } from '../expression.ts'
import { unused } from '../grant-fact.ts'
import { endOfRun, type Limit } from '../limits/limit.ts'
import { reachedBy } from '../limits/spent.ts'
import type { Listener, Policy } from '../policy.ts'
import { proofFact } from '../proofs.ts'
import { recordFact } from '../records/record-fact.ts'
import { readSlot } from './slots.ts'
import type { Run, TreeState } from '../state.ts'
import { type RunLimit, runLimits } from '../vocabulary.ts'

/** What conditions and texts of one policy read while one event is decided; memory and run are always current. */
export interface Scope {
  readonly event: DomainEvent
  memory: object
  params: Record<string, Json>
  facts: object
  session: Moment['session']
  run: Run & { readonly endsAt: number | null; readonly reached: RunLimit | null; readonly waitsUntil: number | null }
  now: number
  zone: string
  /** The id of the record that this event's rules have written last. */
  entry: string | null
  /** The limit by which the rule that is asked ends the run; null for another rule. */
  reached: RunLimit | null
  /** Names of the facts that were read since somebody emptied this. */
  readonly asked: Set<string>
}

/**
 * Facts are read at first use, once an event, and show the world before it: `before` never changes.
 * `read` collects for the journal what lies outside memory; records can be folded back from it.
 */
export function policyScope(
  listener: Listener,
  asked: { readonly event: DomainEvent },
  moment: Moment,
  before: TreeState,
  current: () => TreeState,
  read: Record<string, Json>,
  limits: readonly Limit[],
): Scope {
  const { policy } = listener
  const memory = listener.memory((name) => readSlot(policy, name, current(), moment.session.id, moment.now))
  const remembered: Record<string, Json> = {}
  const named = new Set<string>()
  const facts = listener.facts((name) => {
    named.add(name)
    const key = `${policy.name}/${name}`
    const known = read[key] ?? remembered[name]
    if (known !== undefined) return known
    const value = fact(policy, name, scope, moment, before)
    if (policy.facts[name]?.source === 'records') remembered[name] = value
    else read[key] = value
    return value
  })
  let shown: { of: TreeState; run: Scope['run'] } | null = null
  const scope: Scope = {
    get event() {
      return asked.event
    },
    memory,
    params: policy.params,
    facts,
    session: moment.session,
    get run() {
      const of = current()
      if (shown?.of !== of) shown = { of, run: runView(of, limits, moment) }
      return shown.run
    },
    now: moment.now,
    zone: moment.zone,
    entry: null,
    reached: null,
    asked: named,
  }
  return scope
}

function runView({ run, pending }: TreeState, limits: readonly Limit[], { now, zone }: Moment): Scope['run'] {
  return {
    ...run,
    waitsUntil: pending?.due ?? null,
    get endsAt() {
      return endOfRun(limits, run, zone)
    },
    get reached() {
      const all = limits.flatMap((limit) => reachedBy(limit, run, now, zone) ?? [])
      return runLimits.find((each) => all.includes(each)) ?? null
    },
  }
}

function fact(policy: Policy, name: string, scope: Scope, moment: Moment, before: TreeState): Json {
  const declared = policy.facts[name]
  if (declared === undefined) return projectFact(moment.project(policy.project ?? ''))
  const given = Object.fromEntries(
    Object.entries(declared.arguments).map(([argument, expression]) => [argument, compute(expression, scope)]),
  )
  switch (declared.source) {
    case 'records':
      return recordFact(policy, given, before)
    case 'proof':
      return proofFact(before.proofs, given['of'] ?? null)
    case 'project':
      return projectFact(moment.project(policy.project ?? ''))
    case 'todos':
    case 'file':
    case 'files':
    case 'git':
    case 'own':
    case 'answers':
      return moment.read(declared.source, given, `${policy.name}/${name}`)
    case 'grants':
      return unused(moment.read('grants', given, `${policy.name}/${name}`), before)
  }
}

const projectFact = ({ status, problem, file }: ProjectFile): Json => ({ status, problem, file })
