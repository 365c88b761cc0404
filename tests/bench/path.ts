import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Policies } from '../../src/runtime/policies.ts'
import { folderStore, linesOf } from '../support/folder-store.ts'
import { type Figures, measure, measureTurns, type Row } from './measure.ts'
import { asked, builtinPolicies, ended, openWorld, submitted, type World } from './world.ts'

const rounds = 2000

/** From the event to the appended line and the begun answer, against the bare append of a line as long. */
export async function pathRows(): Promise<Row[]> {
  const policies = await builtinPolicies()
  const permission = await inWorld(policies, (world, round) =>
    world.runtime.handle(world.session('s'), asked(`echo ${round}`)),
  )
  const turn = await inWorld(policies, (world, round) =>
    world.runtime.handle(world.session('s'), ended(`Answer ${round}`)),
  )
  const record = await inWorld(policies, (world, round) =>
    world.runtime.handle(world.session(`s${Math.floor(round / 40)}`), submitted(`Is it number ${round}?`)),
  )
  const crowd = await inWorld(policies, (world, round) =>
    world.runtime.handle(world.session(`s${round % 1000}`), ended(`Answer ${round}`)),
  )
  const full = await inWorld(
    policies,
    (world, round) => world.runtime.handle(world.session('s'), asked(`echo ${round % 40}`)),
    (world) => fillRecords(world, 4000),
  )
  const onePath = (name: string, { figures, append }: Measured): Row => ({
    name,
    figures,
    baseline: { name: 'raw append', figures: append },
    goal: { text: 'p99 at most 1 ms', met: figures.p99 <= 1 },
  })
  return [
    onePath('decision path, permission.asked', permission),
    onePath('decision path, turn.ended', turn),
    {
      name: 'decision path, turn.ended, 1,000 sessions',
      figures: crowd.figures,
      baseline: { name: 'one session', figures: turn.figures },
      goal: { text: 'p99 at most 1 ms', met: crowd.figures.p99 <= 1 },
    },
    {
      name: 'decision path, turn.ended, last 500 of a long night',
      figures: turn.late,
      baseline: { name: 'first 500', figures: turn.early },
      goal: { text: 'p99 at most 1 ms', met: turn.late.p99 <= 1 },
    },
    {
      name: 'decision path, permission.asked, 4,000 records in the tree',
      figures: full.figures,
      baseline: { name: 'few records', figures: permission.figures },
      goal: { text: 'p99 at most 1 ms', met: full.figures.p99 <= 1 },
    },
    {
      name: 'logging a blocker',
      figures: record.figures,
      baseline: { name: 'raw append', figures: record.append },
      goal: { text: 'p99 at most 5 ms', met: record.figures.p99 <= 5 },
    },
  ]
}

interface Measured {
  figures: Figures
  early: Figures
  late: Figures
  append: Figures
}

async function inWorld(
  policies: Policies,
  work: (world: World, round: number) => unknown,
  prepare: (world: World) => void = () => undefined,
): Promise<Measured> {
  const world = openWorld(policies)
  try {
    prepare(world)
    const early = await measureTurns(500, (round) => work(world, round))
    const figures = await measureTurns(rounds, (round) => work(world, 1000 + round))
    const late = await measureTurns(500, (round) => work(world, 10_000 + round))
    return { figures, early, late, append: rawAppend(world) }
  } finally {
    world.close()
  }
}

/** Appends a line of the mean length of the night's lines. */
function rawAppend(world: World): Figures {
  const lines = linesOf(world.folder, 's')
  const length = Math.round(lines.reduce((sum, line) => sum + line.length, 0) / lines.length)
  const sample = `${'x'.repeat(length)}\n`
  return measure(rounds, () => appendFileSync(join(world.folder, 'raw.jsonl'), sample))
}

/** Puts entries into the night of the session, more than the policy would let in. */
function fillRecords(world: World, count: number): void {
  world.runtime.handle(world.session('s'), submitted('Is this the pattern of all?'))
  const pattern = world.runtime.state(world.session('s'))?.records[0]
  if (pattern === undefined) throw new Error('Cannot fill the tree: nothing was logged')
  const changes = Array.from({ length: count }, (_, n) => {
    const id = `b${n + 2}`
    return { change: 'record.added', record: { ...pattern, id, question: `Number ${n}?`, fingerprint: id } }
  })
  const store = folderStore(world.folder, 'fill')
  const project = store.project()
  if (!project.ok) throw new Error(project.problem.message)
  const body = JSON.stringify({ why: 'the bench', changes })
  project.value.commit({
    trees: [{ root: 's', after: null, lines: [{ at: Date.now(), kind: 'change', body }] }],
    revision: null,
  })
  store.close()
}
