import { explainCommand } from '../../src/cli/explain.ts'
import type { CommandIo } from '../../src/cli/io/io.ts'
import { morningPorts } from '../../src/cli/morning/ports.ts'
import { nightReportCommand } from '../../src/cli/night/night-report.ts'
import { openNights } from '../../src/cli/night/nights.ts'
import { replayCommand } from '../../src/cli/replay.ts'
import { suggestCommand } from '../../src/cli/suggest/suggest.ts'
import { memoryIo } from '../support/memory-io.ts'
import { type Figures, figuresOf, type Row } from './measure.ts'
import { fill } from './report.ts'
import { builtinPolicies, ended, event, openWorld } from './world.ts'

const all = 20_000
const rounds = 3
/** As many as are looked at, each refused again and again. */
const commands = [
  'npm run build',
  'npm run lint',
  'npm run e2e -- --headed',
  'docker compose up',
  'git push origin main',
  'npx prettier --write src',
  'pip install requests',
  'make release',
  'curl https://example.com/data.json',
  'terraform plan',
  'kubectl get pods',
  'cargo publish --dry-run',
]

const written = { tool: 'write', ok: true, changed: true, wrote: ['a.ts'] }
const progress = { finish: 'tool-calls', last: false, calls: 1, progress: true, tokens: 1000, cost: 0.01 }
const shell = { permission: 'bash' }

/**
 * What a person waits for in the morning after a night of 20,000 lines: suggestions and the reasons of its last line,
 * against deciding it once again, and the page, against the report alone.
 */
export async function morningRows(): Promise<Row[]> {
  const world = openWorld(await builtinPolicies())
  try {
    const session = world.session('s')
    const handle = world.runtime.handle
    handle(session, event('user.wrote', { text: 'Build it' }))
    for (let round = 0; round < 48; round++) {
      for (let call = 0; call < 6; call++) {
        handle(session, event('tool.finished', { ...written, call: `c${round}-${call}` }))
        handle(session, event('step.ended', progress))
      }
      const command = commands[round % commands.length] ?? ''
      handle(session, event('permission.asked', { ...shell, request: `p${round}`, patterns: [command], command }))
      if (round % 8 === 7) handle(session, ended(`Answer ${round}`))
    }
    fill(world.folder, 's', all)
    const io = memoryIo(world.folder)
    const work = async (command: () => number | Promise<number>): Promise<Figures> =>
      figuresOf(await times(async () => checked(await command(), io)))
    const suggest = await work(() => suggestCommand({ json: true, zone: 'UTC' }, io))
    const explain = await work(() => explainCommand(undefined, { journal: 's', line: all }, io))
    const once = await work(() => replayCommand('s', { zone: 'UTC', against: [] }, io))
    const report = await work(() => nightReportCommand(['s'], { json: true, zone: 'UTC' }, io))
    const page = await work(() => openPage(io))
    const lines = `${all.toLocaleString('en')} lines, work`
    const replaying = { name: 'replaying them once', figures: once }
    return [
      {
        name: `suggest after ${lines}`,
        figures: suggest,
        baseline: replaying,
        goal: { text: 'at most 8 x', met: suggest.median <= 8 * once.median },
      },
      {
        name: `explain of the last of ${lines}`,
        figures: explain,
        baseline: replaying,
        goal: { text: 'at most 2 x', met: explain.median <= 2 * once.median },
      },
      {
        name: `opening the page of the morning, ${lines}`,
        figures: page,
        baseline: { name: 'report', figures: report },
        goal: { text: 'at most 2 x', met: page.median <= 2 * report.median },
      },
    ]
  } finally {
    world.close()
  }
}

/** The work of this process, in milliseconds: others on the machine do not count. */
async function times(work: () => Promise<void>): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(begun)
    taken.push((user + system) / 1000)
  }
  return taken
}

function checked(code: number, io: ReturnType<typeof memoryIo>): void {
  if (code !== 0) throw new Error(`Cannot measure: ${io.errors()}`)
}

/** What the page asks for first. */
function openPage(io: CommandIo): number {
  const nights = openNights(io)
  if (nights === null || typeof nights === 'number') return 1
  const { ok } = morningPorts(nights, { of: 'sessions', roots: ['s'] }, io).state()
  nights.close()
  return ok ? 0 : 1
}

/** Those rows alone. */
export async function main(): Promise<number> {
  const { line } = await import('./measure.ts')
  for (const row of await morningRows()) console.log(line(row))
  return 0
}
