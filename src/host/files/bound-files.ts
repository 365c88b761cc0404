import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { DomainEvent } from '../../core/event.ts'
import { accessOf } from '../../decode/arguments.ts'
import { hostConfigs } from '../../runtime/config/plugin-entry.ts'
import { foldersUpwards } from '../../runtime/config/upwards.ts'
import { unlessFault } from '../../runtime/text/failure-text.ts'
import { isOutside } from '../../runtime/reading/outside.ts'

/** Watches what binds an agent, for what no guard can see: a script, a checkout, an archive. */
export interface BoundFiles {
  /** The files that differ from when this was asked last, or from the start; each change is told once. */
  changed: () => readonly string[]
}

/** Folders whose code the host runs at its next start. */
const pluginFolders = ['plugin', 'plugins']

/** OpenCode's own configs and plugins for a folder, as absolute paths; those that are not there as well. */
export function hostFiles(directory: string, userFolder: string | null): string[] {
  const plugins = foldersUpwards(directory).flatMap((folder) =>
    pluginFolders.flatMap((name) => filesIn(join(folder, '.opencode', name))),
  )
  return [...hostConfigs(directory, userFolder), ...plugins]
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch (error) {
    return unlessFault(error, [])
  }
}

/** `files` are absolute paths and may be others each time; `read` gives null for what is not there. */
export function boundFiles(files: () => readonly string[], read: (path: string) => string | null): BoundFiles {
  const look = (): Map<string, string | null> => new Map(files().map((path) => [path, read(path)]))
  let seen = look()
  return {
    changed: () => {
      const now = look()
      const paths = new Set([...seen.keys(), ...now.keys()])
      const changed = [...paths].filter((path) => (seen.get(path) ?? null) !== (now.get(path) ?? null)).sort()
      seen = now
      return changed
    },
  }
}

/** After a call of a tool that is not known to read alone any file may be another. */
export const mayChangeFiles = (event: DomainEvent): boolean =>
  event.type === 'tool.finished' && accessOf(event.tool) !== 'read'

/** For the person, by names relative to the project. */
export const changedText = (changed: readonly string[], directory: string): string =>
  `Changed while an agent was at work: ${changed.map((path) => shownIn(directory, path)).join(', ')}. Sessions at work go on by what they began with. Look at it before the next one, and at \`npx opencode-diverter trust --show\``

/** Relative to the project, absolute outside it. */
function shownIn(directory: string, path: string): string {
  const name = relative(directory, path)
  return isOutside(name) ? path : name
}
