import { ceilings } from '../../core/limits/ceilings.ts'
import type { Forest } from '../nights/forest.ts'
import type { Ports } from '../ports.ts'

/** So many lines tell who is at work on a night. */
const linesRead = 100

/**
 * Roots whose run is armed although no process is at work on it: it was killed, or its instance was disposed.
 * No run is longer than the ceiling, so older nights are not looked at.
 */
export function cutOffRoots(
  { clock, store, process }: Ports,
  forest: Forest,
  isAlive: (process: string) => boolean,
): string[] {
  const project = store.project()
  const roots = project.ok ? project.value.roots(clock.now() - ceilings.milliseconds) : project
  if (!project.ok || !roots.ok) return []
  return roots.value.filter((root) => {
    const tree = forest.tree(forest.session(root))
    if (tree?.state.run.state !== 'armed') return false
    const lines = project.value.since(root, Math.max(0, tree.stored.seq - linesRead))
    if (!lines.ok) return false
    return !lines.value.lines.some((line) => line.process === process || isAlive(line.process))
  })
}
