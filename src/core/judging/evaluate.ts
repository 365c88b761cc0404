import { memoryBeside, notedBeside } from './beside.ts'
import { bookkeeping } from './bookkeeping.ts'
import { clearedBefore, clearedBehind } from './clearing.ts'
import { asDeclared, ignoredWords } from './command.ts'
import { type Decision, emptyDecision, type Evaluate, type Moment, noVerdict, restraint } from '../decision.ts'
import type { DomainEvent } from '../event.ts'
import type { PolicySet, Rule } from '../policy.ts'
import { searchOf } from './search.ts'
import type { Change, TreeState } from '../state.ts'
import { refused } from './subject.ts'
import { events } from '../vocabulary.ts'
import { draftOf } from './workbench.ts'

/** Decides by a set, and by those beside it where they are stricter. */
export const evaluate: Evaluate = (set, before, event, moment) => judge(set, before, event, moment).decision

/** A decision with the set whose it is, and the memory that this set decided by. */
export interface Judged {
  decision: Decision
  by: PolicySet
  before: TreeState
}

/**
 * Decides by a set and by those beside it. Where one of these is stricter about a request, all that it does holds. Each
 * of them remembers for itself what its own rules note, so that no rule of another set takes it away.
 */
export function judge(set: PolicySet, before: TreeState, event: DomainEvent, moment: Moment): Judged {
  const own: Judged = { decision: decide(set, before, event, moment), by: set, before }
  if (set.besides.length === 0) return own
  const others = set.besides.map((by, index): Judged => {
    const memory = memoryBeside(before, index)
    return { decision: decide(by, memory, event, moment), by, before: memory }
  })
  const held = 'verdicts' in events[event.type] ? others.reduce((one, other) => stricter(one, other, event), own) : own
  const { decision } = held
  const noted = others.flatMap((other, index) => notedBeside(before, other.decision.changes, index))
  const facts = Object.assign({}, ...others.map((other) => other.decision.facts), own.decision.facts, decision.facts)
  const overruled = held === own ? decision.overruled : own.decision.verdict
  return { ...held, decision: { ...decision, changes: [...noted, ...decision.changes], facts, overruled } }
}

const stricter = (held: Judged, other: Judged, event: DomainEvent): Judged =>
  restraintOf(other.decision, other.by, event) <= restraintOf(held.decision, held.by, event) ? held : other

/** A fallback refuses since nobody gave a verdict; who leaves the request to a person gave one. */
function restraintOf({ verdict }: Decision, set: PolicySet, event: DomainEvent): number {
  const isFallback = verdict.by !== null && ruleOf(set, event, verdict.by)?.fallback === true
  return isFallback ? Math.min(restraint[verdict.outcome], restraint.ask) : restraint[verdict.outcome]
}

/** The whole of deciding: first the rules of every policy, then, without a verdict, the fallbacks. */
const decide: Evaluate = (set, before, given, moment) => {
  const event = asDeclared(set, given)
  const decision = emptyDecision()
  const live = draftOf(before)
  let uncertain = false

  const apply = (changes: readonly Change[]): void => {
    live.apply(changes)
    decision.changes.push(...changes)
  }
  apply([...bookkeeping(set, before, event, moment), ...clearedBefore(set, before, event, moment.session)])

  const asked = { event }
  const searches = (set.listening.get(event.type) ?? []).map((listener) =>
    searchOf(listener, asked, moment, before, live, decision, set.limits),
  )
  for (const round of ['rules', 'fallbacks'] as const) {
    for (const one of searches) {
      if (round === 'fallbacks' && decision.verdict.outcome !== 'pass') break
      if (one.ask(round)) uncertain = true
    }
  }

  apply(clearedBehind(set, live.state(), event, moment.session))
  const { pending } = live.state()
  if (pending === null) decision.effects = decision.effects.filter(({ effect }) => effect !== 'prompt')
  if (uncertain && decision.verdict.outcome === 'allow') decision.verdict = noVerdict
  keepWaiting(decision, event, moment)
  decision.effects.push(...ignoredWords(set, event, decision))
  decision.derived.push(...derived(set, decision, before, live.state(), asked.event))
  return decision
}

/** A request left to a person for a while is decided again when the time is over. */
function keepWaiting(decision: Decision, event: DomainEvent, moment: Moment): void {
  const { verdict } = decision
  if (verdict.outcome !== 'ask' || verdict.for === null) return
  if ((event.type !== 'permission.asked' && event.type !== 'question.asked') || event.request === null) return
  const wait = { due: moment.now + verdict.for, session: moment.session.id, by: verdict.by, event }
  decision.changes.push({ change: 'wait.set', request: event.request, wait })
}

function derived(
  set: PolicySet,
  decision: Decision,
  before: TreeState,
  after: TreeState,
  event: DomainEvent,
): DomainEvent[] {
  const found: DomainEvent[] = []
  const { verdict } = decision
  const what = verdict.outcome === 'deny' && isRefusal(set, event, verdict.by) ? refused(event) : null
  if (verdict.outcome === 'deny' && what !== null) {
    const recorded = decision.effects.some(({ effect }) => effect === 'record')
    found.push({
      type: 'request.refused',
      rule: verdict.by,
      event: event.type,
      reason: verdict.reason,
      recorded,
      ...what,
    })
  }
  if (after.run.state === 'stopped' && before.run.state !== 'stopped') {
    found.push({ type: 'run.stopped', reason: after.run.reason ?? 'user', detail: after.run.detail })
  }
  return found
}

/** False for a rule that ends the run before a tool and says nothing of the call: that is no refusal of its own. */
const isRefusal = (set: PolicySet, event: DomainEvent, id: string): boolean =>
  ruleOf(set, event, id)?.steps.some((step) => step.do === 'deny') ?? false

/** The rule of a name among those that listen to an event. */
const ruleOf = ({ listening }: PolicySet, { type }: DomainEvent, id: string): Rule | undefined =>
  (listening.get(type) ?? [])
    .flatMap((listener) => [...listener.rules, ...listener.fallbacks])
    .find((rule) => rule.id === id)
