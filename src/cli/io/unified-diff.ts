import { FILE_HEADERS_ONLY, formatPatch, OMIT_HEADERS, structuredPatch } from 'diff'

/** Lines around each change. */
const context = 3

/**
 * What would turn one text into the other, as a unified diff; empty if they are equal. With the path of a file below
 * the current folder it is a patch, which `git apply` takes here or in a folder of a repository, and `patch -p0` too:
 * they agree on a path that begins with `./`.
 */
export function unifiedDiff(before: string, after: string, path: string | null = null): string {
  if (before === after) return ''
  const name = path === null ? '' : `./${path}`
  const patch = structuredPatch(name, name, before, after, undefined, undefined, { context })
  return formatPatch(patch, path === null ? OMIT_HEADERS : FILE_HEADERS_ONLY)
}
