import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Counter } from './count.ts'
import { goOn } from './kills.ts'
import { lookFromOutside, notOnPage } from './outside.ts'
import { type Act, settled } from './report.ts'
import type { Room, Worker, Workshop } from './workers.ts'

/** What lies on the disk that gets full, how many bytes it has left then, and what becomes of the process. */
export interface FullDisk {
  on: 'store' | 'page' | 'both'
  left: number
  then: 'lives' | 'dies'
}

const ends = ['lives', 'dies'] as const
/** From nothing at all to what some entries need. */
const lefts = {
  store: [0, 4096, 8192, 16_384, 49_152],
  page: [0, 4096, 8192],
  both: [0, 4096, 8192, 16_384, 49_152],
} as const

export const fullDisks: readonly FullDisk[] = (['store', 'page', 'both'] as const).flatMap((on) =>
  ends.flatMap((then) => lefts[on].map((left) => ({ on, left, then }))),
)

/** Fills a disk but for so many bytes; who writes meanwhile may leave less. Gives the file that fills it. */
export function fillUp(disk: string, left: number): string {
  const filler = join(disk, 'filler')
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
  return filler
}

/** Runs `work` with a small file system in memory, which only root may mount. */
export async function withSmallDisk(work: (disk: string) => Promise<void>): Promise<void> {
  const disk = realpathSync(mkdtempSync(join(tmpdir(), 'diverter-disk-')))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', disk])
  try {
    await work(disk)
  } finally {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true })
  }
}

export async function fill(workshop: Workshop, counter: Counter, disk: string, full: FullDisk): Promise<void> {
  const { on, left, then } = full
  const room = workshop.room({ ...(on !== 'store' && { directory: disk }), ...(on !== 'page' && { state: disk }) })
  const rounds = { do: 'rounds', count: 3 } as const
  const many = { do: 'rounds', count: 17 } as const
  const wait = { do: 'wait' } as const
  const worker = workshop.start(room, { name: 'v', does: [rounds, wait, many, wait, { do: 'look' }, rounds] })
  await worker.waits(1)
  const filler = fillUp(disk, left)
  worker.go()
  await worker.waits(2)
  findSilent(counter, workshop, room, worker)
  const isFull = !worker.acts().every(isAllRight)
  if (then === 'dies') worker.kill()
  rmSync(filler)
  worker.go()
  await worker.ended
  const told = worker.acts()
  // Whoever lives on writes what it owes.
  await goOn(workshop, counter, room, 'n', then === 'dies' ? told : told.map(settled))
  rmSync(room.directory, { recursive: true })
  rmSync(room.state, { recursive: true, force: true })
  if (!isFull) throw new Error(`Cannot fill the disk: all was written, ${JSON.stringify(full)}`)
  counter.tried()
}

/** While the disk is full, whatever nobody was told of stands in the store and on the page. */
function findSilent(counter: Counter, workshop: Workshop, room: Room, worker: Worker): void {
  const copy = workshop.room()
  mkdirSync(copy.state, { recursive: true })
  cpSync(room.state, copy.state, { recursive: true })
  const acts = worker.acts()
  const { lost } = lookFromOutside(room.directory, copy.state, acts)
  // Of the page a person is told once: it is tried after the agent has its answer.
  const isPageTold = worker.heard().some((text) => text.startsWith('Cannot write blockers.md: the disk is full'))
  for (const { token, what } of lost) {
    const about = acts.filter((act) => act.token === token)
    if (isPageTold && what === notOnPage) continue
    if (about.length > 0 && about.every(isAllRight)) counter.wrong('silent', `${token}: ${what}`)
  }
}

/** Whoever did this was told that all is well. */
const isAllRight = ({ did, words }: Act): boolean => did === 'kept' || (did === 'answered' && words === '')
