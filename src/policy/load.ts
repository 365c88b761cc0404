import type { Policy } from '../core/policy.ts'
import { compileDocument } from './compile/compile.ts'
import { type Chain, readChain } from './layers/extend.ts'
import { lint } from './lint.ts'
import { optionLayer, strayOptions } from './options/layer.ts'
import type { OptionSetting } from './options/read.ts'
import type { Problem } from './problems/problem.ts'
import { isError, orderProblems, problemAt, problemOfFile } from './problems/list.ts'
import { requiresProblems, type Versions } from './layers/requires.ts'
import { type ResolvedDocument, resolveChain } from './layers/resolve.ts'
import type { FindSource } from './source.ts'
import { child, type MapTree, type Place, placeOf, spanOfKey } from './yaml/tree.ts'

export interface LoadedSet {
  policies: Policy[]
  /** The documents of the policies, in the same order. */
  documents: ResolvedDocument[]
  /** The same with the places where everything was written. */
  trees: MapTree[]
  /** Names of the policy files in force. */
  sources: string[]
  /** A policy with an error is not in the set; warnings and notes keep nothing out. */
  problems: Problem[]
}

/** A policy file as something names it. */
export interface Reference {
  reference: string
  /** The source that names it, to find relative ones; null for what a person named. */
  from: string | null
  /** Where it was written, for what is wrong with it. */
  place: Place | null
  /** False for a file of a project that the user does not trust. */
  isTrusted: boolean
}

export interface LoadOptions {
  /** The source that names the references, to find relative ones. */
  from?: string
  /** Policies that are in force too, unless one of the references takes their name. */
  defaults?: readonly string[]
}

/** A file with all below it and the name that it makes a policy of. */
interface Named {
  name: string
  chain: Chain
  /** The policy without its nearest file, which holds if that file is at fault; null if nothing is below. */
  below: Named | null
}

/** Reads, checks and compiles the policies of a set. */
export function loadPolicies(references: readonly string[], find: FindSource, options: LoadOptions = {}): LoadedSet {
  const from = options.from ?? null
  const named = references.map((reference): Reference => ({ reference, from, place: null, isTrusted: true }))
  return loadReferences({ references: named }, find, options.defaults ?? [])
}

/** The layers of a set above the built-in policies, and how they are read. */
export interface Layers {
  /** Those of the nearest file last. */
  references: readonly Reference[]
  /** Lie on these, and on the options of the plugin. */
  local?: readonly Reference[]
  settings?: readonly OptionSetting[]
  /** False if `settings` are of a project that the user does not trust. */
  isTrusted?: boolean
}

/** The same for references of several files. `builtin` holds where nothing takes its name. */
export function loadReferences(
  { references, local = [], settings = [], isTrusted = false }: Layers,
  find: FindSource,
  builtin: readonly string[],
  versions: Versions = {},
): LoadedSet {
  const [read, above, defaults] = [references, local, builtin.map(byName)].map((given) =>
    given.map((reference) => readReference(reference, find)),
  )
  const namedOf = (found: typeof read): Named[] => (found ?? []).flatMap(({ named }) => named ?? [])
  const usurping = [...namedOf(read), ...namedOf(above)].filter((named) => usurps(named, namedOf(defaults)))
  const standing = (found: typeof read): Named[] => namedOf(found).filter((named) => !usurping.includes(named))
  const below = stack(standing(read))
  const chosen = withOptions(below.chains, namedOf(defaults), settings, isTrusted)
  const stacked = stack([...chosen.chains, ...standing(above)])
  const listed = stacked.chains.map((chain) => finish(chain, versions))
  const taken = new Set(listed.flatMap(({ document }) => document?.name ?? []))
  const added = namedOf(defaults).flatMap((named) => (taken.has(named.name) ? [] : [finish(named, versions)]))
  const all = [...listed, ...added]
  const good = all.filter(({ policy, document }) => policy && document)
  return {
    policies: good.flatMap(({ policy }) => policy ?? []),
    documents: good.flatMap(({ document }) => document ?? []),
    trees: good.flatMap(({ tree }) => tree ?? []),
    sources: [...new Set(good.flatMap(({ sources }) => sources))].filter(
      (name) => !settings.some(({ source }) => source === name),
    ),
    problems: orderProblems([
      ...[read, above, defaults].flatMap((found) => (found ?? []).flatMap(({ problems }) => problems)),
      ...usurping.map(usurpation),
      ...below.problems,
      ...chosen.problems,
      ...stacked.problems,
      ...all.flatMap(({ problems }) => problems),
      ...renamedCopies([...stacked.chains, ...added.map(({ named }) => named)]),
    ]),
  }
}

