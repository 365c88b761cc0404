import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HostInstallation, installHost, repository, startHost, stopHost } from '../support/host.ts'
import { makeProject } from '../support/project.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import type { Row } from './measure.ts'

const turns = 50
const rounds = 3
/** Who has no plugin cannot ask it. */
const settings = { permission: { bash: 'allow' } }
/** Of the kernel's clock that counts the work of processes, in a second. */
const ticks = 100

interface Spent {
  /** Milliseconds. */
  wall: number
  cpu: number
}

/** 50 steps of the real host with one allowed call each: with an empty plugin and with ours, in turns. */
export async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'diverter-turns-'))
  const model = await startScriptedModel()
  try {
    const empty = join(folder, 'empty.js')
    writeFileSync(empty, 'export default { id: "empty", server: async () => ({}) }\n')
    const host = installHost(folder)
    const play = (plugin: string, name: string) => playRun(host, model, join(folder, name), plugin, name)
    for (let round = 0; round < 3; round++) for (const name of (process.env['WHICH'] ?? '').split(',')) {
      const { wall, cpu } = await play(`file:///tmp/prof/${name}.js`, name + round)
      console.log(name, round, Math.round(wall), cpu)
    }
    return 0
  } finally {
    await model.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function row(what: string, of: keyof Spent, ours: readonly Spent[], without: readonly Spent[]): Row {
  const [mine, theirs] = [ours, without].map((all) => all.map((spent) => spent[of]).sort((a, b) => a - b))
  const middle = (all: readonly number[] = []) => all[Math.floor(all.length / 2)] ?? Number.NaN
  const figures = { median: middle(mine), p99: mine?.at(-1) ?? Number.NaN }
  const baseline = { median: middle(theirs), p99: theirs?.at(-1) ?? Number.NaN }
  return {
    name: `${turns} turns in the host with one allowed call each, ${what}`,
    figures,
    baseline: { name: 'an empty plugin', figures: baseline },
    goal: { text: 'at most 1.05 x', met: figures.median <= 1.05 * baseline.median },
  }
}

/** What the turns take between the first and the last request, without the start and the end of the host. */
async function playRun(
  host: HostInstallation,
  model: ScriptedModel,
  folder: string,
  plugin: string,
  key: string,
): Promise<Spent> {
  const project = makeProject(folder, { home: host.home, modelUrl: model.url, plugins: [plugin], settings })
  let pid = 0
  let first: Spent | null = null
  let last: Spent | null = null
  const now = (): Spent => ({ wall: performance.now(), cpu: workOf(pid) })
  model.script(key, (_request, turn) => {
    // The first turns find what is loaded once.
    if (turn === 3) first = now()
    if (turn < turns + 3)
      return {
        text: `Step ${turn}.`,
        calls: [{ name: 'bash', input: { command: `echo ${turn}`, description: 'Count' } }],
      }
    last ??= now()
    return { text: 'BLOCKER_DIVERTER_DONE!' }
  })
  const running = startHost(host, project.directory, ['run', `Begin ${key}`])
  pid = running.child.pid ?? 0
  await running.ended
  await stopHost(running)
  return difference(first, last, running.output())
}

function difference(first: Spent | null, last: Spent | null, output: string): Spent {
  if (first === null || last === null) throw new Error(`Cannot measure the turns: the run ended early\n${output}`)
  return { wall: last.wall - first.wall, cpu: last.cpu - first.cpu }
}

/** What a process and all below it, also those that have ended, have worked so far, in milliseconds. */
function workOf(pid: number): number {
  const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(name) : []))
  const below = (parent: number): number =>
    stats.filter((one) => one.parent === parent).reduce((sum, one) => sum + one.work + below(one.pid), 0)
  return (below(pid) + (stats.find((one) => one.pid === pid)?.work ?? 0)) * (1000 / ticks)
}

interface Stat {
  pid: number
  parent: number
  /** Its own and that of its children that have ended, in ticks. */
  work: number
}

function statOf(name: string): Stat[] {
  const text = textOf(`/proc/${name}/stat`)
  if (text === null) return []
  // The name of the program stands in brackets and may hold anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0] = fields.slice(1)
  const work = fields.slice(11, 15).reduce((sum, one) => sum + one, 0)
  return [{ pid: Number(name), parent, work }]
}

/** Null if the process has ended meanwhile. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null
    throw error
  }
}
