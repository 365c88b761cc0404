import { readdirSync, type Stats, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { DomainEvent } from '../../core/event.ts'
import { accessOf } from '../../decode/arguments.ts'
import type { ChangedFile } from '../../policy/trust/reading.ts'
import { hostConfigs, hostNames, pluginFiles, terminalNames } from '../../runtime/config/plugin-entry.ts'
import { foldersUpwards } from '../../runtime/config/upwards.ts'
import { unlessFault } from '../../runtime/text/failure-text.ts'
import { isOutside } from '../../runtime/reading/outside.ts'

/** Watches what binds an agent, for what no guard can see: a script, a checkout, an archive. */
export interface BoundFiles {
  /** The files that differ from when this was asked last, or from the start; each change is told once. */
  changed: () => readonly string[]
  /** Looks now; what differs is told by the next `changed`. */
  look: () => void
}

/** A file that is there; null for the text of one that is too large to be read, or may not be. */
interface Seen {
  text: string | null
  state: string
}

/** Folders whose code the host runs at its next start. */
const codeFolders = ['plugin', 'plugins', 'tool', 'tools']
/** Folders of agents, which may have permissions of their own. */
const agentFolders = ['agent', 'agents', 'mode', 'modes']

/**
 * OpenCode's own configs, plugins, tools and agents for a folder, as absolute paths; those that are not there as well.
 * It looks in `.opencode` of the home folder too.
 */
export function hostFiles(directory: string, userFolder: string | null, home: string | null = null): string[] {
  const upwards = foldersUpwards(directory)
  const homes = home === null ? [] : [join(home, '.opencode')]
  const users = [...(userFolder === null ? [] : [dirname(userFolder)]), ...homes]
  const own = [...users, ...upwards.map((folder) => join(folder, '.opencode'))]
  return [
    ...hostConfigs(directory, userFolder),
    ...[...own, ...upwards].flatMap((folder) => terminalNames.map((name) => join(folder, name))),
    ...users.map((folder) => join(folder, 'config.json')),
    ...homes.flatMap((folder) => hostNames.map((name) => join(folder, name))),
    ...own.flatMap((folder) => codeFolders.flatMap((name) => filesIn(join(folder, name)))),
    ...own.flatMap((folder) => agentFolders.flatMap((name) => filesBelow(join(folder, name)))),
    ...pluginFiles(directory, userFolder),
    // The first policy of a project is in force without a config.
    ...upwards.flatMap((folder) => filesIn(join(folder, '.opencode', 'policies'))),
  ]
}

/** Where this package lies for a folder: in its node_modules and those above, and where it runs from. */
export function packageFolders(directory: string, ownRoot: string): string[] {
  const installed = foldersUpwards(directory).map((folder) => join(folder, 'node_modules', 'opencode-diverter'))
  return [...new Set([...installed, ownRoot])]
}

/** Nothing of a link that leads into itself, and of a file that may not be looked at. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    return unlessFault(error, undefined)
  }
}

/** Null where there is none. */
function seenAs(path: string, text: string | null): Seen | null {
  if (text !== null) return { text, state: text }
  const stats = statsOf(path)
  return stats?.isFile() === true ? { text, state: `${stats.size} ${stats.mtimeMs}` } : null
}

/** The files of the user's own config and policies. */
export const ownFiles = (userFolder: string): string[] => filesBelow(userFolder)

/** What of a package decides, or runs. */
const packageParts = ['.', 'dist', 'policies', 'templates']

/**
 * When and how large the files of a package are: its code is too much to be read after each call. Null where there is
 * none.
 */
export function packageState(folder: string): Seen | null {
  const files = packageParts.flatMap((part) => filesIn(join(folder, part)))
  const stamps = [...files, ...filesIn(join(folder, 'templates')).flatMap(filesIn)].flatMap((path) => {
    const stats = statsOf(path)
    return stats === undefined || stats.isDirectory() ? [] : `${path} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
  })
  return stamps.length === 0 ? null : { text: null, state: stamps.join('\n') }
}

/** They may lie in folders of their own. */
const filesBelow = (folder: string): string[] => filesIn(folder).flatMap((path) => [path, ...filesIn(path)])

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch (error) {
    return unlessFault(error, [])
  }
}

/**
 * `files` are absolute paths and may be others each time; `read` gives null for what is not there. `folders` are those
 * of packages. `hear` gets what changed with its texts.
 */
export function boundFiles(
  files: () => readonly string[],
  read: (path: string) => string | null,
  folders: readonly string[] = [],
  hear: (changes: readonly ChangedFile[]) => void = () => undefined,
): BoundFiles {
  const filesNow = (): Map<string, Seen | null> =>
    new Map([
      ...files().map((path) => [path, seenAs(path, read(path))] as const),
      ...folders.map((folder) => [folder, packageState(folder)] as const),
    ])
  let seen = filesNow()
  const untold = new Set<string>()

  function look(): void {
    const now = filesNow()
    const paths = new Set([...seen.keys(), ...now.keys()])
    const changed = [...paths].filter((path) => seen.get(path)?.state !== now.get(path)?.state)
    const textIn = (of: typeof seen, path: string): string | null => of.get(path)?.text ?? null
    if (changed.length > 0)
      hear(changed.map((path) => ({ name: path, before: textIn(seen, path), after: textIn(now, path) })))
    for (const path of changed) untold.add(path)
    seen = now
  }

  return {
    look,
    changed: () => {
      look()
      const changed = [...untold].sort()
      untold.clear()
      return changed
    },
  }
}

/** After a call of a tool that is not known to read alone any file may be another, and what it left at work ends later. */
export const mayChangeFiles = (event: DomainEvent): boolean =>
  event.type === 'turn.ended' || (event.type === 'tool.finished' && accessOf(event.tool) !== 'read')

/** For the person, by names relative to the project. */
export const changedText = (changed: readonly string[], directory: string): string =>
  `Changed while an agent was at work: ${changed.map((path) => shownIn(directory, path)).join(', ')}. Sessions at work go on by what they began with. Look at it before the next one, and at \`npx opencode-diverter trust --show\``

/** Relative to the project, absolute outside it. */
function shownIn(directory: string, path: string): string {
  const name = relative(directory, path)
  return isOutside(name) ? path : name
}