/** Whether a file of a stranger would stand in the place of a built-in policy and not on it. */
function usurps({ name, chain }: Named, builtin: readonly Named[]): boolean {
  const own = builtin.find((each) => each.name === name)
  return chain.layers.some(({ isTrusted }) => !isTrusted) && own !== undefined && baseOf(own) !== baseOf({ chain })
}

const baseOf = ({ chain }: Pick<Named, 'chain'>): string | undefined => chain.layers[0]?.source

function usurpation({ name, chain }: Named): Problem {
  const layer = chain.layers.at(-1)
  const message = `The policy does not count: it would take the place of the built-in "${name}", and you do not trust this project; extend builtin:${name}, or look at it with npx opencode-diverter trust --show, then run npx opencode-diverter trust`
  return layer === undefined
    ? { ...problemOfFile(name, 'untrusted-loosening', message), severity: 'note' }
    : problemAt(placeOf(spanOfKey(layer.tree, ['name'])), 'untrusted-loosening', message, 'note')
}

const byName = (reference: string): Reference => ({ reference, from: null, place: null, isTrusted: true })

/** The policies with the values that options give them, on top of what lies below. */
function withOptions(
  below: readonly Named[],
  defaults: readonly Named[],
  settings: readonly OptionSetting[],
  isTrusted: boolean,
): { chains: Named[]; problems: Problem[] } {
  const isSet = ({ name }: Named): boolean => settings.some(({ policy }) => policy === name)
  const isNew = ({ name }: Named): boolean => !below.some((each) => each.name === name)
  const all = [...below, ...defaults.filter((named) => isSet(named) && isNew(named))]
  const known = new Set([...all, ...defaults].map(({ name }) => name))
  const made = all.map((named) => ({ named, ...optionLayer(named, settings) }))
  return {
    chains: made.map(({ named, layer }) => {
      if (layer === null) return named
      const chain = { ...named.chain, layers: [...named.chain.layers, { ...layer, isTrusted }] }
      return { name: named.name, chain, below: named }
    }),
    problems: [...made.flatMap(({ problems }) => problems), ...strayOptions(settings, known)],
  }
}

function readReference(
  { reference, from, place, isTrusted }: Reference,
  find: FindSource,
): { named: Named | null; problems: Problem[] } {
  const source = find(reference, from)
  if (typeof source === 'string') {
    const message = `Cannot load ${reference}: ${source}`
    const problem = place
      ? problemAt(place, 'missing-file', message)
      : problemOfFile(reference, 'missing-file', message)
    return { named: null, problems: [problem] }
  }
  const read = readChain(source, find)
  const name = nameOf(read)
  if (name === null) return { named: null, problems: read.problems }
  // What ships, and what the user wrote, is no stranger's wherever it is named.
  const layers = read.layers.map((layer) => ({
    ...layer,
    isTrusted: isTrusted || /^(builtin|user):/.test(layer.source),
  }))
  const chain = { ...read, layers }
  return { named: { name, chain, below: null }, problems: [] }
}

