import { type Decision, type Moment, noVerdict } from '../core/decision.ts'
import { evaluate } from '../core/evaluate.ts'
import type { DomainEvent } from '../core/event.ts'
import type { Policy } from '../core/policy.ts'
import { type EventSpec, events } from '../core/vocabulary.ts'
import type { Said } from './answers/said.ts'
import { clean } from './clean.ts'
import type { Forest } from './forest.ts'
import { decisionLine, type LineBody } from './journal-line.ts'
import type { Written } from './nights.ts'
import type { RuntimeOptions } from './options.ts'
import type { Ports } from './ports.ts'
import { type Look, seeded, seenIn } from './project-file/look.ts'
import { outsideChanges } from './project-file/outside.ts'
import type { Commit, ProjectMemory } from './project-file/project-memory.ts'
import type { Session } from './session.ts'
import { advance, type Tree } from './tree.ts'

/** A decision, and why it is not written yet; null if it is. */
export interface Made {
  decision: Decision
  unwritten: string | null
}

/**
 * Decides one event of a tree by project files as they were seen, and remembers the decision: the store and project
 * files, nothing outside.
 */
export type Decide = (tree: Tree, session: Session, event: DomainEvent, without: readonly string[], look: Look) => Made

/** How often an event is decided again because another process was faster. */
const mostTries = 5
/** Rules that allow are left out one after the other. */
const mostRules = 50

export function createDecide(
  ports: Ports,
  options: RuntimeOptions,
  forest: Forest,
  project: ProjectMemory,
  reader: (root: Session) => Moment['read'],
  said: Said,
  taken: (tree: Tree, letter: string) => number,
  fault: (where: string, error: unknown, about: Session) => string,
): Decide {
  return (tree, session, event, without, look) => {
    let made = attempt(tree, session, event, without, look, true)
    for (let tries = 1; made === null; tries++) made = attempt(tree, session, event, without, look, tries < mostTries)
    const { at, decision } = made
    options.onDecision?.({ at, session: session.id, event, decision, run: tree.state.run })
    return made
  }

  /** Null if another process was faster; then what it wrote is known. The last try holds whatever others wrote. */
  function attempt(
    tree: Tree,
    session: Session,
    given: DomainEvent,
    without: readonly string[],
    look: Look,
    isCareful: boolean,
  ): (Made & { at: number }) | null {
    const event = said.known(given)
    const now = advance(tree, ports.clock.now())
    const { set, hash } = tree.policies
    const policies = (set.listening.get(event.type) ?? [])
      .map(({ policy }) => policy)
      .filter((policy) => policy.project !== null)
    const moment: Omit<Moment, 'project' | 'without'> = {
      session: forest.facts(tree, session),
      now,
      zone: ports.clock.zone,
      read: reader(tree.root),
      digest: ports.digest,
      taken: (letter) => taken(tree, letter),
      fault: (where, error) => fault(where, error, session),
      ...(options.watch && { watch: options.watch }),
    }
    const { state } = tree
    const decideBy = (seen: Look, left: readonly string[] = without): Decision => {
      const decision = evaluate(set, seeded(state, policies, seen), event, {
        ...moment,
        without: left,
        project: (file) => seenIn(seen, file),
      })
      const { verdict } = decision
      if (!tree.isDoubtful || verdict.outcome !== 'allow') return clean(decision)
      if (verdict.by !== null && left.length < mostRules) return decideBy(seen, [...left, verdict.by])
      return clean({ ...decision, verdict: noVerdict })
    }
    const linesOf = (decision: Decision): LineBody[] => {
      const outside = outsideChanges(policies, state.slots.project, seeded(state, policies, look).slots.project)
      const line = isRepeatedQuery(tree, session, event, decision)
        ? null
        : decisionLine(session.id, event, hash, decision)
      return [
        ...(outside.length > 0 ? [{ line: 'change' as const, why: outsiders, changes: outside }] : []),
        ...(line === null ? [] : [line]),
      ]
    }
    let isKept = false
    const keep = (decision: Decision): Written => {
      const lines = linesOf(decision)
      const { used } = decision
      const written: Written =
        lines.length === 0 ? { result: 'done' } : forest.commit(tree, session, lines, isCareful, used)
      isKept = written.result === 'done'
      if (isKept) rememberQuery(tree, session, event, decision)
      return written
    }

    const first = decideBy(look)
    if (!first.changes.some(isOfProject)) return kept(first)
    const done = project.commit(policies, state, { decision: first, by: look }, decideBy, keep)
    if (done.result === 'behind') return null
    if (done.result === 'done') return { at: now, decision: done.decision, unwritten: null }
    tree.problem = `Project memory cannot be written: ${done.reason}`
    ports.host.notify(session, tree.problem, 'error')
    const decided = withoutProject(event, done)
    // It stands with the change of the file only if it was written down before the file failed.
    if (!isKept) return kept(decided)
    putRight(tree, session, policies)
    return { at: now, decision: decided, unwritten: null }

    function kept(decision: Decision): (Made & { at: number }) | null {
      const written = keep(decision)
      if (written.result === 'behind') return null
      // A grant for one time that cannot be used up would allow for ever.
      if (written.result === 'refused' && decision.verdict.outcome === 'allow' && decision.used.length > 0)
        return kept(decideBy(look, [...without, decision.verdict.by ?? '']))
      if (written.result === 'refused') forest.keepBack(tree, session, linesOf(decision))
      return { at: now, decision, unwritten: written.result === 'refused' ? written.reason : null }
    }
  }

  /** What was decided for a project file and does not stand in it is not remembered. */
  function putRight(tree: Tree, session: Session, policies: readonly Policy[]): void {
    const { state } = tree
    const stands = seeded(state, policies, project.look(policies)).slots.project
    const changes = outsideChanges(policies, state.slots.project, stands)
    if (changes.length > 0) forest.write(tree, session, { line: 'change', why: outsiders, changes })
  }
}

