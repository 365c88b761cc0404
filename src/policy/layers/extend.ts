import { checkShape } from '../problems/issues.ts'
import { type Parsed, parse } from '../yaml/parse.ts'
import type { Problem } from '../problems/problem.ts'
import { isError, problemAt, problemOfFile } from '../problems/list.ts'
import { layerSchema, policySchema } from '../schema.ts'
import { takeOutSections } from './sections.ts'
import type { FindSource, Source } from '../source.ts'
import { readTextFiles } from '../text-files.ts'
import { child, type MapTree, placeOf } from '../yaml/tree.ts'

/** One policy file, read and of the right shape. */
export interface PolicyLayer {
  source: string
  tree: MapTree
  /** False for a file of a project that the user does not trust. */
  isTrusted: boolean
}

/** A policy file with all that it extends, the base first; empty if one of them cannot be used. */
export interface Chain {
  layers: PolicyLayer[]
  problems: Problem[]
}

export function readChain(source: Source, find: FindSource, parsed: Parsed = parse(source)): Chain {
  return readDown(source, find, parsed, [])
}

function readDown(source: Source, find: FindSource, parsed: Parsed, open: readonly string[]): Chain {
  const file = readFile(source, find, parsed)
  if (!file.layer) return { layers: [], problems: file.problems }
  const { layer, problems } = file
  const base = child(layer.tree, 'extends')
  if (base?.kind !== 'scalar') return { layers: [layer], problems }
  const reference = String(base.value)
  const cannot = (why: string): Chain => ({
    layers: [],
    problems: [...problems, problemAt(placeOf(base.at), 'extends', `Cannot extend ${reference}: ${why}`)],
  })
  const found = find(reference, source.name)
  if (typeof found === 'string') {
    const isBuiltin = /^[a-z][a-z0-9-]*$/.test(reference) && typeof find(`builtin:${reference}`, null) !== 'string'
    return cannot(isBuiltin ? `${found} (did you mean "builtin:${reference}"?)` : found)
  }
  if (found.name === source.name || open.includes(found.name)) return cannot('the files extend each other in a circle')
  const below = readDown(found, find, parse(found), [...open, source.name])
  if (below.problems.some(isError)) return { layers: [], problems: [...below.problems, ...problems] }
  return { layers: [...below.layers, layer], problems: [...below.problems, ...problems] }
}

function readFile(
  source: Source,
  find: FindSource,
  parsed: Parsed,
): { layer: PolicyLayer | null; problems: Problem[] } {
  const { tree, problems } = parsed
  if (!tree) return { layer: null, problems }
  if (tree.kind !== 'map')
    return {
      layer: null,
      problems: [
        problemOfFile(source.name, 'schema', 'Cannot read the policy: a map is wanted, beginning with version: 1'),
      ],
    }
  const placed = takeOutSections(tree)
  if (placed.problems.length > 0) return { layer: null, problems: placed.problems }
  const shape = checkShape(tree.entries.has('extends') ? layerSchema : policySchema, placed.tree)
  if (shape.problems.length > 0) return { layer: null, problems: shape.problems }
  const texts = readTextFiles(placed.tree, source.name, find)
  return { layer: { source: source.name, tree: texts.tree, isTrusted: true }, problems: texts.problems }
}
