import { loadProject } from '../../policy/config.ts'
import { projectAlone } from '../../policy/layers/layering.ts'
import { type LoadedSet, loadPolicies } from '../../policy/load.ts'
import { done, failed, type Outcome } from '../../policy/problems/fault.ts'
import { isError } from '../../policy/problems/list.ts'
import type { ResolvedDocument } from '../../policy/layers/resolve.ts'
import type { CommandIo } from '../io/io.ts'
import { lintTargets, projectConfig } from '../policies/lint-targets.ts'
import { projectFiles } from '../policies/project-set.ts'
import type { Sources } from '../policies/sources.ts'

/**
 * The policies that a project has: what its config lists, else its policies folder; empty if it has neither, and
 * the first fault if one of them cannot be used.
 *
 * The layers of the user and of one checkout do not count, although they are in force here: no case of the project
 * runs with them, and what `--min` asks for would be another thing on every machine than in CI. The checkout's own
 * config stands in only where there is no other.
 */
export function projectDocuments(sources: Sources, io: CommandIo): Outcome<ResolvedDocument[]> {
  if (projectConfig(io) === null) return usable(loadPolicies(lintTargets([], io), sources.find))
  const { config, layering, find } = projectFiles(sources, io)
  const { list, unlisted } = layering
  const shared = config ?? (unlisted.length > 0 ? null : layering.local)
  if (typeof shared === 'string') return failed(`the config cannot be read: ${shared}`)
  return usable(loadProject(shared, find, { ...projectAlone, list, unlisted }))
}

function usable({ documents, problems }: LoadedSet): Outcome<ResolvedDocument[]> {
  const fault = problems.find(isError)
  return fault === undefined ? done(documents) : failed(`${fault.file}:${fault.line}: ${fault.message}`)
}
