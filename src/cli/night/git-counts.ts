import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { longestShort, mostFiles, said } from '../../report/bounds.ts'
import type { FileCounts } from '../../report/schema.ts'
import { expectedText } from '../../runtime/text/failure-text.ts'
import { readFileInside } from '../../runtime/reading/read-file.ts'

/** In milliseconds; a report without counts is better than none. */
const patience = 15_000
/** Of a new file, in bytes. */
const mostOfFile = 1_000_000
const mostOutput = 20_000_000

/** No program that the config of a repository names is run, and nothing is written into it. */
const careful = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'diff.external=', 'core.quotePath=false'].flatMap((one) => [
    '-c',
    one,
  ]),
  '--no-optional-locks',
]

/**
 * What changed in a folder since a commit, by git, whoever wrote it; of files that git does not track, those of `told`,
 * since a folder of packages may hold any number of others.
 */
export function gitCounts(directory: string, since: string, told: ReadonlySet<string>): FileCounts {
  if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(since)) return { is: 'unknown', why: 'no-begin', detail: null }
  const words = [
    'diff',
    '--numstat',
    '-z',
    '--no-renames',
    '--relative',
    '--no-ext-diff',
    '--no-textconv',
    since,
    '--',
    '.',
  ]
  try {
    const tracked = countsIn(git(directory, words))
    const untracked = git(directory, ['ls-files', '--others', '--exclude-standard', '-z', '--', '.']).split('\0')
    const added = untracked.filter((path) => told.has(path))
    const room = Math.max(0, mostFiles - tracked.length)
    const files = [...tracked.slice(0, mostFiles), ...added.slice(0, room).map((path) => newFile(directory, path))]
    return { is: 'counted', since, files, more: tracked.length + added.length - files.length }
  } catch (error) {
    return failure(error)
  }
}

const git = (cwd: string, words: readonly string[]): string =>
  execFileSync('git', [...careful, ...words], {
    cwd,
    env: { ...process.env, LC_ALL: 'C' },
    encoding: 'utf8',
    timeout: patience,
    maxBuffer: mostOutput,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

type Counted = Extract<FileCounts, { is: 'counted' }>['files'][number]

const countsIn = (output: string): Counted[] =>
  output.split('\0').flatMap((row) => {
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t([\s\S]+)$/.exec(row) ?? []
    if (added === undefined || removed === undefined || path === undefined) return []
    return [{ path: said(path, longestShort), added: lines(added), removed: lines(removed), isTracked: true }]
  })

/** Of a file that git does not track; what is too large, no text or cannot be read has no count. */
function newFile(directory: string, path: string): Counted {
  const shared = { path: said(path, longestShort), isTracked: false }
  try {
    const text = readFileInside(directory, join(directory, path), mostOfFile)
    if (text.includes('\0')) return { ...shared, added: null, removed: null }
    return { ...shared, added: text.split('\n').length - (text.endsWith('\n') ? 1 : 0), removed: 0 }
  } catch (error) {
    if (expectedText(error) === null) throw error
    return { ...shared, added: null, removed: null }
  }
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
