import { actingKeys } from './schema.ts'
import { readCase } from './cases/case.ts'
import { loadProject, readConfig } from './config.ts'
import { readChain } from './layers/extend.ts'
import { type Layering, projectAlone } from './layers/layering.ts'
import { lintSource } from './lint-source.ts'
import { checkChain } from './load.ts'
import { parse } from './yaml/parse.ts'
import type { Problem } from './problems/problem.ts'
import { orderProblems } from './problems/list.ts'
import { settingProblems } from './problems/severity.ts'
import type { FindSource, Source } from './source.ts'
import { textFilesOf } from './text-files.ts'
import { child } from './yaml/tree.ts'
import type { CheckedPolicy } from './cases/untested.ts'

export interface CheckedFile {
  problems: Problem[]
  /** How many rules were looked at. */
  rules: number
  /** The files that were looked at by themselves: this one, or all that a config lists, and their template files. */
  sources: Source[]
  /** The policies among them that have no error. */
  policies: CheckedPolicy[]
}

const configName = /(^|[/\\])\.opencode[/\\]diverter(\.local)?\.yaml$/
const userConfigName = /(^|[/\\])opencode[/\\]diverter[/\\]diverter\.yaml$/

/**
 * Checks one file by itself, whatever it is: a policy, a project's config with the files of `layering`, or a case.
 * `version` is that of the program.
 */
export function checkFile(
  source: Source,
  find: FindSource,
  version: string | null = null,
  layering: Layering = projectAlone,
): CheckedFile {
  const parsed = parse(source)
  const { tree } = parsed
  const keys = tree?.kind === 'map' ? [...tree.entries.keys()] : []
  const isPolicy = [...actingKeys, 'extends'].some((key) => keys.includes(key))
  const isUsers = userConfigName.test(source.name) || keys.includes('trust')
  const isConfig =
    isUsers || configName.test(source.name) || ['policies', 'builtin', 'lint'].some((key) => keys.includes(key))
  const written = lintSource(source, tree)
  if (keys.includes('steps'))
    return {
      problems: orderProblems([...readCase(source).problems, ...written]),
      rules: 0,
      sources: [source],
      policies: [],
    }
  if (isConfig && !isPolicy) {
    const checked = isUsers
      ? checkProject(null, find, version, { ...projectAlone, list: layering.list, user: source })
      : checkProject(source, find, version, layering)
    return { ...checked, problems: orderProblems([...checked.problems, ...written]) }
  }
  const { problems, document, tree: whole } = checkChain(readChain(source, find, parsed), { plugin: version })
  const own = tree ? child(tree, 'rules') : null
  const count = own?.kind === 'list' ? own.items.length : 0
  const texts = textFilesOf(tree, source.name, find)
  return {
    problems: orderProblems([...problems, ...written, ...texts.flatMap((text) => lintSource(text, null))]),
    rules: document?.rules.length ?? count,
    sources: [source, ...texts],
    policies: document && whole ? [{ document, tree: whole }] : [],
  }
}

/** Checks what is in force in a project. */
export function checkProject(
  config: Source | null,
  find: FindSource,
  version: string | null,
  layering: Layering,
): CheckedFile {
  const read = config === null ? null : readConfig(config)
  const loaded = loadProject(config, find, layering, { plugin: version })
  const listed = loaded.sources
    .filter((name) => !/^(builtin|npm):/.test(name))
    .flatMap((name) => {
      const found = find(name, null)
      if (typeof found === 'string') return []
      const { tree } = parse(found)
      return [{ source: found, tree }, ...textFilesOf(tree, name, find).map((source) => ({ source, tree: null }))]
    })
  return {
    problems: [
      ...loaded.problems,
      ...(read?.tree && read.config?.lint ? settingProblems(read.config.lint, read.tree) : []),
      ...listed.flatMap(({ source, tree }) => lintSource(source, tree)),
      ...(config === null && layering.local ? lintSource(layering.local, parse(layering.local).tree) : []),
    ],
    rules: loaded.documents.reduce((sum, { rules }) => sum + rules.length, 0),
    sources: [config, layering.user, layering.local]
      .flatMap((source) => source ?? [])
      .concat(listed.map(({ source }) => source)),
    policies: loaded.documents.flatMap((document, index) => {
      const tree = loaded.trees[index]
      return tree ? [{ document, tree }] : []
    }),
  }
}
