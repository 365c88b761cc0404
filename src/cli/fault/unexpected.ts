import { errorText, faultOf } from '../../fault/fault.ts'
import { expectedText, isSystemError } from '../../runtime/text/failure-text.ts'
import { ownBuild } from '../../runtime/fault/own-build.ts'
import { nodeFiles } from '../../runtime/files/node-files.ts'
import { redact } from '../../runtime/text/redact.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { packageRoot } from '../policies/sources.ts'
import { originalsOf } from './original.ts'

/** Tells what a command did not handle; the result is the exit code. A fault is shown with its places in the source. */
export function unexpected(error: unknown, io: CommandIo): number {
  const text = isSystemError(error) ? error.message : expectedText(error)
  if (text !== null) {
    io.writeError(`Cannot go on: ${redact(text)}\n`)
    return exit.unreadable
  }
  const build = ownBuild(nodeFiles())()
  const fault = faultOf('a command', error, build, redact)
  const { shown } = originalsOf(packageRoot(), build)
  io.writeError(`Cannot go on (fault ${fault.id}): ${errorText(fault.error, shown)}\n`)
  return exit.fault
}
