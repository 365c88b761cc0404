import type { Json } from '../../core/event.ts'
import type { OwnFolder } from '../files/own-folder.ts'
import type { Files } from '../ports.ts'
import type { Keys } from './slots.ts'

/** How many of our own earlier texts are known again. */
const keptTexts = 50
/** From this size on, in bytes, the file is written anew with what is still needed. */
const largest = 64 * 1024

/** What we last wrote into a project file, so that the changes of others are noticed. */
export interface Seal {
  keys: Keys
  /** Digests of the texts that we wrote, the last one last. */
  texts: readonly string[]
  /** Digest of a broken text that was said already. */
  said: string | null
}

/** One line of a seal file; the last `keys` and `said` count. */
interface SealLine {
  keys: Keys
  text: string | null
  said: string | null
}

export interface Seals {
  /** Null if nothing was written yet, or if the seal cannot be read. */
  get: (file: string) => Seal | null
  /** `text` is the digest of a text of ours; null: somebody else wrote. */
  put: (file: string, line: SealLine) => void
  drop: (file: string) => void
}

/**
 * Seals lie beside the journal, since another process of ours may have written last. Lines are appended: that is
 * one write without waiting for the disk, and a seal that is lost with the power only misses a change of others.
 */
export function createSeals(files: Files, folder: OwnFolder, digest: (text: string) => string): Seals {
  const path = (file: string): string => folder.path('seals', `${digest(file)}.jsonl`)
  return {
    get: (file) => {
      const lines = linesOf(files.read(path(file)) ?? '')
      const last = lines.at(-1)
      if (last === undefined) return null
      return { keys: last.keys, said: last.said, texts: lines.flatMap(({ text }) => text ?? []).slice(-keptTexts) }
    },
    put: (file, line) => {
      folder.prepare()
      const text = `${JSON.stringify(line)}\n`
      if ((files.size(path(file)) ?? 0) + text.length <= largest) return files.append(path(file), text)
      const kept = linesOf(files.read(path(file)) ?? '').slice(-keptTexts)
      files.replace(
        path(file),
        kept.map(({ text: known }) => `${JSON.stringify({ ...line, text: known })}\n`).join('') + text,
      )
    },
    drop: (file) => files.remove(path(file)),
  }
}

function linesOf(text: string): SealLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: Json = JSON.parse(line)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
      const { keys, text: known, said } = value
      if (typeof keys !== 'object' || keys === null || Array.isArray(keys)) return []
      return [{ keys, text: typeof known === 'string' ? known : null, said: typeof said === 'string' ? said : null }]
    } catch {
      return []
    }
  })
}
