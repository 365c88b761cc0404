import type { OwnFolder } from './own-folder.ts'
import type { Files } from './ports.ts'

/** What we last wrote into files that others can reach, so that their changes are noticed. */
export interface Seals {
  get: (file: string) => string | null
  put: (file: string, content: string) => void
  drop: (file: string) => void
}

/** Seals lie beside the journal, since another process of ours may have written last. */
export function createSeals(files: Files, folder: OwnFolder, digest: (text: string) => string): Seals {
  const path = (file: string): string => folder.path('seals', `${digest(file)}.json`)
  return {
    get: (file) => files.read(path(file)),
    put: (file, content) => {
      folder.prepare()
      files.replace(path(file), content)
    },
    drop: (file) => files.remove(path(file)),
  }
}
