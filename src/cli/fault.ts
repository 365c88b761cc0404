import { errorText } from '../fault/fault.ts'
import { type KeptFault, keptFaults } from '../runtime/fault/keep-fault.ts'
import { visible } from '../runtime/text/visible.ts'
import { originalsOf } from './fault/original.ts'
import { type CommandIo, exit } from './io/io.ts'
import { openAllNights, refused } from './night/nights.ts'
import { packageRoot } from './policies/sources.ts'

/** Times that a fault was met; more are counted only. */
const mostTimes = 5

/** Shows a fault that the store has of this project: where it was met, and the place in the source that it comes from. */
export function faultCommand(given: string, io: CommandIo, root: string = packageRoot()): number {
  const id = given.trim().toLowerCase()
  const fail = (why: string, code: number): number => {
    io.writeError(`Cannot show the fault ${visible(given)}: ${why}\n`)
    return code
  }
  if (!/^[0-9a-f]{6}$/.test(id)) return fail('an id has six hexadecimal digits, such as f3a9c2', exit.usage)
  const all = faultsOf(io)
  if (typeof all === 'number') return all
  const met = all.filter(({ fault }) => fault.id === id)
  const [newest] = met
  if (newest === undefined) {
    const others = [...new Set(all.map(({ fault }) => fault.id))]
    const known = others.length === 0 ? 'they have none' : `they have ${others.join(', ')}`
    return fail(`no night of this project has it; ${known}`, exit.findings)
  }
  io.write(`${visible(faultLines(newest, met, root).join('\n'))}\n`)
  return exit.clean
}

function faultLines({ fault }: KeptFault, met: readonly KeptFault[], root: string): string[] {
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

const timeLine = ({ fault, at, session }: KeptFault): string =>
  `  ${new Date(at).toISOString()}  in ${fault.where}  ${session ?? 'no session'}`

/** The newest first, also those of folders below. */
function faultsOf(io: CommandIo): KeptFault[] | number {
  const nights = openAllNights(io)
  if (nights === null || typeof nights === 'number') return nights ?? []
  try {
    const all: KeptFault[] = []
    for (const project of nights.projects) {
      const found = keptFaults(project)
      if (!found.ok) return refused(found, io)
      all.push(...found.value)
    }
    return all.sort((one, other) => other.at - one.at)
  } finally {
    nights.close()
  }
}
