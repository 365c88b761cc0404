import { unlessFault } from '../../runtime/text/failure-text.ts'
import type { Files } from '../../runtime/ports.ts'

/** A path with its links resolved; as it is where that cannot be done. */
export function realReader(files: Files): (absolute: string) => string {
  return (absolute) => {
    try {
      return files.real(absolute)
    } catch (error) {
      return unlessFault(error, absolute)
    }
  }
}
