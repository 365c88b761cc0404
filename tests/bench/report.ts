import { spawnSync } from 'node:child_process'
import type { Result } from '../../src/store/store.ts'
import { folderStore } from '../support/folder-store.ts'
import { repository } from '../support/host.ts'
import { figuresOf, type Row } from './measure.ts'
import { asked, builtinPolicies, openWorld } from './world.ts'

const all = 100_000
const rounds = 3

/** What the report of a night of 100,000 lines costs, against that of a tenth of it. */
export async function reportRow(): Promise<Row> {
  const world = openWorld(await builtinPolicies())
  try {
    for (const root of ['long', 'short'])
      for (let round = 0; round < 100; round++) world.runtime.handle(world.session(root), asked(`echo ${round % 40}`))
    fill(world.folder, 'long', all)
    fill(world.folder, 'short', all / 10)
    const taken = Array.from({ length: rounds }, () => reportOf(world.folder, 'long'))
    const short = Array.from({ length: rounds }, () => reportOf(world.folder, 'short'))
    const figures = figuresOf(taken.map(({ took }) => took))
    const megabytes = Math.max(...taken.map(({ bytes }) => bytes)) / 1024 / 1024
    return {
      name: `report of ${all.toLocaleString('en')} lines, ${megabytes.toFixed(0)} MB`,
      figures,
      baseline: { name: 'of a tenth', figures: figuresOf(short.map(({ took }) => took)) },
      goal: { text: 'at most 3 s and 200 MB', met: figures.p99 <= 3000 && megabytes <= 200 },
    }
  } finally {
    world.close()
  }
}

/** Writes copies of a night's decisions behind it until there are so many lines. */
export function fill(folder: string, root: string, wanted: number): void {
  const port = folderStore(folder, 'fill')
  const project = value(port.project())
  const { lines, seq: last } = value(project.since(root, 0))
  const decisions = lines.filter(({ body }) => body.includes('"verdict"'))
  for (let seq = last; seq < wanted; ) {
    const some = Array.from({ length: Math.min(1000, wanted - seq) }, (_, n) => decisions[n % decisions.length])
    value(project.commit({ trees: [{ root, after: seq, lines: some.flatMap((line) => line ?? []) }], revision: null }))
    seq += some.length
  }
  port.close()
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message)
  return result.value
}

function reportOf(folder: string, root: string): { took: number; bytes: number } {
  const words = ['scripts/run.mjs', 'tests/bench/reporter.ts', folder, root]
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd: repository, encoding: 'utf8' })
  if (status !== 0) throw new Error(`Cannot measure the report: ${stderr}`)
  return JSON.parse(stdout) as { took: number; bytes: number }
}

/** That row alone. */
export async function main(): Promise<number> {
  const { line } = await import('./measure.ts')
  console.log(line(await reportRow()))
  return 0
}
