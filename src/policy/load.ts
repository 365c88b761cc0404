import type { Policy } from '../core/policy.ts'
import { compileDocument } from './compile.ts'
import { type Chain, readChain } from './extend.ts'
import { lint } from './lint.ts'
import type { Problem } from './problem.ts'
import { isError, orderProblems, problemAt, problemOfFile } from './problem-list.ts'
import { type ResolvedDocument, resolveChain } from './resolve.ts'
import type { FindSource } from './source.ts'
import { child, type Place, placeOf, spanOfKey } from './tree.ts'

export interface LoadedSet {
  policies: Policy[]
  /** The documents of the policies, in the same order. */
  documents: ResolvedDocument[]
  /** Names of the policy files in force. */
  sources: string[]
  /** A policy with an error is not in the set; warnings and notes keep nothing out. */
  problems: Problem[]
}

export interface LoadOptions {
  /** The source that names the references, to find relative ones. */
  from?: string
  /** Policies that are in force too, unless one of the references takes their name. */
  defaults?: readonly string[]
  /** Where a reference was written, for what is wrong with it. */
  placeOf?: (index: number) => Place
}

/** A file with all below it and the name that it makes a policy of. */
interface Named {
  name: string
  chain: Chain
}

/** Reads, checks and compiles the policies of a set. */
export function loadPolicies(references: readonly string[], find: FindSource, options: LoadOptions = {}): LoadedSet {
  const read = references.map((reference, index) => readReference(reference, find, options, options.placeOf?.(index)))
  const stacked = stack(read.flatMap(({ named }) => named ?? []))
  const listed = stacked.chains.map(finish)
  const taken = new Set(listed.flatMap(({ document }) => document?.name ?? []))
  const defaults = (options.defaults ?? []).map((reference) => readReference(reference, find, {}))
  const added = defaults.flatMap(({ named }) => (named && !taken.has(named.name) ? [finish(named)] : []))
  const all = [...listed, ...added]
  const good = all.filter(({ policy, document }) => policy && document)
  return {
    policies: good.flatMap(({ policy }) => policy ?? []),
    documents: good.flatMap(({ document }) => document ?? []),
    sources: [...new Set(good.flatMap(({ sources }) => sources))],
    problems: orderProblems([
      ...[...read, ...defaults].flatMap(({ problems }) => problems),
      ...stacked.problems,
      ...all.flatMap(({ problems }) => problems),
      ...renamedCopies([...stacked.chains, ...added.map(({ named }) => named)]),
    ]),
  }
}

function readReference(
  reference: string,
  find: FindSource,
  options: LoadOptions,
  place?: Place,
): { named: Named | null; problems: Problem[] } {
  const source = find(reference, options.from ?? null)
  if (typeof source === 'string') {
    const message = `Cannot load ${reference}: ${source}`
    const problem = place
      ? problemAt(place, 'missing-file', message)
      : problemOfFile(reference, 'missing-file', message)
    return { named: null, problems: [problem] }
  }
  const chain = readChain(source, find)
  const name = nameOf(chain)
  return name === null ? { named: null, problems: chain.problems } : { named: { name, chain }, problems: [] }
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
      chains.set(each.name, {
        ...each,
        chain: { layers, problems: [...before.chain.problems, ...each.chain.problems] },
      })
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

function finish(named: Named): {
  named: Named
  sources: string[]
  policy: Policy | null
  document: ResolvedDocument | null
  problems: Problem[]
} {
  const checked = checkChain(named.chain)
  return { named, sources: named.chain.layers.map(({ source }) => source), ...checked }
}

/** Resolves, lints and compiles one policy; without errors both results are there. */
export function checkChain(chain: Chain): {
  policy: Policy | null
  document: ResolvedDocument | null
  problems: Problem[]
} {
  const { document, tree, problems } = resolveChain(chain)
  const file = chain.layers.at(-1)?.source
  if (!document || !tree || file === undefined) return { policy: null, document: null, problems }
  const found = [...problems, ...lint(document, tree, file)]
  if (found.some(isError)) return { policy: null, document: null, problems: found }
  const compiled = compileDocument(document, (path) => placeOf(spanOfKey(tree, path)))
  return {
    policy: compiled.policy,
    document: compiled.policy ? document : null,
    problems: [...found, ...compiled.problems],
  }
}

function nameOf(chain: Chain): string | null {
  const names = chain.layers.map(({ tree }) => child(tree, 'name'))
  const name = names.findLast((each) => each !== null)
  return name?.kind === 'scalar' && typeof name.value === 'string' ? name.value : null
}
