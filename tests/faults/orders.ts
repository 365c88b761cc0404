import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '../../src/runtime/files/node-files.ts'
import type { Policies } from '../../src/runtime/policies.ts'
import type { Counter } from './count.ts'
import type { Act } from './report.ts'
import { openScene, type Scene } from './scene.ts'
import type { Workshop } from './workers.ts'

const mishaps = ['undo', 'stash', 'clean', 'deletion', 'restart'] as const
type Mishap = (typeof mishaps)[number]

export interface Order {
  mishaps: readonly Mishap[]
  /** Whether git has an earlier state of the page. */
  isTracked: boolean
}

export const everyOrder: readonly Order[] = [true, false].flatMap((isTracked) =>
  permutations(mishaps).map((one) => ({ mishaps: one, isTracked })),
)

function permutations<T>(all: readonly T[]): T[][] {
  return all.length === 0
    ? [[]]
    : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))
}

/** What befalls a page of two sessions, one after the other; each time everything stands there again. */
export function befall(workshop: Workshop, counter: Counter, policies: Policies, { mishaps, isTracked }: Order): void {
  const room = workshop.room()
  const { directory } = room
  const path = join(directory, 'blockers.md')
  const git = (...words: string[]) => execFileSync('git', words, { cwd: directory, stdio: 'ignore' })
  const acts: Act[] = []
  const open = (name: string): Scene =>
    openScene({ ...room, name, policies, files: nodeFiles(), report: (act) => acts.push(act) })
  git('init', '-q')
  git('config', 'user.email', 'night@example.org')
  git('config', 'user.name', 'Night')
  git('commit', '-q', '--allow-empty', '-m', 'Begin')
  let [one, two] = [open('a'), open('b')]
  one.round(1, 'whole')
  const earlier = readFileSync(path, 'utf8')
  if (isTracked) {
    git('add', 'blockers.md')
    git('commit', '-q', '-m', 'Page')
  }
  two.round(1, 'whole')
  one.round(2, 'whole')

  const happens: Readonly<Record<Mishap, () => void>> = {
    undo: () => {
      writeFileSync(path, earlier)
      one.setBack()
    },
    stash: () => {
      git('stash', 'push', '--include-untracked')
      two.look()
    },
    clean: () => {
      git('clean', '-fdxq')
      one.look()
    },
    deletion: () => {
      rmSync(path, { force: true })
      two.look()
    },
    restart: () => {
      one.close()
      two.close()
      ;[one, two] = [open('a'), open('b')]
      one.look()
    },
  }
  for (const mishap of mishaps) {
    happens[mishap]()
    for (const scene of [one, two]) scene.flush()
    counter.look(room, acts)
  }
  two.round(2, 'whole')
  one.close()
  two.close()
  counter.look(room, acts)
  for (const { did, token, words } of acts)
    if (did === 'owed' || did === 'refused') counter.wrong('lost', `${token}: ${words}`)
  rmSync(directory, { recursive: true })
  counter.tried()
}
