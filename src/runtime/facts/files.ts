import { join } from 'node:path'
import type { Json } from '../../core/event.ts'
import { glob } from '../../core/operators/glob.ts'
import { unlessFault } from '../text/failure-text.ts'
import type { Files } from '../ports.ts'

/** So many are enough to see that there are several. */
const mostFiles = 200
/** Files and folders that are looked at. */
const mostLooks = 5000

/** The fact `files`: the plain files that fit one of `like` within the globs, in order of their paths; no link is followed. */
export function filesFact(files: Files, root: string, given: Record<string, Json>): Json {
  const like = texts(given['like'])
  const within = texts(given['within'])
  const found: string[] = []
  const seen = new Set<string>()
  let looks = 0

  function walk(path: string): void {
    if (seen.has(path) || found.length >= mostFiles || looks >= mostLooks) return
    seen.add(path)
    looks += 1
    const kind = kindOf(files, join(root, path))
    if (kind === 'file' && glob([path], like) && glob([path], within)) found.push(path)
    if (kind !== 'folder') return
    for (const name of namesIn(files, join(root, path))) walk(path === '' ? name : `${path}/${name}`)
  }

  for (const each of within) if (isInside(beginOf(each))) walk(beginOf(each))
  return { paths: found.sort() }
}

/** The folder in front of the first part that is a pattern. */
function beginOf(pattern: string): string {
  const parts = pattern.split('/')
  const first = parts.findIndex((part) => /[*?[\]{}()!+@]/.test(part))
  return (first < 0 ? parts : parts.slice(0, first)).join('/')
}

const isInside = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..')

/** What cannot be looked at holds nothing. */
function kindOf(files: Files, path: string): ReturnType<Files['kind']> {
  try {
    return files.kind(path)
  } catch (error) {
    return unlessFault(error, 'absent')
  }
}

function namesIn(files: Files, path: string): string[] {
  try {
    return files.names(path)
  } catch (error) {
    return unlessFault(error, [])
  }
}

function texts(value: Json | undefined): string[] {
  return [value].flat(3).filter((item): item is string => typeof item === 'string')
}
