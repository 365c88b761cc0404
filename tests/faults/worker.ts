import { once } from 'node:events'
import { readFileSync, writeSync } from 'node:fs'
import type { ResolvedDocument } from '../../src/policy/layers/resolve.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { nodeFiles } from '../../src/runtime/files/node-files.ts'
import { policiesOf } from '../../src/runtime/policies.ts'
import type { Files } from '../../src/runtime/ports.ts'
import type { Orders, Report } from './report.ts'
import { openScene } from './scene.ts'
import { wrapSteps } from './steps.ts'

/**
 * A process of its own on a real store and page, as its orders say: `worker.mjs ORDERS`, a JSON text. After each act it
 * prints a report, one line of JSON.
 */
const orders: Orders = JSON.parse(process.argv[2] ?? '')
const report = (one: Report): void => void writeSync(1, `${JSON.stringify(one)}\n`)
const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('Cannot die: the signal had no effect')
}

let acts = 0
/** Steps of the act that is under way; null while none is. */
let steps: number | null = null
let written = 0
wrapSteps((name, does, [file, text]) => {
  if (steps === null) return does()
  if (acts === orders.dieAt?.act && steps === orders.dieAt.step) die()
  steps += 1
  if (name === 'writeFileSync' && typeof file === 'number') {
    written += 1
    if (written === orders.half?.at) return writeHalf(file, String(text))
  }
  return does()
})

/** What a full disk, or a kill, leaves of a write. */
function writeHalf(file: number, text: string): never {
  writeSync(file, text.slice(0, Math.floor(text.length / 2)))
  if (orders.half?.then === 'die') die()
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
}

const files = nodeFiles()
let pages = 0
const exchange: Files['exchange'] = (path, was, text) => {
  pages += 1
  return pages === orders.dieAtPage ? die() : files.exchange(path, was, text)
}

const documents: ResolvedDocument[] = JSON.parse(readFileSync(orders.policies, 'utf8'))
const made = policiesOf(documents, digest)
if (!made.ok) throw new Error(made.problems.map(({ message }) => message).join('; '))
const { directory, state, name, kind = 'whole' } = orders
const scene = openScene({
  ...{ directory, state, name, policies: made.policies },
  files: { ...files, exchange },
  report,
  steps: {
    begin: () => {
      acts += 1
      steps = 0
    },
    end: () => {
      const taken = steps ?? 0
      steps = null
      return taken
    },
  },
})

let number = 0
for (const order of orders.does) {
  switch (order.do) {
    case 'wait':
      scene.flush()
      report({ did: 'waits', heard: scene.heard() })
      await once(process.stdin, 'data')
      break
    case 'look':
      scene.look()
      break
    case 'rounds':
      for (const last = number + order.count; number < last; ) scene.round(++number, kind)
      break
    case 'answers':
      await scene.answerOthers(order.count)
      break
    default:
      order satisfies never
  }
}
scene.close()
process.exit(0)
