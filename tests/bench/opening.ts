import { spawnSync } from 'node:child_process'
import type { Result } from '../../src/store/store.ts'
import { folderStore } from '../support/folder-store.ts'
import { repository } from '../support/host.ts'
import { figuresOf, type Row } from './measure.ts'
import { asked, builtinPolicies, openWorld, type World } from './world.ts'

const all = 100_000
/** Lines behind the last snapshot: as many as there may be before the next one is due. */
const behind = 150
const openings = 9

/** What it costs a new process to open a tree of 100,000 lines, of which two snapshots were taken. */
export async function openingRow(): Promise<Row> {
  const world = openWorld(await builtinPolicies())
  try {
    for (let round = 0; round < 100; round++) decide(world, round)
    for (const lines of [all / 2, all - behind]) {
      fill(world.folder, lines)
      // The decision that finds so many lines behind the last snapshot takes the next one.
      decide(world, lines)
    }
    fill(world.folder, all)
    const taken = Array.from({ length: openings }, () => openIn(world.folder, 's'))
    const empty = Array.from({ length: openings }, (_, index) => openIn(world.folder, `empty${index}`))
    const figures = figuresOf(taken.map(({ took }) => took))
    const megabytes = Math.max(...taken.map(({ bytes }) => bytes)) / 1024 / 1024
    return {
      name: `opening a tree of 100,000 lines, ${megabytes.toFixed(1)} MB`,
      figures,
      baseline: { name: 'a new tree', figures: figuresOf(empty.map(({ took }) => took)) },
      goal: { text: 'median at most 50 ms and 50 MB', met: figures.median <= 50 && megabytes <= 50 },
    }
  } finally {
    world.close()
  }
}

const decide = (world: World, round: number) => world.runtime.handle(world.session('s'), asked(`echo ${round % 40}`))

/** Writes copies of the night's lines behind it until there are so many. */
function fill(folder: string, wanted: number): void {
  const port = folderStore(folder, 'fill')
  const project = value(port.project())
  const lines = value(project.since('s', 0, 200)).lines.filter(({ body }) => body.includes('record.counted'))
  let seq = value(project.tree('s'))?.seq ?? 0
  while (seq < wanted) {
    const some = Array.from({ length: Math.min(1000, wanted - seq) }, (_, n) => lines[n % lines.length])
    value(
      project.commit({ trees: [{ root: 's', after: seq, lines: some.flatMap((line) => line ?? []) }], revision: null }),
    )
    seq += some.length
  }
  port.close()
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message)
  return result.value
}

interface Opening {
  took: number
  bytes: number
}

function openIn(folder: string, root: string): Opening {
  const words = ['scripts/run.mjs', 'tests/bench/opener.ts', folder, root]
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd: repository, encoding: 'utf8' })
  if (status !== 0) throw new Error(`Cannot measure the opening: ${stderr}`)
  return JSON.parse(stdout) as Opening
}
