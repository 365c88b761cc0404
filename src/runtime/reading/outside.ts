import { isAbsolute, sep } from 'node:path'

/** True for a relative path that leaves its folder, and for an absolute one. */
export function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../') || path.startsWith(`..${sep}`) || isAbsolute(path)
}
