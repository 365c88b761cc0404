import { diagramOf } from '../policy/workflow/diagram.ts'
import { type CommandIo, exit } from './io/io.ts'
import { namedPolicy } from './policies/named-policy.ts'

/** Draws the workflow of a policy as a Mermaid state diagram. */
export function graphCommand(policy: string, io: CommandIo): number {
  const found = namedPolicy(policy, io)
  if (typeof found === 'number') return found
  const { document } = found
  if (document.workflow === undefined) {
    io.writeError(`Cannot draw the policy "${document.name}": it has no workflow\n`)
    return exit.findings
  }
  io.write(diagramOf(document.workflow), 'data')
  return exit.clean
}
