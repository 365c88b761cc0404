import { unlessFault } from '../text/failure-text.ts'
import { mostOfSource, readPlainFile } from './read-file.ts'

/** The text of a file that binds; null where there is none, none that can be read, or more than is read of such a file. */
export function sourceText(path: string): string | null {
  try {
    return readPlainFile(path, mostOfSource)
  } catch (error) {
    return unlessFault(error, null)
  }
}
