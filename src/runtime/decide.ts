import type { Decision, Moment } from '../core/decision.ts'
import { evaluate } from '../core/evaluate.ts'
import type { DomainEvent } from '../core/event.ts'
import { type EventSpec, events } from '../core/vocabulary.ts'
import { clean } from './clean.ts'
import type { Forest } from './forest.ts'
import { decisionLine } from './journal-line.ts'
import type { RuntimeOptions } from './options.ts'
import type { Ports } from './ports.ts'
import { outsideChanges } from './project-file/outside.ts'
import { type Look, seeded, seenIn } from './project-file/look.ts'
import type { Commit, ProjectMemory } from './project-file/project-memory.ts'
import type { Session } from './session.ts'
import { advance, type Tree, tell } from './tree.ts'

/**
 * Decides one event of a tree by project files as they were seen, and remembers the decision: memory and journal,
 * nothing outside.
 */
export type Decide = (
  tree: Tree,
  session: Session,
  event: DomainEvent,
  without: readonly string[],
  look: Look,
) => Decision

export function createDecide(
  ports: Ports,
  options: RuntimeOptions,
  forest: Forest,
  project: ProjectMemory,
  reader: (root: Session) => Moment['read'],
  fault: (where: string, error: unknown, about: Session) => string,
): Decide {
  return (tree, session, event, without, look) => {
    const now = advance(tree, ports.clock.now())
    const { set, hash } = tree.policies
    const policies = (set.listening.get(event.type) ?? [])
      .map(({ policy }) => policy)
      .filter((policy) => policy.project !== null)
    const moment: Omit<Moment, 'project'> = {
      session: forest.facts(tree, session),
      now,
      zone: ports.clock.zone,
      read: reader(tree.root),
      digest: ports.digest,
      without,
      fault: (where, error) => fault(where, error, session),
      ...(options.watch && { watch: options.watch }),
    }
    const state = seeded(tree.state, policies, look)
    const outside = outsideChanges(policies, tree.state.slots.project, state.slots.project)
    if (outside.length > 0)
      forest.write(tree, session, { line: 'change', why: 'others changed project memory', changes: outside })
    const decideBy = (seen: Look): Decision =>
      clean(
        evaluate(set, seeded(tree.state, policies, seen), event, {
          ...moment,
          project: (file) => seenIn(seen, file),
        }),
      )
    const decision = withProject(
      tree,
      event,
      decideBy(look),
      (first) => project.commit(policies, tree.state, { decision: first, by: look }, decideBy),
      (problem) => ports.host.notify(session, problem, 'error'),
    )

    if (!isRepeatedQuery(tree, session, event, decision)) {
      const line = decisionLine(session.id, event, hash, decision)
      if (line !== null) {
        forest.write(tree, session, line)
        tell(tree, now, line)
      }
    }
    options.onDecision?.({ at: now, session: session.id, event, decision, run: tree.state.run })
    return decision
  }
}

/**
 * Writes project memory if the decision changes any. What cannot be agreed on with other processes is refused;
 * where only the file cannot be written the decision stands, and the person is told.
 */
function withProject(
  tree: Tree,
  event: DomainEvent,
  first: Decision,
  commit: (decision: Decision) => Commit,
  tell: (problem: string) => void,
): Decision {
  if (!first.changes.some(isOfProject)) return first
  const done = commit(first)
  const { decision } = done
  if (done.result === 'done') return decision
  const problem = `Project memory cannot be written: ${done.reason}`
  tree.problem = problem
  tell(problem)
  const spec: EventSpec = events[event.type]
  const by = decision.changes.find(isOfProject)?.slot ?? ''
  const isRefused = done.result === 'refused' && spec.verdicts?.includes('deny')
  const reason = `BLOCKED: this cannot be remembered (${done.reason}). Nothing was changed; try again later.`
  return {
    ...decision,
    verdict: isRefused ? { outcome: 'deny', by, reason } : decision.verdict,
    changes: decision.changes.filter((change) => !isOfProject(change)),
    derived: [
      ...decision.derived,
      { type: 'effect.failed', effect: 'project memory', rule: by, error: done.reason, attempts: 1 },
    ],
  }
}

type Change = Decision['changes'][number]
const isOfProject = (change: Change): change is Extract<Change, { change: 'slot' }> =>
  change.change === 'slot' && change.scope === 'project'

/** What the host asks at each step is written down only when the answer differs from the last one. */
function isRepeatedQuery(tree: Tree, session: Session, event: DomainEvent, { effects, trace }: Decision): boolean {
  const spec: EventSpec = events[event.type]
  if (!spec.query) return false
  const key = `${session.id} ${JSON.stringify(event)}`
  const answer = JSON.stringify([effects, trace.filter(({ outcome }) => outcome !== 'not-matched')])
  if (tree.lastQuery.get(key) === answer) return true
  tree.lastQuery.set(key, answer)
  return false
}
