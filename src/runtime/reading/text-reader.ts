import { unlessFault } from '../text/failure-text.ts'
import type { Files } from '../ports.ts'

/** The text of a file; null where there is none, or none that can be read. */
export function textReader(files: Files): (path: string) => string | null {
  return (path) => {
    try {
      return files.read(path)
    } catch (error) {
      return unlessFault(error, null)
    }
  }
}
