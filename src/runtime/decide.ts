import { type Decision, type Moment, noVerdict } from '../core/decision.ts'
import { evaluate } from '../core/judging/evaluate.ts'
import type { DomainEvent } from '../core/event.ts'
import type { Policy } from '../core/policy.ts'
import type { Run, TreeState } from '../core/state.ts'
import { type WatchedEvent, watchEvent } from '../core/watch-event.ts'
import type { Said } from './answers/said.ts'
import { cleanerOf, type EventCleaner } from './text/clean.ts'
import { type Chain, type ChainSource, chainOf, outsiders } from './decision/chain.ts'
import { isNotYetShown, untaken } from './decision/not-yet-shown.ts'
import { isRepeatedQuery, rememberQuery } from './decision/queries.ts'
import { isOfProject, withoutProject } from './decision/without-project.ts'
import type { Forest } from './nights/forest.ts'
import { gitHead } from './files/git-head.ts'
import { changesOf, decisionLine, type LineBody, longestUnread, withHead } from './nights/journal-line.ts'
import type { Written } from './nights/nights.ts'
import type { RuntimeOptions } from './options.ts'
import type { Ports } from './ports.ts'
import { type Look, seeded, seenIn } from './project-file/look.ts'
import { outsideChanges } from './project-file/outside.ts'
import type { ProjectMemory } from './project-file/project-memory.ts'
import type { Session } from './session.ts'
import { advance, afterChanges, type Tree } from './nights/tree.ts'

/** A decision, and why it is not written yet; null if it is. */
export interface Made {
  at: number
  event: DomainEvent
  decision: Decision
  /** The run after it. */
  run: Run
  unwritten: string | null
}

/** What an event is decided by. */
export interface Given {
  /** Rules that are left out. */
  without: readonly string[]
  /** Project files as they were seen; others are looked at when they are needed. */
  look?: Look
  /** Whether what follows from the decision is decided with it. */
  follows: boolean
  /** Lines that stand before the decision, such as of the change that the event tells of. */
  opening?: readonly LineBody[]
}

/**
 * Decides one event of a tree, and what follows from it, and remembers all of it in one transaction: the store and
 * project files, nothing outside.
 */
