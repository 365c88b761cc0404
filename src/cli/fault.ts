import { join } from 'node:path'
import { errorText } from '../fault/fault.ts'
import { findFaults, type FoundFault } from '../replay/find-faults.ts'
import { nodeFiles } from '../runtime/node-files.ts'
import { visible } from '../runtime/visible.ts'
import { originalsOf } from './fault/original.ts'
import { type CommandIo, exit } from './io.ts'
import { packageRoot } from './sources.ts'

/** Times that a fault was met; more are counted only. */
const mostTimes = 5

/** Shows a fault of this project's journals: where it was met, and the place in the source that it comes from. */
export function faultCommand(given: string, io: CommandIo, root: string = packageRoot()): number {
  const id = given.trim().toLowerCase()
  const fail = (why: string, code: number): number => {
    io.writeError(`Cannot show the fault ${visible(given)}: ${why}\n`)
    return code
  }
  if (!/^[0-9a-f]{6}$/.test(id)) return fail('an id has six hexadecimal digits, such as f3a9c2', exit.usage)
  const all = findFaults(nodeFiles(), (path) => join(io.cwd, path))
  const met = all.filter(({ fault }) => fault.id === id)
  const [newest] = met
  if (newest === undefined) {
    const others = [...new Set(all.map(({ fault }) => fault.id))]
    const known = others.length === 0 ? 'they have none' : `they have ${others.join(', ')}`
    return fail(`no journal of this project has it; ${known}`, exit.findings)
  }
  io.write(`${visible(faultLines(newest, met, root).join('\n'))}\n`)
  return exit.clean
}

function faultLines({ fault }: FoundFault, met: readonly FoundFault[], root: string): string[] {
  const { shown, areKnown } = originalsOf(root, fault.build)
  const times = met.slice(0, mostTimes).map(timeLine)
  return [
    `Fault ${fault.id}`,
    ...times,
    ...(met.length > mostTimes ? [`  and ${met.length - mostTimes} times before`] : []),
    '',
    errorText(fault.error, shown),
    ...(areKnown ? [] : ['', 'The places are those of another build of opencode-diverter than this one.']),
  ]
}

const timeLine = ({ fault, at, file, line }: FoundFault): string =>
  `  ${new Date(at).toISOString()}  in ${fault.where}  ${file}:${line}`
