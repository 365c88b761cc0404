import { loadProject } from '../../policy/config.ts'
import { loadPolicies } from '../../policy/load.ts'
import type { ResolvedDocument } from '../../policy/resolve.ts'
import { configFile, lintTargets } from '../lint-targets.ts'
import type { Sources } from '../sources.ts'

/** The policies that a project has: what its config lists, else its policies folder; empty if it has neither. */
export function projectDocuments({ find }: Sources, cwd: string): ResolvedDocument[] {
  const targets = lintTargets([], cwd)
  if (!targets.includes(configFile)) return loadPolicies(targets, find).documents
  const config = find(configFile, null)
  return typeof config === 'string' ? [] : loadProject(config, find).documents
}
