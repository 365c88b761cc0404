import { join } from 'node:path'
import type { ProjectFile } from '../../core/decision.ts'
import type { Policy } from '../../core/policy.ts'
import { confine } from '../files/confine.ts'
import { failureText } from '../text/failure-text.ts'
import type { Files } from '../ports.ts'
import { parseProject } from './parse.ts'
import { printProject } from './print.ts'
import type { Seals } from './seals.ts'
import { type Keys, ownKeys, projectSlots } from './slots.ts'

/** A project file as it stands on disk. */
export interface Stand {
  project: ProjectFile
  /** Null if there is none or it cannot be read. */
  text: string | null
}

/** One project's files on disk: reading needs no lock, writing must happen under one. */
export interface ProjectStore {
  look: (policies: readonly Policy[], file: string) => Stand
  /** The real path, or why the file may not be used. */
  place: (file: string) => { path: string } | { refused: string }
  /** Writes our keys, those without a value are taken out; all others stay. Seals what it wrote. */
  write: (policies: readonly Policy[], file: string, stand: Stand, keys: Keys) => void
}

export function createProjectStore(
  files: Files,
  directory: string,
  seals: Seals,
  digest: (text: string) => string,
): ProjectStore {
  const place = (file: string): { path: string } | { refused: string } => confine(files, directory, file)

  function look(policies: readonly Policy[], file: string): Stand {
    try {
      // The usual case, and asked at every decision: without a file there is nothing to confine.
      if (files.kind(join(directory, file)) === 'absent')
        return { project: parseProject(file, null, policies), text: null }
      const found = place(file)
      if ('refused' in found) return unusable(file, found.refused)
      const text = files.read(found.path)
      return { project: parseProject(file, text, policies), text }
    } catch (error) {
      return unusable(file, `${file} cannot be read: ${failureText(error)}`)
    }
  }

  function write(policies: readonly Policy[], file: string, { project, text }: Stand, keys: Keys): void {
    const owned = projectSlots(policies, file).filter(({ slot }) => slot.kind !== 'list')
    const next = { ...project.data }
    for (const { key } of owned) {
      const value = keys[key]
      if (value === undefined) delete next[key]
      else next[key] = value
    }
    const printed = printProject(text, next)
    files.replace(join(directory, file), printed)
    seals.put(file, { keys: ownKeys(policies, file, next), text: digest(printed), said: null })
  }

  return { look, place, write }
}

const unusable = (file: string, problem: string): Stand => ({
  project: { status: 'broken', problem, file, data: null },
  text: null,
})
