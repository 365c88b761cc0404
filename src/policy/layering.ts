import type { Problem } from './problem.ts'
import { problemAt } from './problem-list.ts'
import type { OptionSetting } from './options/read.ts'
import { type ListSources, listNothing, type Source } from './source.ts'
import { placeOf, spanOfValue, type Tree } from './tree.ts'

/** The config files beside that of a project, and how the user may name the project. */
export interface Layering {
  /** The user's own file, below the project's. */
  user: Source | null
  /** What is meant for one checkout only, above the project's. */
  local: Source | null
  /** Absolute paths of the project's folder: as it was opened, and where its links lead. */
  folders: readonly string[]
  /** Names of the policies that are in force if the project has no config. */
  unlisted: readonly string[]
  list: ListSources
  /** Values for params of policies that the plugin was given in OpenCode's config; above the project's, below the local ones. */
  settings: readonly OptionSetting[]
}

/** A project's config by itself. Nobody trusts it. */
export const projectAlone: Layering = {
  user: null,
  local: null,
  folders: [],
  unlisted: [],
  list: listNothing,
  settings: [],
}

/** True if the user's own file lists the folder, so that what the project loosens counts. */
export function isTrusted(trust: readonly string[], folders: readonly string[]): boolean {
  const trusted = trust.map(plainFolder)
  return folders.some((folder) => trusted.includes(plainFolder(folder)))
}

/** Entries under `trust` that can match no project. */
export function trustProblems(trust: readonly string[], tree: Tree): Problem[] {
  return trust.flatMap((folder, index) =>
    /^(\/|[A-Za-z]:[/\\])/.test(folder)
      ? []
      : [
          problemAt(
            placeOf(spanOfValue(tree, ['trust', index])),
            'schema',
            `Cannot trust "${folder}": the whole path of a project's folder is wanted, such as /home/me/work/shop`,
          ),
        ],
  )
}

const plainFolder = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '')
