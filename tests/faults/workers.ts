import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { requireBanner } from '../../scripts/bundle.mjs'
import { builtinDocuments } from '../../src/host/files/builtin.ts'
import { repository } from '../support/host.ts'
import type { Act, Orders, Report } from './report.ts'

/** The program of the workers and the policies that they work by. */
export interface Workshop {
  /** A folder for a project and a state folder, both new, where they are wanted. */
  room: (where?: Partial<Room>) => Room
  start: (room: Room, orders: Omit<Orders, 'directory' | 'state' | 'policies'>) => Worker
  close: () => void
}

export interface Room {
  directory: string
  state: string
}

export interface Worker {
  reports: () => readonly Report[]
  acts: () => readonly Act[]
  /** What its person was told of errors until it waited last. */
  heard: () => readonly string[]
  /** Resolves when there are so many reports, or it has ended. */
  told: (count: number) => Promise<void>
  /** Resolves when it waits for the nth word, or has ended. */
  waits: (nth: number) => Promise<void>
  go: () => void
  kill: () => void
  /** Resolves with the signal that ended it; null if it ended by itself. A worker that failed is an error. */
  ended: Promise<NodeJS.Signals | null>
}

/** Builds the program of the workers once. */
export async function openWorkshop(): Promise<Workshop> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'diverter-faults-')))
  // The program looks for the built-in policies in the folders above itself.
  mkdirSync(join(repository, '.e2e'), { recursive: true })
  const bench = mkdtempSync(join(repository, '.e2e/workers-'))
  const program = join(bench, 'worker.mjs')
  const policies = join(folder, 'policies.json')
  writeFileSync(policies, JSON.stringify(await builtinDocuments()))
  await build({
    absWorkingDir: repository,
    entryPoints: ['tests/faults/worker.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: requireBanner },
    logLevel: 'error',
  })
  let rooms = 0
  return {
    room: (where = {}) => {
      rooms += 1
      const room = {
        directory: join(where.directory ?? folder, `project-${rooms}`),
        state: join(where.state ?? folder, `state-${rooms}`),
      }
      mkdirSync(room.directory)
      return room
    },
    start: ({ directory, state }, orders) =>
      startWorker(program, JSON.stringify({ ...orders, directory, state, policies } satisfies Orders)),
    // A worker of another lane may still write where one lane has failed.
    close: () => {
      for (const each of [folder, bench])
        rmSync(each, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function startWorker(program: string, orders: string): Worker {
  const child = spawn(process.execPath, ['--no-warnings', program, orders], { stdio: ['pipe', 'pipe', 'pipe'] })
  const reports: Report[] = []
  const watchers = new Set<() => void>()
  let rest = ''
  let errors = ''
  let hasEnded = false
  const look = (): void => {
    for (const watcher of watchers) watcher()
  }
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) reports.push(JSON.parse(line))
    look()
  })
  // A worker that was killed hears no more.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      hasEnded = true
      look()
      if (signal !== null || code === 0) resolve(signal)
      else reject(new Error(`Cannot work: a worker ended with ${code}: ${errors}`))
    })
  })
  const when = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const watcher = (): void => {
        if (!isSo() && !hasEnded) return
        watchers.delete(watcher)
        resolve()
      }
      watchers.add(watcher)
      watcher()
    })
  return {
    reports: () => reports,
    acts: () => reports.flatMap((one) => (one.did === 'waits' ? [] : one)),
    heard: () => reports.findLast((one) => one.did === 'waits')?.heard ?? [],
    told: (count) => when(() => reports.length >= count),
    waits: (nth) => when(() => reports.filter(({ did }) => did === 'waits').length >= nth),
    go: () => void child.stdin.write('go\n'),
    kill: () => void child.kill('SIGKILL'),
    ended,
  }
}
