import { join } from 'node:path'
import { unlessFault } from '../../runtime/text/failure-text.ts'
import type { Files } from '../../runtime/ports.ts'

const largestFile = 5_000_000

/** Contents for telling changes; a file that cannot or should not be read has none. */
export function contentReader(files: Files): (absolute: string) => string | null {
  return (absolute) => {
    try {
      const size = files.size(absolute)
      if (size === null || files.kind(absolute) === 'folder') return null
      return size > largestFile ? `${size} bytes` : files.read(join(absolute))
    } catch (error) {
      return unlessFault(error, null)
    }
  }
}
