import { dirname, join, relative, sep } from 'node:path'
import type { Files } from '../ports.ts'

export type Confined = { path: string } | { refused: string }

/**
 * The absolute path of a file below `root` that may be written, or why not. A link in the way or at the
 * end, a folder, and everything that leads outside is refused: a cloned project could point anywhere.
 */
export function confine(files: Files, root: string, name: string): Confined {
  const reason = unfit(name)
  if (reason !== null) return refuse(name, reason)
  const path = join(root, name)
  const realRoot = files.real(root)
  const realParent = files.real(dirname(path))
  if (!isInside(realRoot, realParent)) return refuse(name, 'its folder leads outside the project')
  const kind = files.kind(path)
  if (kind !== 'file' && kind !== 'absent') return refuse(name, `it is a ${kind === 'other' ? 'device' : kind}`)
  return { path: join(realParent, name.slice(name.lastIndexOf('/') + 1)) }
}

export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** The path as seen from `root` with forward slashes; null if it lies outside. */
export function fromRoot(root: string, path: string): string | null {
  return isInside(root, path) ? relative(root, path).split(sep).join('/') : null
}

function unfit(name: string): string | null {
  if (name === '' || name === '.') return 'it names no file'
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'it has control characters'
  if (name.includes('\\')) return 'folders are separated by /'
  if (name.startsWith('/') || name.startsWith('~') || /^[A-Za-z]:/.test(name))
    return 'it is not relative to the project'
  if (name.endsWith('/')) return 'it names a folder'
  if (name.split('/').includes('..')) return 'it leads outside the project'
  return null
}

const refuse = (name: string, reason: string): Confined => ({
  refused: `Cannot use the file ${JSON.stringify(name)}: ${reason}; allowed are relative paths of plain files inside the project`,
})
