import type { Problem } from './problem.ts'
import { problemAt } from './problem-list.ts'
import { child, type Entry, type MapTree, placeOf, withEntry } from './tree.ts'

/**
 * A layer of a project that the user does not trust, without its values for params that can make the policy allow
 * more. Each value that is left out is said.
 */
export function withoutLoosening(below: MapTree, layer: MapTree): { tree: MapTree; problems: Problem[] } {
  const loosening = loosensParams(below)
  const ofParams = without(layer, 'params', (name) => (loosening.has(name) ? name : null))
  const ofOverride = without(ofParams.tree, 'override', (path, entry) => {
    const [section, name] = path.split('.')
    if (section !== 'params') return null
    if (name !== undefined) return loosening.has(name) ? name : null
    return [...loosening].find((each) => child(entry.value, each) !== null) ?? null
  })
  return { tree: ofOverride.tree, problems: [...ofParams.problems, ...ofOverride.problems] }
}

function loosensParams(policy: MapTree): Set<string> {
  const params = child(policy, 'params')
  const entries = params?.kind === 'map' ? [...params.entries] : []
  const isLoosening = ([, { value }]: [string, Entry]): boolean => {
    const loosens = child(value, 'loosens')
    return loosens?.kind === 'scalar' && loosens.value === true
  }
  return new Set(entries.filter(isLoosening).map(([name]) => name))
}

/** The layer without the entries of a section that touch a param; `touched` gives the param's name. */
function without(
  layer: MapTree,
  section: string,
  touched: (key: string, entry: Entry) => string | null,
): { tree: MapTree; problems: Problem[] } {
  const given = layer.entries.get(section)
  if (given?.value.kind !== 'map') return { tree: layer, problems: [] }
  const problems: Problem[] = []
  const kept = [...given.value.entries].filter(([key, entry]) => {
    const param = touched(key, entry)
    if (param !== null) problems.push(untrusted(param, entry))
    return param === null
  })
  if (problems.length === 0) return { tree: layer, problems }
  const value: MapTree = { ...given.value, entries: new Map(kept) }
  return { tree: withEntry(layer, section, { ...given, value }), problems }
}

function untrusted(param: string, entry: Entry): Problem {
  const message = `The value of "${param}" does not count: it makes the policy allow more, which only the user may decide; add this project's folder to trust in ~/.config/opencode/diverter/diverter.yaml`
  return problemAt(placeOf(entry.key), 'untrusted-loosening', message, 'note')
}
