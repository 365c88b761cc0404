import type { OptionSetting } from '../options/read.ts'
import { type ListSources, listNothing, type Source } from '../source.ts'

/** The config files beside that of a project, and whether the user trusts it. */
export interface Layering {
  /** The user's own file, below the project's. */
  user: Source | null
  /** What is meant for one checkout only, above the project's. */
  local: Source | null
  /** False for a project whose files the user does not trust: they can leave no policy of the user's out. */
  isTrusted: boolean
  /** Names of the policies that are in force if the project has no config. */
  unlisted: readonly string[]
  list: ListSources
  /** Values for params of policies that the plugin was given in OpenCode's config; above the project's, below the local ones. */
  settings: readonly OptionSetting[]
  /** True if `settings` stand in the user's own config of OpenCode, which no project wrote. */
  hasOwnSettings: boolean
}

/** A project's config by itself, as its own people take it. */
export const projectAlone: Layering = {
  user: null,
  local: null,
  isTrusted: true,
  unlisted: [],
  list: listNothing,
  settings: [],
  hasOwnSettings: false,
}
