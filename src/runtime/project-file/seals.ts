import type { OwnFolder } from '../own-folder.ts'
import type { Files } from '../ports.ts'
import type { Keys } from './slots.ts'

/** How many of our own earlier texts are known again. */
const keptTexts = 50

/** What we last wrote into a project file, so that the changes of others are noticed. */
export interface Seal {
  keys: Keys
  /** Digests of the texts that we wrote, the last one last. */
  texts: readonly string[]
  /** Digest of a broken text that was said already. */
  said: string | null
}

export interface Seals {
  /** Null if nothing was written yet, or if the seal cannot be read. */
  get: (file: string) => Seal | null
  put: (file: string, seal: Seal) => void
  drop: (file: string) => void
}

/** Seals lie beside the journal, since another process of ours may have written last. */
export function createSeals(files: Files, folder: OwnFolder, digest: (text: string) => string): Seals {
  const path = (file: string): string => folder.path('seals', `${digest(file)}.json`)
  return {
    get: (file) => {
      const text = files.read(path(file))
      return text === null ? null : read(text)
    },
    put: (file, seal) => {
      folder.prepare()
      files.replace(path(file), JSON.stringify({ ...seal, texts: seal.texts.slice(-keptTexts) }))
    },
    drop: (file) => files.remove(path(file)),
  }
}

function read(text: string): Seal | null {
  try {
    const value: Partial<Seal> | null = JSON.parse(text)
    if (typeof value?.keys !== 'object' || value.keys === null || !Array.isArray(value.texts)) return null
    return { keys: value.keys, texts: value.texts, said: value.said ?? null }
  } catch {
    return null
  }
}
