import { dirname, isAbsolute, join } from 'node:path'
import { FileFailure, type Files } from '../ports.ts'

const commitName = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/
/** More folders than these no path has. */
const mostFolders = 64

/**
 * The commit that is checked out where a folder lies, as its full name; null outside of git, before the first commit, or
 * where git keeps its branches in a way that is not read here. Reads a few small files and starts no program.
 */
export function gitHead(files: Pick<Files, 'read'>, directory: string): string | null {
  return ofFolder(files, directory, (folder) => headIn(files, folder))
}

/** The branch that is checked out there, such as `main`, also before its first commit; null without one. */
export function gitBranch(files: Pick<Files, 'read'>, directory: string): string | null {
  return ofFolder(files, directory, (folder) => {
    const head = readable(files, join(folder, 'HEAD'))?.trim() ?? ''
    return /^ref: refs\/heads\/([^\s]+)$/.exec(head)?.[1] ?? null
  })
}

function ofFolder(
  files: Pick<Files, 'read'>,
  directory: string,
  read: (folder: string) => string | null,
): string | null {
  try {
    const folder = gitFolder(files, directory)
    return folder === null ? null : read(folder)
  } catch (error) {
    // A night goes on without it, whatever keeps a file from being read.
    if (error instanceof FileFailure) return null
    throw error
  }
}

/** The folder of git for this worktree; a linked one has a file that names it. */
function gitFolder(files: Pick<Files, 'read'>, directory: string): string | null {
  let folder = directory
  for (let depth = 0; depth < mostFolders; depth++) {
    const own = join(folder, '.git')
    if (readable(files, join(own, 'HEAD')) !== null) return own
    const named = /^gitdir: (.+)$/m.exec(readable(files, own) ?? '')?.[1]
    if (named !== undefined) return isAbsolute(named) ? named : join(folder, named)
    const above = dirname(folder)
    if (above === folder) return null
    folder = above
  }
  return null
}

function headIn(files: Pick<Files, 'read'>, folder: string): string | null {
  const head = readable(files, join(folder, 'HEAD'))?.trim() ?? ''
  if (commitName.test(head)) return head
  const branch = /^ref: (refs\/[^\s]+)$/.exec(head)?.[1]
  if (branch === undefined || branch.split('/').includes('..')) return null
  const shared = readable(files, join(folder, 'commondir'))?.trim() ?? '.'
  const common = isAbsolute(shared) ? shared : join(folder, shared)
  const loose = readable(files, join(common, branch))?.trim() ?? ''
  if (commitName.test(loose)) return loose
  const packed = readable(files, join(common, 'packed-refs'))?.split('\n') ?? []
  const found = packed.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0] ?? ''
  return commitName.test(found) ? found : null
}

/** Null also for a folder. */
function readable(files: Pick<Files, 'read'>, path: string): string | null {
  try {
    return files.read(path)
  } catch (error) {
    if (error instanceof FileFailure && error.code === 'EISDIR') return null
    throw error
  }
}
