import { exportTree } from '../store/export.ts'
import { type CommandIo, exit } from './io.ts'
import { openNights, refused } from './nights.ts'

/** Writes the whole night of a session as JSON Lines: the policy sets that it decided by, then each line. */
export function exportCommand(session: string, io: CommandIo): number {
  const nights = openNights(io)
  if (typeof nights === 'number') return nights
  try {
    const root = nights?.project.rootOf(session)
    if (root?.ok === false) return refused(root, io)
    if (nights === null || root === undefined || root.value === null) {
      io.writeError(`Cannot export ${session}: the store has no such session of this project\n`)
      return exit.findings
    }
    const leftOut = exportTree(nights.project, root.value, io.write)
    if (!leftOut.ok) return refused(leftOut, io)
    if (leftOut.value > 0) io.writeError(`${leftOut.value} lines are not ours and were left out\n`)
    return exit.clean
  } finally {
    nights?.close()
  }
}
