import { ceilingReached } from '../core/limits/ceilings.ts'
import type { Change, PendingPrompt } from '../core/state.ts'
import type { Reason } from '../core/vocabulary.ts'
import type { Forest } from './nights/forest.ts'
import { modeOf, type RuntimeOptions } from './options.ts'
import type { Attempt, Ports } from './ports.ts'
import { advance, remember, type Tree } from './nights/tree.ts'

/** How long a prompt that left may take to arrive before the next one may go. */
const longestFlight = 30_000
const firstPause = 2000
const longestPause = 30_000
const mostFailures = 5

/** The one way by which prompts leave. */
export interface Gate {
  /**
   * Sends the pending prompt if that is right now, else notes when to look again. At a turn's end the
   * session is still busy, and the prompt must be on its way before the caller returns.
   */
  look: (tree: Tree, moment: 'turn-end' | 'later') => void
  arrived: (tree: Tree, mark: string) => void
}

export interface GateActions {
  change: (tree: Tree, why: string, changes: Change[]) => void
  /** Raises the end of the run if it has come; true if it was raised now, and what followed has looked here again. */
  expire: (tree: Tree, now: number) => boolean
  /** Ends the run; the event run.stopped follows. */
  stop: (tree: Tree, reason: Reason, detail: string) => void
  failed: (tree: Tree, effect: string, rule: string, error: string, attempts: number) => void
  /** Has the gate look again at this time at the latest. */
  wake: (at: number) => void
  /** Goes on when the host has answered. */
  settle: (tree: Tree, attempt: Promise<Attempt>, settled: (attempt: Attempt) => void) => void
}

export function createGate(ports: Ports, options: RuntimeOptions, forest: Forest, actions: GateActions): Gate {
  function look(tree: Tree, moment: 'turn-end' | 'later'): void {
    const { gate, state } = tree
    const { pending, run } = state
    gate.lookAt = null
    if (pending === null || run.state !== 'armed') return
    const now = advance(tree, ports.clock.now())
    if (actions.expire(tree, now)) return
    if (gate.told.has(pending.turn)) {
      actions.change(tree, 'this turn was told already', [{ change: 'prompt.dropped' }])
      return
    }
    const ceiling = ceilingReached(run, now)
    if (ceiling !== null) {
      actions.stop(tree, 'limit', ceiling)
      return
    }
    if (pending.due > now) {
      wait(tree, pending, now)
      return
    }
    gate.obstacle = obstacle(tree, moment, now)
    if (gate.obstacle === null) {
      send(tree, pending, now)
      return
    }
    gate.pause = gate.pause === 0 ? firstPause : Math.min(gate.pause * 2, longestPause)
    lookAgain(tree, now + gate.pause)
  }

  /** A process that leaves when the session rests has no later. */
  function wait(tree: Tree, pending: PendingPrompt, now: number): void {
    if (modeOf(options, tree.root.id) !== 'run') {
      lookAgain(tree, pending.due)
      return
    }
    const seconds = Math.ceil((pending.due - now) / 1000)
    const until = new Date(pending.due).toISOString()
    actions.stop(tree, tree.gate.ifLate, `a wait of ${seconds} s until ${until} cannot wait in opencode run`)
  }

  function lookAgain(tree: Tree, at: number): void {
    tree.gate.lookAt = at
    actions.wake(at)
  }

  function obstacle(tree: Tree, moment: 'turn-end' | 'later', now: number): string | null {
    const { root, gate } = tree
    if (gate.inFlight !== null) {
      if (now - gate.inFlight.since < longestFlight) return 'our last prompt has not arrived yet'
      gate.inFlight = null
    }
    if (!root.hasTask) return 'the user has not given the session a task'
    if (root.agent === null || root.model === null) return 'the agent and model of the session are not known'
    if (root.brokenOff) return 'the session was broken off a moment ago'
    if (root.leaving) return 'OpenCode is about to leave'
    if (root.busy && moment === 'later') return 'the session is busy'
    const members = forest.members(tree)
    if (members.some(({ requests }) => requests.size > 0)) return 'a request stands open'
    const working = members.find((session) => session !== root && session.busy)
    return working === undefined ? null : `the session ${working.id} below is at work`
  }

  function send(tree: Tree, pending: PendingPrompt, now: number): void {
    const { turn, text, by } = pending
    const { model } = tree.state.run
    const mark = ports.digest([ports.process, tree.root.id, turn, tree.state.prompts].join(' '))
    tree.gate.inFlight = { mark, since: now }
    // From here on somebody should take it up.
    tree.root.sign = ports.clock.awake()
    tree.gate.pause = 0
    remember(tree, turn)
    forest.write(tree, tree.root, {
      line: 'sent',
      session: tree.root.id,
      turn,
      mark,
      by,
      text,
      changes: [{ change: 'prompt.sent', turn }],
    })
    actions.settle(tree, ports.host.prompt(tree.root, text, mark, model), (attempt) =>
      settled(tree, pending, mark, attempt),
    )
  }

  function settled(tree: Tree, prompt: PendingPrompt, mark: string, attempt: Attempt): void {
    const { gate } = tree
    if (attempt.ok) {
      gate.failures = 0
      return
    }
    if (gate.inFlight?.mark === mark) gate.inFlight = null
    gate.told.delete(prompt.turn)
    gate.failures += 1
    tree.problem = `A prompt could not be sent: ${attempt.error}`
    const attempts = gate.failures
    if (attempts === 1) actions.failed(tree, 'prompt', prompt.by, attempt.error, attempts)
    const { pending, run } = tree.state
    if (run.state === 'armed' && attempts >= mostFailures) {
      gate.failures = 0
      actions.stop(tree, 'error', `a prompt could not be sent ${attempts} times: ${attempt.error}`)
      return
    }
    // While the failure was told, one that waited behind this prompt may have left.
    if (run.state === 'armed' && pending === null && gate.inFlight === null) {
      const due = advance(tree, ports.clock.now()) + Math.min(firstPause * 2 ** (attempts - 1), longestPause)
      gate.ifLate = 'error'
      const again: Change = { change: 'prompt.pending', prompt: { ...prompt, due, byClock: false } }
      actions.change(tree, 'the prompt could not be sent and is tried again', [again])
    }
    look(tree, 'later')
  }

  return {
    look,
    arrived: (tree, mark) => {
      if (tree.gate.inFlight?.mark !== mark) return
      tree.gate.inFlight = null
      look(tree, 'later')
    },
  }
}
