import { builtinPolicies } from '../../policy/config.ts'
import { readChain } from '../../policy/layers/extend.ts'
import { checkChain } from '../../policy/load.ts'
import type { Problem } from '../../policy/problems/problem.ts'
import { isError } from '../../policy/problems/list.ts'
import { listNames } from '../../policy/problems/suggest.ts'
import type { ResolvedDocument } from '../../policy/layers/resolve.ts'
import type { MapTree } from '../../policy/yaml/tree.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { isTold, loadProjectSet, projectPlace } from './project-set.ts'
import { problemText } from '../lint-report/text.ts'
import { type Sources, sourcesOf } from './sources.ts'

/** A policy after all its layers, and the places where its values were written. */
export interface FoundPolicy {
  document: ResolvedDocument
  tree: MapTree
}

/**
 * The policy that a person means: a file, `builtin:guard`, or a name in the project's set or among the built-in ones.
 * A number is the exit code after the reason was written.
 */
export function namedPolicy(given: string, io: CommandIo): FoundPolicy | number {
  const sources = sourcesOf(io)
  if (isName(given)) {
    const set = policiesInForce(sources, io)
    if (typeof set === 'number') return set
    const found = set.find(({ document }) => document.name === given)
    if (found) return found
    if (!builtinPolicies.includes(given)) {
      const names = new Set([...set.map(({ document }) => document.name), ...builtinPolicies])
      io.writeError(`Cannot show "${given}": no policy of this name is in force; there are ${listNames(names)}\n`)
      return exit.unreadable
    }
  }
  const reference = isName(given) ? `builtin:${given}` : given
  const source = sources.find(reference, null)
  if (typeof source === 'string') {
    io.writeError(`Cannot read ${reference}: ${source}\n`)
    return exit.unreadable
  }
  const { document, tree, problems } = checkChain(readChain(source, sources.find))
  tell(problems.filter(isError), sources, io)
  return document && tree ? { document, tree } : exit.findings
}

/** All policies in force here. */
export function projectPolicies(io: CommandIo): FoundPolicy[] | number {
  return policiesInForce(sourcesOf(io), io)
}

const isName = (given: string): boolean => /^[A-Za-z][A-Za-z0-9_-]*$/.test(given)

/** What is at fault, or does not count, is written: what is shown then is not what the files say. */
function policiesInForce(sources: Sources, io: CommandIo): FoundPolicy[] | number {
  const loaded = loadProjectSet(sources, io)
  if (typeof loaded === 'string') {
    io.writeError(`Cannot read the project's config: ${loaded}\n`)
    return exit.unreadable
  }
  tell(loaded.problems.filter(isTold), sources, io)
  if (!projectPlace(io).options.enabled)
    io.writeError("The plugin is switched off here by enabled: false in OpenCode's config: none of this is in force\n")
  return loaded.documents.flatMap((document, index) => {
    const tree = loaded.trees[index]
    return tree === undefined ? [] : [{ document, tree }]
  })
}

function tell(problems: readonly Problem[], sources: Sources, io: CommandIo): void {
  for (const problem of problems)
    io.writeError(problemText(problem, { color: io.color, text: sources.text }), 'painted')
}
