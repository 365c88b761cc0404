import { join } from 'node:path'
import type { Files } from '../ports.ts'

/** The folder of journal, sets and seals, relative to the project. */
export const ownFolder = '.opencode/diverter'

/** Where version 0.1 kept its nights, relative to the project. */
export const journalFolder = join(ownFolder, 'journal')

export interface OwnFolder {
  path: (...names: string[]) => string
  /** Makes sure that git leaves the folder alone; call before a write. */
  prepare: () => void
}

export function createOwnFolder(files: Files, directory: string): OwnFolder {
  const root = join(directory, ownFolder)
  let prepared = false
  return {
    path: (...names) => join(root, ...names),
    prepare: () => {
      if (prepared) return
      const ignore = join(root, '.gitignore')
      if (files.kind(ignore) === 'absent') files.append(ignore, '*\n')
      prepared = true
    },
  }
}

/** A host's session id as a file name. */
export const fileName = (id: string): string =>
  id.replace(/[^\w-]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
