import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '../../src/runtime/files/node-files.ts'
import { type Figures, measure, measureTurns, type Row } from './measure.ts'
import { builtinPolicies, openWorld, skillCalled, typed, type World } from './world.ts'

const rounds = 1000
const stateFile = '.opencode/state/active_task_graph.json'

/** Decisions with a state file that nobody else has open, against reading the file and replacing it. */
export async function projectRows(): Promise<Row[]> {
  const world = openWorld(await builtinPolicies())
  try {
    const read = await repeats(world)
    const write = await entries(world)
    const { reading, replacing } = bare(join(world.folder, stateFile))
    return [
      {
        name: 'decision with a state file, read',
        figures: read,
        baseline: { name: 'reading the file', figures: reading },
        goal: { text: 'p99 at most 2 ms', met: read.p99 <= 2 },
      },
      {
        name: 'decision with a state file, written under its lock',
        figures: write,
        baseline: { name: 'replacing the file', figures: replacing },
        goal: { text: 'p99 at most 20 ms', met: write.p99 <= 20 },
      },
    ]
  } finally {
    world.close()
  }
}

/** Calls of the skill of the current phase: the state is read, and nothing of it changes. */
function repeats(world: World): Promise<Figures> {
  const session = world.session('reads')
  world.runtime.handle(session, typed('plan', 'Feature'))
  world.runtime.handle(session, skillCalled('specify'))
  return measureTurns(rounds, {
    prepare: () => skillCalled('specify'),
    work: (event) => {
      const { decision } = world.runtime.handle(session, event)
      if (decision.trace.every(({ rule }) => rule !== 'phases/specify-again')) {
        throw new Error('Cannot measure the read: the call was not judged by the state')
      }
    },
  })
}

/** Calls that enter a phase, each in a workflow of its own. */
function entries(world: World): Promise<Figures> {
  const session = world.session('writes')
  const beginAnew = () => {
    world.runtime.handle(session, typed('phases', 'reset'))
    world.runtime.handle(session, typed('plan', 'Feature'))
  }
  const enter = () => {
    const { decision } = world.runtime.handle(session, skillCalled('specify'))
    const isWritten = decision.changes.some((change) => change.change === 'slot' && change.scope === 'project')
    if (!isWritten) throw new Error('Cannot measure the write: the call entered no phase')
  }
  return measureTurns(rounds, { prepare: beginAnew, work: enter })
}

function bare(file: string): { reading: Figures; replacing: Figures } {
  const files = nodeFiles()
  const text = readFileSync(file, 'utf8')
  return {
    reading: measure(rounds, () => files.read(file)),
    replacing: measure(rounds, () => files.replace(file, text)),
  }
}