export type Decide = (tree: Tree, session: Session, event: DomainEvent, given: Given) => readonly [Made, ...Made[]]

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
  const decide: Decide = (tree, session, event, given) => {
    let made = attempt(tree, session, event, given, true)
    for (let tries = 1; made === null; tries++) made = attempt(tree, session, event, given, tries < mostTries)
    return made
  }
  return decide

  /** Null if another process was faster; then what it wrote is known. The last try holds whatever others wrote. */
  function attempt(
    tree: Tree,
    session: Session,
    given: DomainEvent,
    { without, look = new Map(), follows, opening = [] }: Given,
    isCareful: boolean,
  ): ReturnType<Decide> | null {
    const event = said.known(given)
    const at = advance(tree, ports.clock.now())
    const source = sourceOf(tree, session, afterChanges(tree.state, opening.flatMap(changesOf)), without, at)
    const decideBy = (seen: Look): Chain => chainOf(source, event, follows, seen)
    const linesOf = (steps: Chain['steps']): LineBody[] =>
      withHead([...opening, ...steps.flatMap((step) => step.lines)], () => gitHead(ports.files, options.directory))
    let isKept = false
    const keep = ({ steps }: Chain): Written => {
      const lines = linesOf(steps)
      const written: Written = lines.length === 0 ? { result: 'done' } : forest.commit(tree, session, lines, isCareful)
      isKept = written.result === 'done'
      if (isKept) for (const step of steps) rememberQuery(tree, session, step.event, step.decision)
      return written
    }

    const kept = (chain: Chain): ReturnType<Decide> | null => {
      const written = keep(chain)
      if (written.result === 'behind') return null
      const { steps } = chain
      if (written.result === 'done') return madeOf(at, steps, null)
      const [{ decision }] = steps
      // A grant for one time that cannot be used up would allow for ever.
      if (decision.verdict.outcome === 'allow' && decision.changes.some(({ change }) => change === 'grant.used')) {
        const rule = decision.verdict.by ?? ''
        return attempt(tree, session, given, { without: [...without, rule], look, follows, opening }, isCareful)
      }
      forest.keepBack(tree, session, linesOf(steps))
      return madeOf(at, steps, written.reason)
    }

    const chain = decideBy(look)
    if (!chain.changes.some(isOfProject)) return kept(chain)
    const done = project.commit(source.before, chain, decideBy, keep)
    if (done.result === 'behind') return null
    const { steps, policies, look: seen } = done.made
    if (done.result === 'done') return madeOf(at, steps, null)
    tree.problem = `Project memory cannot be written: ${done.reason}`
    ports.host.notify(session, tree.problem, 'error')
    // The decisions stand with the change of the file only if they were written down before the file failed.
    const decideBare: ChainSource['decide'] = (one, ...by) => withoutProject(one, source.decide(one, ...by), done)
    if (!isKept) return kept(chainOf({ ...source, decide: decideBare }, event, follows, seen))
    putRight(tree, session, policies)
    const bare = each(steps, (step) => ({ ...step, decision: withoutProject(step.event, step.decision, done) }))
    const failures = follows ? bare[0].decision.derived.slice(steps[0].decision.derived.length) : []
    const following = failures.flatMap((next) => decide(tree, session, next, { without: [], follows: false }))
    return [...madeOf(at, bare, null), ...following]
  }

  function sourceOf(
    tree: Tree,
    session: Session,
    before: TreeState,
    without: readonly string[],
    now: number,
  ): ChainSource {
    const { set, hash } = tree.policies
    const moment: Omit<Moment, 'session' | 'project' | 'without' | 'shown'> = {
      now,
      zone: ports.clock.zone,
      read: reader(tree.root),
      digest: ports.digest,
      taken: (letter) => taken(tree, letter),
      fault: (where, error) => fault(where, error, session),
      ...(options.watch && { watch: options.watch }),
      ...(options.watchGate && { watchGate: options.watchGate }),
    }
    const met = new Map<DomainEvent, { watched: WatchedEvent; cleaner: EventCleaner }>()
    function meet(event: DomainEvent): { watched: WatchedEvent; cleaner: EventCleaner } {
      const known = met.get(event) ?? { watched: watchEvent(event, longestUnread), cleaner: cleanerOf(event) }
      met.set(event, known)
      return known
    }

    function decideBy(event: DomainEvent, state: TreeState, look: Look, left: readonly string[]): Decision {
      const { watched, cleaner } = meet(event)
      const { made: clean } = cleaner
      const decision = evaluate(set, state, watched.event, {
        ...moment,
        session: forest.facts({ ...tree, state }, session),
        without: left,
        shown: clean,
        project: (file) => seenIn(look, file),
      })
      const { verdict } = decision
      if (isNotYetShown(event, decision)) return clean(untaken(decision))
      if (!tree.isDoubtful || verdict.outcome !== 'allow') return clean(decision)
      if (verdict.by !== null && left.length < mostRules) return decideBy(event, state, look, [...left, verdict.by])
      return clean({ ...decision, verdict: noVerdict })
    }

    return {
      before,
      policies: (event) => listening(tree, event).filter((policy) => policy.project !== null),
      look: project.look,
      decide: (event, isFirst, state, look) => decideBy(event, state, look, isFirst ? without : []),
      line: (event, decision) => {
        if (isNotYetShown(event, decision) || isRepeatedQuery(tree, session, event, decision)) return null
        const { watched, cleaner } = meet(event)
        return decisionLine(session.id, event, hash, decision, { digest: ports.digest, read: watched.read, cleaner })
      },
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

const madeOf = (at: number, steps: Chain['steps'], unwritten: string | null): ReturnType<Decide> =>
  each(steps, ({ event, decision, after: { run } }) => ({ at, event, decision, run, unwritten }))

const each = <From, To>([first, ...rest]: readonly [From, ...From[]], to: (from: From) => To): [To, ...To[]] => [
  to(first),
  ...rest.map(to),
]

/** The policies that listen to an event. */
export const listening = (tree: Tree, event: DomainEvent): Policy[] =>
  (tree.policies.set.listening.get(event.type) ?? []).map(({ policy }) => policy)
