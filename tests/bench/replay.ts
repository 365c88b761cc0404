import { readJournal } from '../../src/replay/read-journal.ts'
import { replay } from '../../src/replay/replay.ts'
import { exportOf } from '../support/folder-store.ts'
import { figuresOf, type Row } from './measure.ts'
import { asked, builtinPolicies, ended, openWorld } from './world.ts'

const decisions = 5000
const rounds = 5

/** A night of 5,000 decisions decided again, against reading its lines alone. */
export async function replayRow(): Promise<Row> {
  const policies = await builtinPolicies()
  const world = openWorld(policies)
  try {
    for (let round = 0; round < decisions / 2; round++) {
      world.runtime.handle(world.session('s'), asked(`echo ${round}`))
      world.runtime.handle(world.session('s'), ended(`Answer ${round}`))
    }
    const text = exportOf(world.folder, 's')
    const { lines } = readJournal(text)
    const options = { find: () => policies, against: null, directory: '', zone: 'UTC', mode: 'serve' } as const
    const figures = figuresOf(times(() => count(replay(lines, options))))
    return {
      name: `replay of ${decisions.toLocaleString('en')} decisions`,
      figures,
      baseline: { name: 'reading the night', figures: figuresOf(times(() => readJournal(text).lines.length)) },
      goal: { text: '5,000 a second', met: figures.median <= 1000 },
    }
  } finally {
    world.close()
  }
}

function count(replayed: Iterable<unknown>): number {
  let seen = 0
  for (const _ of replayed) seen += 1
  if (seen < decisions) throw new Error(`Cannot measure: ${seen} decisions were replayed, ${decisions} are wanted`)
  return seen
}

function times(work: () => number): number[] {
  return Array.from({ length: rounds }, () => {
    const begun = performance.now()
    work()
    return performance.now() - begun
  })
}
