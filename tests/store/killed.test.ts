import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Place } from '../../src/store/place.ts'
import { freshPlace, open, project, value } from './bench.ts'

const folder = mkdtempSync(join(tmpdir(), 'diverter-killed-'))
const program = join(folder, 'writer.mjs')

beforeAll(() =>
  build({
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    entryPoints: ['tests/store/writer.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  }),
)
afterAll(() => rmSync(folder, { recursive: true }))

/** Lets a writer work and kills it once it has told of so many commits; how many it had told of at its end. */
function killAfter(place: Place, name: string, commits: number): Promise<number> {
  const child = spawn(process.execPath, [program, place.folder, name], { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString()
    if (lastOf(told) >= commits) child.kill('SIGKILL')
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(lastOf(told))
      else reject(new Error(`Cannot kill ${name}: it had ended with ${told}`))
    })
  })
}

/** Lets a writer work to its end. */
function work(place: Place, name: string, commits: number): Promise<void> {
  const child = spawn(process.execPath, [program, place.folder, name, String(commits)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}`))))
  })
}

test('several processes make the store at once and lose nothing of each other', async () => {
  for (const round of [1, 2, 3]) {
    const place = freshPlace()
    await Promise.all(Array.from({ length: 6 }, (_none, n) => work(place, `w${n}`, 5 * round)))
    const store = open(place, 'reader')
    const one = project(store)
    expect(store.notices).toEqual([])
    expect(value(one.since('all', 0))).toMatchObject({ seq: 30 * round, unsealed: [] })
    const numbers = value(one.records()).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: 30 * round }, (_none, n) => n + 1))
    value(store.close())
    rmSync(place.folder, { recursive: true })
  }
})

const lastOf = (told: string): number => Number(told.slice(0, told.lastIndexOf('\n')).split('\n').at(-1) ?? 0)

test('of writers that are killed at any time every told commit is there, and none by half', async () => {
  const place = freshPlace()
  let sum = 0
  for (const [round, [first, second]] of [
    [1, 40],
    [3, 17],
    [25, 2],
    [60, 61],
    [9, 33],
  ].entries()) {
    const names = [`a${round}`, `b${round}`]
    const told = await Promise.all([
      killAfter(place, `a${round}`, first ?? 1),
      killAfter(place, `b${round}`, second ?? 1),
    ])
    const store = open(place, 'reader')
    const one = project(store)
    for (const [at, name] of names.entries()) {
      const own = value(one.since(name, 0))
      const counts = own.lines.map(({ body }) => JSON.parse(body).count)
      const commits = counts.length / 2
      // The last one may have been committed without a chance to tell.
      expect([told[at], (told[at] ?? 0) + 1]).toContain(commits)
      expect(counts).toEqual(Array.from({ length: commits * 2 }, (_none, n) => Math.floor(n / 2) + 1))
      const wanted = Array.from({ length: commits }, (_none, n) => ({ name, count: n + 1 }))
      const mine = (texts: { body: string }[]) =>
        texts.map(({ body }) => JSON.parse(body)).filter((of) => of.name === name)
      const all = value(one.since('all', 0))
      expect([...own.unsealed, ...all.unsealed]).toEqual([])
      expect(mine(all.lines)).toEqual(wanted)
      expect(mine(value(one.records()))).toEqual(wanted)
      sum += commits
    }
    const numbers = value(one.records()).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: sum }, (_none, n) => n + 1))
    value(store.close())
  }
  expect(sum).toBeGreaterThan(100)
  rmSync(place.folder, { recursive: true })
})
