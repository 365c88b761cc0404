import { fileURLToPath } from 'node:url'
import { shortDigest } from '../../fault/fault.ts'
import type { Files } from '../ports.ts'

/**
 * Tells the built file that this code stands in from other builds, so that its source map is not used for their
 * places. Null where it runs from source. The file is read when somebody first asks.
 */
export function ownBuild(files: Pick<Files, 'read'>, self: string = import.meta.url): () => string | null {
  let known: string | null | undefined
  const read = (): string | null => {
    if (!self.endsWith('.js')) return null
    const text = files.read(entryOf(fileURLToPath(self)))
    return text === null ? null : shortDigest(text)
  }
  return () => {
    known ??= read()
    return known
  }
}

/** The entry names its chunks by their contents, so it tells all of a build: `server.js` of `server.chunk-ABC.js`. */
const entryOf = (path: string): string => path.replace(/(?<=[/\\][^./\\]+)\.[^/\\]+(?=\.js$)/, '')
