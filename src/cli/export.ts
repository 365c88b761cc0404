import { exportTree } from '../store/export.ts'
import { type CommandIo, exit } from './io/io.ts'
import {
  type AllNights,
  findNight,
  linesLeft,
  noSuchSession,
  openAllNights,
  refused,
  takenAway,
} from './night/nights.ts'

/** Writes the whole night of a session as JSON Lines: the policy sets that it decided by, then each line. */
export function exportCommand(session: string, io: CommandIo): number {
  const nights = openAllNights(io)
  if (typeof nights === 'number') return nights
  try {
    return nights === null ? failed(session, noSuchSession, io) : exportFrom(nights, session, io)
  } finally {
    nights?.close()
  }
}

function exportFrom(nights: AllNights, session: string, io: CommandIo): number {
  const found = findNight(nights, session)
  if (!found.ok) return refused(found, io)
  if (found.value === null) return failed(session, noSuchSession, io)
  const { project, root } = found.value
  const left = linesLeft(project, root)
  if (!left.ok) return refused(left, io)
  if (left.value === 'none') return failed(session, takenAway, io)
  const leftOut = exportTree(project, root, (text) => io.write(text, 'data'))
  if (!leftOut.ok) return refused(leftOut, io)
  if (left.value === 'later') io.writeError(`Its earlier lines were taken away after their time\n`)
  if (leftOut.value > 0)
    io.writeError(`Left out, since they are not ours: ${leftOut.value === 1 ? '1 line' : `${leftOut.value} lines`}\n`)
  return exit.clean
}

function failed(session: string, why: string, io: CommandIo): number {
  io.writeError(`Cannot export ${session}: ${why}\n`)
  return exit.findings
}
