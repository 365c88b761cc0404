import type { Chain, PolicyLayer } from '../layers/extend.ts'
import { readParam } from '../compile/params.ts'
import { parse } from '../yaml/parse.ts'
import type { Problem } from '../problems/problem.ts'
import { problemOfFile } from '../problems/list.ts'
import { type ResolvedDocument, resolveChain } from '../layers/resolve.ts'
import { listNames, suggest } from '../problems/suggest.ts'
import { cannotUse, type OptionSetting } from './read.ts'

/** What options set in one policy, as a layer on it. A value that does not fit is said, and the others hold. */
export function optionLayer(
  { name, chain }: { name: string; chain: Chain },
  settings: readonly OptionSetting[],
): { layer: PolicyLayer | null; problems: Problem[] } {
  const own = settings.filter(({ policy }) => policy === name)
  const { document } = own.length === 0 ? { document: null } : resolveChain(chain)
  if (document === null) return { layer: null, problems: [] }
  const read = own.map((setting) => ({ setting, problem: problemOf(setting, document) }))
  const good = read.flatMap(({ setting, problem }) => (problem === null ? [setting] : []))
  const problems = read.flatMap(({ problem }) => problem ?? [])
  const [first] = good
  if (first === undefined) return { layer: null, problems }
  const params = Object.fromEntries(good.map(({ param, value }) => [param, value]))
  const { tree } = parse({ name: first.source, text: JSON.stringify({ params }) })
  return tree?.kind === 'map'
    ? { layer: { source: first.source, tree, isTrusted: false }, problems }
    : { layer: null, problems }
}

/** Options for policies that are not in force. */
export function strayOptions(settings: readonly OptionSetting[], names: ReadonlySet<string>): Problem[] {
  return settings.flatMap(({ source, option, policy }) => {
    if (names.has(policy)) return []
    const why = `there is no policy "${policy}" in force${suggest(policy, names)}; there are ${listNames(names)}`
    return [problemOfFile(source, 'param', cannotUse(option, why))]
  })
}

function problemOf({ source, option, param, value }: OptionSetting, document: ResolvedDocument): Problem | null {
  const declared = document.params?.[param]
  if (declared === undefined) {
    const names = Object.keys(document.params ?? {})
    const hint = suggest(param, names) || `; allowed are ${listNames(names)}`
    return problemOfFile(
      source,
      'param',
      cannotUse(option, `the policy "${document.name}" has no param "${param}"${hint}`),
    )
  }
  if (document.locked === true && !('merge' in declared && declared.merge === 'append')) {
    const why = `policy "${document.name}" is locked; only params with merge: append take more values`
    return problemOfFile(source, 'locked', cannotUse(option, why))
  }
  const read = readParam({ ...declared, default: value })
  return read.ok ? null : problemOfFile(source, 'param-value', cannotUse(option, read.message))
}
