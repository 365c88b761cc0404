import type { Decision } from '../../core/decision.ts'
import type { DomainEvent } from '../../core/event.ts'
import { fold } from '../../core/fold.ts'
import type { Policy } from '../../core/policy.ts'
import type { Change, TreeState } from '../../core/state.ts'
import { changesOf, type LineBody } from '../nights/journal-line.ts'
import { type Look, seeded } from '../project-file/look.ts'
import { outsideChanges } from '../project-file/outside.ts'
import { filesOf } from '../project-file/slots.ts'
import { afterChanges } from '../nights/tree.ts'
import { isOfProject } from './without-project.ts'

/** One decision of a chain. */
export interface Step {
  event: DomainEvent
  decision: Decision
  /** What is written down of it. */
  lines: readonly LineBody[]
  /** Memory after these lines. */
  after: TreeState
}

/** A decision and behind it those that follow from it: all of them stand, or none. */
export interface Chain {
  steps: readonly [Step, ...Step[]]
  /** Those with a project file that were asked. */
  policies: readonly Policy[]
  /** Project files as they were seen for all of them. */
  look: Look
  changes: readonly Change[]
}

/** What a chain is made of. */
export interface ChainSource {
  /** Memory before the first decision. */
  before: TreeState
  /** The policies with a project file that listen to an event. */
  policies: (event: DomainEvent) => readonly Policy[]
  look: (policies: readonly Policy[]) => Look
  /** Decides an event by memory and by project files; only the first one leaves out what was left out of it. */
  decide: (event: DomainEvent, isFirst: boolean, state: TreeState, look: Look) => Decision
  /** The line of a decision; null if it leaves none. */
  line: (event: DomainEvent, decision: Decision) => LineBody | null
}

/** Decides an event, and if `follows` each event that follows from it by memory as it is then. */
export function chainOf(source: ChainSource, event: DomainEvent, follows: boolean, look: Look): Chain {
  let seen = look
  let state = source.before
  const policies = new Set<Policy>()
  const changed: Change[] = []

  function step(one: DomainEvent, isFirst: boolean): Step {
    const asked = source.policies(one)
    for (const policy of asked) policies.add(policy)
    seen = seenFurther(source, asked, seen)
    // What was decided before it in this chain stands in no file yet.
    const world = changed.filter(isOfProject).reduce(fold, seeded(state, asked, seen))
    const outside = outsideChanges(asked, state.slots.project, world.slots.project)
    const decision = source.decide(one, isFirst, world, seen)
    const line = source.line(one, decision)
    const lines: LineBody[] = [
      ...(outside.length > 0 ? [{ line: 'change' as const, why: outsiders, changes: outside }] : []),
      ...(line === null ? [] : [line]),
    ]
    state = afterChanges(state, lines.flatMap(changesOf))
    changed.push(...decision.changes)
    return { event: one, decision, lines, after: state }
  }

  const first = step(event, true)
  const following = follows ? first.decision.derived.map((next) => step(next, false)) : []
  return { steps: [first, ...following], policies: [...policies], look: seen, changes: changed }
}

/** Why memory follows a project file that others changed. */
export const outsiders = 'others changed project memory'

/** What was seen stays as it was seen. */
function seenFurther({ look }: ChainSource, policies: readonly Policy[], seen: Look): Look {
  return filesOf(policies).every((file) => seen.has(file)) ? seen : new Map([...look(policies), ...seen])
}