const outsiders = 'others changed project memory'

/** What cannot be agreed on with other processes is refused; where only the file cannot be written the decision stands. */
function withoutProject(
  event: DomainEvent,
  { result, decision, reason: problem }: Extract<Commit, { reason: string }>,
): Decision {
  const spec: EventSpec = events[event.type]
  const by = decision.changes.find(isOfProject)?.slot ?? ''
  const isRefused = result === 'refused' && spec.verdicts?.includes('deny')
  const reason = `BLOCKED: this cannot be remembered (${problem}). Nothing was changed; try again later.`
  return {
    ...decision,
    verdict: isRefused ? { outcome: 'deny', by, reason } : decision.verdict,
    changes: decision.changes.filter((change) => !isOfProject(change)),
    derived: [
      ...decision.derived,
      { type: 'effect.failed', effect: 'project memory', rule: by, error: problem, attempts: 1 },
    ],
  }
}

type Change = Decision['changes'][number]
const isOfProject = (change: Change): change is Extract<Change, { change: 'slot' }> =>
  change.change === 'slot' && change.scope === 'project'

/** What the host asks at each step is written down only when the answer differs from the last one. */
function isRepeatedQuery(tree: Tree, session: Session, event: DomainEvent, decision: Decision): boolean {
  const spec: EventSpec = events[event.type]
  return spec.query === true && tree.lastQuery.get(queryKey(session, event)) === queryAnswer(decision)
}

function rememberQuery(tree: Tree, session: Session, event: DomainEvent, decision: Decision): void {
  const spec: EventSpec = events[event.type]
  if (spec.query) tree.lastQuery.set(queryKey(session, event), queryAnswer(decision))
}

const queryKey = (session: Session, event: DomainEvent): string => `${session.id} ${JSON.stringify(event)}`
const queryAnswer = ({ effects, trace }: Decision): string =>
  JSON.stringify([effects, trace.filter(({ outcome }) => outcome !== 'not-matched')])
