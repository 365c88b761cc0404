import { join } from 'node:path'
import { misnamed } from '../../policy/in-force.ts'
import { isError } from '../../policy/problems/list.ts'
import type { Problem } from '../../policy/problems/problem.ts'
import { misnamedFiles } from '../../runtime/files/config-files.ts'
import type { CommandIo } from '../io/io.ts'
import { isTold, loadProjectSet, projectPlace } from '../policies/project-set.ts'
import { sourcesOf } from '../policies/sources.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

export interface PolicyFindings {
  findings: Finding[]
  /** The pages that the policies in force write, relative to the project. */
  pages: string[]
}

/** Whether config, options and policies of the project load. */
export function policyFindings(io: CommandIo): PolicyFindings {
  const loaded = loadProjectSet(sourcesOf(io), io)
  const command = 'See npx opencode-diverter lint'
  if (typeof loaded === 'string')
    return { findings: [problem('policies', `Cannot read the config of the project: ${loaded}`, command)], pages: [] }
  const errors = loaded.problems.filter(isError)
  const told = loaded.problems.filter((each) => isTold(each) && !isError(each))
  const names = loaded.policies.map(({ name }) => name).join(', ')
  const origin = loaded.sources.some((name) => !name.startsWith('builtin:')) ? '' : ', all built in'
  const pages = loaded.policies.flatMap(({ records }) => Object.values(records).map(({ file }) => file))
  const { files, folder } = projectPlace(io)
  const unread = misnamedFiles(files).map((name) => misnamed(join(folder, name)))
  return {
    findings: [
      errors.length > 0
        ? problem('policies', `${first(errors)}; in force are ${names || 'none'}`, command)
        : ok('policies', `Policies in force: ${names || 'none'}${origin}`),
      ...(told.length > 0 ? [warning('policies', first(told), 'See npx opencode-diverter show')] : []),
      ...(unread.length > 0 ? [warning('policies', first(unread), command)] : []),
    ],
    pages: [...new Set(pages)],
  }
}

/** The first of them in one line, and how many more there are. */
function first(problems: readonly Problem[]): string {
  const [one] = problems
  if (one === undefined) return ''
  const place = `${one.file}${one.line > 0 ? `:${one.line}` : ''}`
  return `${place}: ${one.message}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}`
}
