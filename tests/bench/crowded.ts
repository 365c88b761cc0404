import { spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../support/host.ts'
import { figuresOf, type Row } from './measure.ts'

const processes = ['p1', 'p2', 'p3', 'p4']
const rounds = 1000

/** Four processes that write to one store at once, each to a tree of its own, beside one alone. */
export async function crowdedRow(): Promise<Row> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'diverter-crowd-')))
  try {
    const alone = await durationsOf(folder, ['alone'])
    const figures = figuresOf(await durationsOf(folder, processes))
    return {
      name: 'decision path, turn.ended, four processes, each 2 ms after its last',
      figures,
      baseline: { name: 'one process', figures: figuresOf(alone) },
      goal: { text: 'p99 at most 5 ms', met: figures.p99 <= 5 },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts writers and lets them begin when all are ready; the durations of all their decisions. */
async function durationsOf(folder: string, names: readonly string[]): Promise<number[]> {
  const writers = names.map((name) => writer(folder, name))
  await Promise.all(writers.map(({ ready }) => ready))
  for (const { begin } of writers) begin()
  return (await Promise.all(writers.map(({ done }) => done))).flat()
}

interface Writer {
  ready: Promise<void>
  begin: () => void
  done: Promise<number[]>
}

function writer(folder: string, name: string): Writer {
  const words = ['scripts/run.mjs', 'tests/bench/writer.ts', folder, name, String(rounds)]
  const child = spawn(process.execPath, words, { cwd: repository, stdio: ['pipe', 'pipe', 'inherit'] })
  let told = ''
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString()
      if (told.includes('\n')) resolve()
    })
  })
  const done = new Promise<number[]>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(told.slice(told.indexOf('\n'))))
      else reject(new Error(`Cannot measure: the writer ${name} ended with ${code}`))
    })
  })
  return { ready, begin: () => child.stdin.end('go\n'), done }
}
