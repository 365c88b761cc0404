import type { DomainEvent } from '../../core/event.ts'
import { ceilingReached } from '../../core/limits/ceilings.ts'
import { endOfRun } from '../../core/limits/limit.ts'
import type { Reason } from '../../core/vocabulary.ts'
import type { Forest } from '../nights/forest.ts'
import type { Gate } from '../gate.ts'
import type { LineBody } from '../nights/journal-line.ts'
import type { RecordView } from '../page/record-view.ts'
import type { Clock } from '../ports.ts'
import type { Outcome } from '../runtime.ts'
import type { Session } from '../session.ts'
import { advance, type Tree } from '../nights/tree.ts'
import { followClock } from './clock-jump.ts'
import { takeSilent, untilSilent } from './silence.ts'

/** How long after a failed write the next one is tried. */
export const retryPause = 10_000

/** What happens because time passes: the end of a run, silence, timers, waits, prompts that may go now, failed writes. */
export interface Housekeeping {
  /** The earliest time at which a tree wants attention; null if never. */
  due: (tree: Tree) => number | null
  /** Does what is due; the next time. */
  ring: (now: number) => number | null
  /** Raises the end of the run if it has come, once; true if it did so now. */
  expire: (tree: Tree, now: number) => boolean
  /** Nobody answered a request: it is decided again without the rules that asked. */
  giveUp: (tree: Tree, request: string) => Outcome
  /** A last try for what could not be written. */
  flush: () => void
}

export interface HousekeepingActions {
  run: (
    tree: Tree,
    session: Session,
    event: DomainEvent,
    without: readonly string[],
    derived: boolean,
    given?: { opening: readonly LineBody[] },
  ) => Outcome
  /** Ends the run and what it is at; the event run.stopped follows. */
  end: (tree: Tree, reason: Reason, detail: string) => void
  guarded: <T>(where: string, about: Session | null, otherwise: T, work: () => T) => T
}

export function createHousekeeping(
  clock: Clock,
  forest: Forest,
  gate: Gate,
  records: RecordView,
  { run, end, guarded }: HousekeepingActions,
): Housekeeping {
  function due(tree: Tree): number | null {
    const { timers, waits } = tree.state
    const times = [...Object.values(timers), ...Object.values(waits)].map((one) => one.due)
    if (tree.gate.lookAt !== null) times.push(tree.gate.lookAt)
    const ends = endOf(tree)
    if (ends !== null && ends !== tree.expired) times.push(ends)
    const silent = untilSilent(tree, forest.members(tree), clock)
    if (silent !== null) times.push(clock.now() + silent)
    if (tree.waiting.length > 0 || records.isBehind()) times.push(clock.now() + retryPause)
    return times.length === 0 ? null : Math.min(...times)
  }

  /** Rules may let an end pass, such as that of an agent without limits; the ceiling stands behind it. */
  function endOf({ policies, state, expired }: Tree): number | null {
    const at = endOfRun(policies.set.limits, state.run, clock.zone)
    return at !== expired ? at : endOfRun([], state.run, clock.zone)
  }

  function expire(tree: Tree, now: number): boolean {
    const at = endOf(tree)
    if (at === null || at > now || at === tree.expired) return false
    tree.expired = at
    // Nobody waits for a person longer than the run; as long as the agent hears it, and before a request goes with it.
    endWaits(tree, Number.POSITIVE_INFINITY)
    run(tree, tree.root, { type: 'run.expired', at, late: now - at }, [], false)
    const ceiling = ceilingReached(tree.state.run, now)
    if (ceiling !== null && tree.state.run.state === 'armed') end(tree, 'limit', ceiling)
    return true
  }

  function giveUp(tree: Tree, request: string): Outcome {
    const wait = tree.state.waits[request]
    if (wait === undefined) throw new Error(`Cannot give up the request ${request}: nobody waits for it`)
    const opening: LineBody = {
      line: 'change',
      why: 'nobody answered in time',
      changes: [{ change: 'wait.cleared', request }],
    }
    const session = forest.session(wait.session)
    const without = [...(tree.askedInVain.get(request) ?? []), wait.by]
    const event = session.requests.get(request)?.event ?? wait.event
    tree.askedInVain.set(request, without)
    const outcome = run(tree, session, event, without, false, { opening: [opening] })
    if (tree.state.waits[request] === undefined) tree.askedInVain.delete(request)
    return outcome
  }

  /** Gives up what is due by then; what one decision leads to may have settled the next. */
  function endWaits(tree: Tree, by: number): void {
    for (const request of Object.keys(tree.state.waits)) {
      const wait = tree.state.waits[request]
      if (wait !== undefined && wait.due <= by) giveUp(tree, request)
    }
  }

  function ringTree(tree: Tree, now: number): void {
    forest.retry(tree)
    followClock(tree, clock, (line) => forest.write(tree, tree.root, line))
    // What waits for a person is decided while the agent can still hear it.
    endWaits(tree, now)
    expire(tree, now)
    for (const { session, event } of takeSilent(tree, forest.members(tree), clock)) run(tree, session, event, [], false)
    for (const [timer, { due: at, session }] of Object.entries(tree.state.timers)) {
      if (at > now) continue
      const late = Math.max(0, advance(tree, now) - at)
      run(tree, forest.session(session), { type: 'timer.fired', timer, late }, [], false)
    }
    if (tree.gate.lookAt !== null && tree.gate.lookAt <= now) gate.look(tree, 'later')
  }

  return {
    due,
    expire,
    giveUp,
    ring: (now) => {
      if (records.isBehind()) records.deliver()
      const times: number[] = []
      for (const tree of forest.trees()) {
        // A tree that fails stays due: it waits, or it would ring without end.
        const next = guarded('what is due', tree.root, now + retryPause, () => {
          ringTree(tree, now)
          return due(tree)
        })
        if (next !== null) times.push(next)
      }
      return times.length === 0 ? null : Math.min(...times)
    },
    flush: () => {
      for (const tree of forest.trees()) forest.retry(tree)
    },
  }
}
