import type { Change } from '../../core/state.ts'
import type { LineBody } from '../nights/journal-line.ts'
import type { Clock } from '../ports.ts'
import type { Tree } from '../nights/tree.ts'

/** Clocks are corrected by a little all the time; only a larger difference is a jump. In milliseconds. */
const smallestJump = 5000

/** What counts lengths of time goes on as before when the machine's clock was set; that is a line of the night. */
export function followClock(tree: Tree, clock: Clock, write: (line: LineBody) => void): void {
  const [now, elapsed] = [clock.now(), clock.elapsed()]
  const by = jump(tree, now, elapsed)
  tree.looked = { now, elapsed }
  if (Math.abs(by) < smallestJump) return
  tree.lastNow = now
  const { gate } = tree
  if (gate.lookAt !== null) gate.lookAt = now
  if (gate.inFlight !== null) gate.inFlight.since += by
  const why = `the clock was set ${by > 0 ? 'forward' : 'back'}`
  write({ line: 'change', why, changes: [{ change: 'clock', by }] })
}

/** Of what passed while nobody looked, only a clock that was ahead can be seen: its lines lie in the future. */
function jump({ looked, lastNow }: Tree, now: number, elapsed: number): number {
  return looked === null ? Math.min(0, now - lastNow) : now - looked.now - (elapsed - looked.elapsed)
}

/** Another process that shares the night has seen the jump first. */
export function heardOfJump(tree: Tree, changes: readonly Change[]): void {
  for (const change of changes) if (change.change === 'clock' && tree.looked !== null) tree.looked.now += change.by
}
