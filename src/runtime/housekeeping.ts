import type { DomainEvent } from '../core/event.ts'
import type { Forest } from './forest.ts'
import type { Gate } from './gate.ts'
import type { LineBody } from './journal-line.ts'
import type { Clock } from './ports.ts'
import type { RecordView } from './page/record-view.ts'
import type { Outcome } from './runtime.ts'
import type { Session } from './session.ts'
import { advance, type Tree } from './tree.ts'

/** How long after a failed write the next one is tried. */
export const retryPause = 10_000

/** What happens because time passes: timers, waits that are over, prompts that may go now, writes that failed. */
export interface Housekeeping {
  /** The earliest time at which a tree wants attention; null if never. */
  due: (tree: Tree) => number | null
  /** Does what is due; the next time. */
  ring: (now: number) => number | null
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
  guarded: <T>(where: string, about: Session | null, otherwise: T, work: () => T) => T
}

export function createHousekeeping(
  clock: Clock,
  forest: Forest,
  gate: Gate,
  records: RecordView,
  { run, guarded }: HousekeepingActions,
): Housekeeping {
  function due(tree: Tree): number | null {
    const { timers, waits } = tree.state
    const times = [...Object.values(timers), ...Object.values(waits)].map((one) => one.due)
    if (tree.gate.lookAt !== null) times.push(tree.gate.lookAt)
    if (tree.waiting.length > 0 || records.isBehind()) times.push(clock.now() + retryPause)
    return times.length === 0 ? null : Math.min(...times)
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

  function ringTree(tree: Tree, now: number): void {
    forest.retry(tree)
    const { timers, waits } = tree.state
    for (const [timer, { due: at, session }] of Object.entries(timers)) {
      if (at > now) continue
      const late = Math.max(0, advance(tree, now) - at)
      run(tree, forest.session(session), { type: 'timer.fired', timer, late }, [], false)
    }
    for (const [request, wait] of Object.entries(waits)) {
      if (wait.due <= now) giveUp(tree, request)
    }
    if (tree.gate.lookAt !== null && tree.gate.lookAt <= now) gate.look(tree, 'later')
  }

  return {
    due,
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
      if (records.isBehind()) records.deliver()
    },
  }
}
