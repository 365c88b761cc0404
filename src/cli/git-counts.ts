import { execFileSync } from 'node:child_process'
import { longestShort, mostFiles, said } from '../report/bounds.ts'
import type { FileCounts } from '../report/schema.ts'

/** In milliseconds; a report without counts is better than none. */
const patience = 15_000
const mostOutput = 20_000_000

/** No program that the config of a repository names is run, and nothing is written into it. */
const careful = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'diff.external=', 'core.quotePath=false'].flatMap((one) => [
    '-c',
    one,
  ]),
  '--no-optional-locks',
]

/** What changed in a folder since a commit, by git, whoever wrote it. */
export function gitCounts(directory: string, since: string): FileCounts {
  if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(since)) return { is: 'unknown', why: 'no-begin', detail: null }
  const words = ['diff', '--numstat', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', since, '--', '.']
  try {
    const output = execFileSync('git', [...careful, ...words], {
      cwd: directory,
      env: { ...process.env, LC_ALL: 'C' },
      encoding: 'utf8',
      timeout: patience,
      maxBuffer: mostOutput,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return countsIn(since, output)
  } catch (error) {
    return failure(error)
  }
}

function countsIn(since: string, output: string): FileCounts {
  const all = output.split('\0').flatMap((row) => {
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t([\s\S]+)$/.exec(row) ?? []
    if (added === undefined || removed === undefined || path === undefined) return []
    return [{ path: said(path, longestShort), added: lines(added), removed: lines(removed) }]
  })
  const files = all.slice(0, mostFiles)
  return { is: 'counted', since, files, more: all.length - files.length }
}

const lines = (text: string): number | null => (text === '-' ? null : Number(text))

function failure(error: unknown): FileCounts {
  if (!(error instanceof Error)) throw error
  if ('code' in error && error.code === 'ENOENT') return { is: 'unknown', why: 'no-git', detail: null }
  const told = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : ''
  const first = (told === '' ? error.message : told).split('\n')[0] ?? ''
  // Outside of git a diff is one of two paths.
  const isNone = /not a git repository|Could not access/.test(first)
  return isNone
    ? { is: 'unknown', why: 'no-git', detail: null }
    : { is: 'unknown', why: 'failed', detail: said(first, longestShort) }
}
