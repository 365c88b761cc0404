import type { Problem } from '../problems/problem.ts'
import { problemAt } from '../problems/list.ts'
import { child, type Entry, type MapTree, placeOf, type Span, type Tree } from '../yaml/tree.ts'

/** What is said of each place in an untrusted project's policy that might allow more than the user's own policies do. */
export function looseningNotes(below: MapTree | null, layer: MapTree): Problem[] {
  const loosening = below === null ? new Set<string>() : loosensParams(below)
  const given = entriesOf(layer, 'params').filter(([name]) => loosening.has(name))
  const overrides = entriesOf(layer, 'override')
  return [
    ...given.map(([name, { key }]) => note(key, `The value of "${name}" does not count`)),
    ...['rules', 'insert'].flatMap((section) => allows(child(layer, section)).map(allowNote)),
    ...overrides.flatMap(([path, entry]) => overrideNotes(path, entry, loosening)),
    ...['mode', 'active'].flatMap((key) => plainNotes(below, layer, key)),
  ]
}

/** Parts of a policy whose change decides what is asked and refused. */
const deciding = /^(conditions|rules|facts|memory|sections|active|mode|workflow)(\.|$)/
const textsOnly = /\.(text|description|because|why|detail)$/

function overrideNotes(path: string, { key, value }: Entry, loosening: ReadonlySet<string>): Problem[] {
  const [section, name] = path.split('.')
  if (section === 'params') {
    const touched = name === undefined ? [...loosening].find((each) => child(value, each) !== null) : name
    return touched !== undefined && loosening.has(touched)
      ? [note(key, `The value of "${touched}" does not count`)]
      : []
  }
  if (!deciding.test(path) || textsOnly.test(path)) return []
  const found = allows(value, true).map(allowNote)
  return found.length > 0
    ? found
    : [note(key, `The change of "${path}" counts only where it makes the policy stricter`)]
}

function plainNotes(below: MapTree | null, layer: MapTree, key: string): Problem[] {
  const entry = below === null ? undefined : layer.entries.get(key)
  if (entry === undefined) return []
  return [note(entry.key, `The change of "${key}" counts only where it makes the policy stricter`)]
}

/** The places where a rule allows. */
function allows(tree: Tree | null, isStep = false): Span[] {
  if (tree === null) return []
  if (tree.kind === 'scalar') return isStep && tree.value === 'allow' ? [tree.at] : []
  if (tree.kind === 'list') return tree.items.flatMap((item) => allows(item, isStep))
  return [...tree.entries].flatMap(([key, { value }]) => allows(value, key === 'then'))
}

const allowNote = (at: Span): Problem => note(at, 'This allow does not count')

function loosensParams(policy: MapTree): Set<string> {
  const isLoosening = ([, { value }]: [string, Entry]): boolean => {
    const loosens = child(value, 'loosens')
    return loosens?.kind === 'scalar' && loosens.value === true
  }
  return new Set(
    entriesOf(policy, 'params')
      .filter(isLoosening)
      .map(([name]) => name),
  )
}

function entriesOf(tree: MapTree, section: string): [string, Entry][] {
  const found = child(tree, section)
  return found?.kind === 'map' ? [...found.entries] : []
}

const note = (at: Span, what: string): Problem =>
  problemAt(
    placeOf(at),
    'untrusted-loosening',
    `${what}: you do not trust this project; look at it with npx opencode-diverter trust --show, then run npx opencode-diverter trust`,
    'note',
  )
