import { readCase } from './case.ts'
import { loadProject } from './config.ts'
import { readChain } from './extend.ts'
import { checkChain } from './load.ts'
import { parse } from './parse.ts'
import type { Problem } from './problem.ts'
import { orderProblems } from './problem-list.ts'
import type { FindSource, Source } from './source.ts'
import { child } from './tree.ts'

export interface CheckedFile {
  problems: Problem[]
  /** How many rules were looked at. */
  rules: number
}

/** Checks one file by itself, whatever it is: a policy, a project's config or a case. */
export function checkFile(source: Source, find: FindSource): CheckedFile {
  const parsed = parse(source)
  const { tree } = parsed
  const keys = tree?.kind === 'map' ? [...tree.entries.keys()] : []
  if (keys.includes('steps')) return { problems: readCase(source).problems, rules: 0 }
  if (!keys.includes('rules') && !keys.includes('extends') && (keys.includes('policies') || keys.includes('builtin'))) {
    const { problems, documents } = loadProject(source, find)
    return { problems, rules: documents.reduce((sum, { rules }) => sum + rules.length, 0) }
  }
  const { problems, document } = checkChain(readChain(source, find, parsed))
  const own = tree ? child(tree, 'rules') : null
  const written = own?.kind === 'list' ? own.items.length : 0
  return { problems: orderProblems(problems), rules: document?.rules.length ?? written }
}
