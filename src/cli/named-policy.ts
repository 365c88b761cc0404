import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadProject } from '../policy/config.ts'
import { readChain } from '../policy/extend.ts'
import { checkChain } from '../policy/load.ts'
import { isError } from '../policy/problem-list.ts'
import type { ResolvedDocument } from '../policy/resolve.ts'
import { type CommandIo, exit } from './io.ts'
import { problemText } from './report/text.ts'
import { createSources, type Sources } from './sources.ts'

const configFile = join('.opencode', 'diverter.yaml')

/**
 * The policy that a person means: a file, `builtin:guard`, or a name in the project's set or among the built-in ones.
 * A number is the exit code after the reason was written.
 */
export function namedPolicy(given: string, io: CommandIo): ResolvedDocument | number {
  const sources = createSources(io.cwd)
  const inProject = isName(given) ? projectPolicy(given, sources, io.cwd) : null
  if (inProject) return inProject
  const reference = isName(given) ? `builtin:${given}` : given
  const source = sources.find(reference, null)
  if (typeof source === 'string') {
    io.writeError(`Cannot read ${reference}: ${source}\n`)
    return exit.unreadable
  }
  const { document, problems } = checkChain(readChain(source, sources.find))
  const errors = problems.filter(isError)
  for (const problem of errors) io.writeError(problemText(problem, { color: io.color, text: sources.text }))
  return document ?? exit.findings
}

const isName = (given: string): boolean => /^[A-Za-z][A-Za-z0-9_-]*$/.test(given)

function projectPolicy(name: string, sources: Sources, cwd: string): ResolvedDocument | null {
  if (!existsSync(resolve(cwd, configFile))) return null
  const config = sources.find(configFile, null)
  if (typeof config === 'string') return null
  return loadProject(config, sources.find).documents.find((document) => document.name === name) ?? null
}
