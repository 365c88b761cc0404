import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DomainEvent } from '../../src/core/event.ts'
import type { Policies } from '../../src/runtime/policies.ts'
import type { Session } from '../../src/runtime/session.ts'
import { folderStore, linesOf } from '../support/folder-store.ts'
import { type Figures, measure, measureTurns, type Row } from './measure.ts'
import { asked, builtinPolicies, ended, openWorld, submitted, type World } from './world.ts'

const rounds = 2000

/** From the event to the appended line and the begun answer, against the bare append of a line as long. */
export async function pathRows(): Promise<Row[]> {
  const policies = await builtinPolicies()
  const permission = await inWorld(policies, (round) => ({ session: 's', event: asked(`echo ${round}`) }))
  const turn = await inWorld(policies, (round) => ({ session: 's', event: ended(`Answer ${round}`) }))
  const record = await inWorld(policies, (round) => ({
    session: `s${Math.floor(round / 40)}`,
    event: submitted(`Is it number ${round}?`),
  }))
  const crowd = await inWorld(
    policies,
    (round) => ({ session: `s${round % 1000}`, event: ended(`Answer ${round}`) }),
    (world) => {
      for (let n = 0; n < 1000; n++) world.runtime.handle(world.session(`s${n}`), ended('Begun'))
    },
  )
  const first = await inWorld(policies, (round) => ({ session: `s${round}`, event: ended('Begun') }))
  const full = await inWorld(
    policies,
    (round) => ({ session: 's', event: asked(`echo ${round % 40}`) }),
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
      name: 'decision path, turn.ended, the first of a session',
      figures: first.figures,
      baseline: { name: 'one session', figures: turn.figures },
      goal: null,
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

/** What is decided in a round. */
type Given = (round: number) => { session: string; event: DomainEvent }

async function inWorld(
  policies: Policies,
  given: Given,
  prepare: (world: World) => void = () => undefined,
): Promise<Measured> {
  const world = openWorld(policies)
  const turnsFrom = (first: number) => ({
    prepare: (round: number) => {
      const { session, event } = given(first + round)
      return { session: world.session(session), event }
    },
    work: ({ session, event }: { session: Session; event: DomainEvent }) => world.runtime.handle(session, event),
  })
  try {
    prepare(world)
    const early = await measureTurns(500, turnsFrom(0))
    const figures = await measureTurns(rounds, turnsFrom(1000))
    const late = await measureTurns(500, turnsFrom(10_000))
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