/** Files of one name that extend the same base lie on each other; else a name is met only once. */
function stack(all: readonly Named[]): { chains: Named[]; problems: Problem[] } {
  const chains = new Map<string, Named>()
  const problems: Problem[] = []
  for (const each of all) {
    const before = chains.get(each.name)
    const more = each.chain.layers.filter(
      ({ source }) => !before?.chain.layers.some((layer) => layer.source === source),
    )
    const isSameBase = before?.chain.layers[0]?.source === each.chain.layers[0]?.source
    if (!before) chains.set(each.name, each)
    else if (isSameBase) {
      const layers = [...before.chain.layers, ...more]
      const chain = { layers, problems: [...before.chain.problems, ...each.chain.problems] }
      chains.set(each.name, { name: each.name, chain, below: before })
    } else problems.push(...namedTwice(each, before))
  }
  return { chains: [...chains.values()], problems }
}

function namedTwice({ name, chain }: Named, before: Named): Problem[] {
  const layer = chain.layers.at(-1)
  if (!layer) return []
  const message = `A policy "${name}" is in the set already, from ${before.chain.layers.at(-1)?.source}: extend it, or take another name`
  return [problemAt(placeOf(spanOfKey(layer.tree, ['name'])), 'named-twice', message)]
}

/** A copy under another name beside its base would answer everything twice. */
function renamedCopies(chains: readonly Named[]): Problem[] {
  return chains.flatMap(({ name, chain }) => {
    const base = chain.layers[0]
    const layer = chain.layers.at(-1)
    const original = chains.find(
      (other) => other.chain.layers[0]?.source === base?.source && other.name !== name && isOwnName(other),
    )
    if (!layer || !original || chain.layers.length < 2) return []
    const message = `Policy "${name}" extends "${original.name}", which is in the set too, so both would answer: leave out the name`
    return [problemAt(placeOf(spanOfKey(layer.tree, ['name'])), 'renamed-copy', message)]
  })
}

function isOwnName({ name, chain }: Named): boolean {
  return name === nameOf({ ...chain, layers: chain.layers.slice(0, 1) })
}

interface Finished extends CheckedChain {
  named: Named
  sources: string[]
}

/** A file that is at fault leaves the files below it in force. */
function finish(named: Named, versions: Versions): Finished {
  const checked = checkChain(named.chain, versions, isAsShipped(named) ? () => [] : lint)
  if (checked.policy === null && named.below !== null) {
    const below = finish(named.below, versions)
    return { ...below, problems: [...below.problems, ...checked.problems] }
  }
  return { named, sources: named.chain.layers.map(({ source }) => source), ...checked }
}

/** What ships was looked at before it did, and a look at it takes as long as the rest of a load. */
const isAsShipped = ({ chain }: Named): boolean => chain.layers.every(({ source }) => source.startsWith('builtin:'))

/** A policy with all its layers; without errors all three are there. */
export interface CheckedChain {
  policy: Policy | null
  document: ResolvedDocument | null
  /** The document with the places where everything was written. */
  tree: MapTree | null
  problems: Problem[]
}

/** Resolves, lints and compiles one policy. */
export function checkChain(chain: Chain, versions: Versions = {}, look: typeof lint = lint): CheckedChain {
  const nothing = { policy: null, document: null, tree: null }
  const { document, tree, rest, problems } = resolveChain(chain)
  const file = chain.layers.at(-1)?.source
  if (file === undefined) return { ...nothing, problems }
  if (rest !== null)
    return { ...nothing, problems: [...problems, ...look(rest.document, rest.tree, file).filter(isError)] }
  if (!document || !tree) return { ...nothing, problems }
  const found = [...problems, ...requiresProblems(tree, versions), ...look(document, tree, file)]
  if (found.some(isError)) return { ...nothing, problems: found }
  const { policy, problems: faults } = compileDocument(document, (path) => placeOf(spanOfKey(tree, path)))
  return policy === null ? { ...nothing, problems: [...found, ...faults] } : { policy, document, tree, problems: found }
}

function nameOf(chain: Chain): string | null {
  const names = chain.layers.map(({ tree }) => child(tree, 'name'))
  const name = names.findLast((each) => each !== null)
  return name?.kind === 'scalar' && typeof name.value === 'string' ? name.value : null
}
