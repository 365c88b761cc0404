import type * as z from 'zod'
import { type Chain, type PolicyLayer, readChain } from './extend.ts'
import { checkShape } from '../problems/issues.ts'
import { applyLate, applyLayer, type Layered } from './layers.ts'
import type { Problem } from '../problems/problem.ts'
import { isError } from '../problems/list.ts'
import { resolvedSchema } from '../schema.ts'
import { settleSections } from './sections.ts'
import type { FindSource, Source } from '../source.ts'
import type { MapTree } from '../yaml/tree.ts'
import { looseningNotes } from '../trust/notes.ts'
import { expandWorkflow } from './workflow.ts'

/** A policy after all its layers, with the texts of its template files: plain JSON that stands alone. */
export type ResolvedDocument = z.infer<typeof resolvedSchema>

export interface Resolved {
  document: ResolvedDocument | null
  /** The same with the places where everything was written; null with the document. */
  tree: MapTree | null
  /** What is left where lines of a layer could not be taken: good for finding what else is wrong, never for deciding. */
  rest: { document: ResolvedDocument; tree: MapTree } | null
  problems: Problem[]
}

/** Reads a policy with all that it extends and puts the layers on each other. */
export function resolveDocument(source: Source, find: FindSource): Resolved {
  return resolveChain(readChain(source, find))
}

export function resolveChain(chain: Chain): Resolved {
  const nothing = { document: null, tree: null, rest: null }
  const [base, ...layers] = chain.layers
  if (!base || chain.problems.some(isError)) return { ...nothing, problems: chain.problems }
  const layered = putOn(base, layers)
  const problems = [...chain.problems, ...layered.problems]
  if (layered.tree === null) return { ...nothing, problems }
  const shape = checkShape(resolvedSchema, layered.tree)
  const all = [...problems, ...shape.problems]
  if (!shape.value) return { ...nothing, problems: all }
  const made = { document: shape.value, tree: layered.tree }
  return problems.some(isError) ? { ...nothing, rest: made, problems: all } : { ...made, rest: null, problems: all }
}

/** A line that cannot be taken is left out, and the others are. Without its workflow a policy has no rules to change. */
function putOn(base: PolicyLayer, layers: readonly PolicyLayer[]): { tree: MapTree | null; problems: Problem[] } {
  const notes = base.isTrusted ? [] : looseningNotes(null, base.tree)
  const start: Layered = { tree: base.tree, problems: notes, late: [] }
  const early = layers.reduce((below, { tree, isTrusted }) => {
    const found = isTrusted ? [] : looseningNotes(below.tree, tree)
    return applyLayer({ ...below, problems: [...below.problems, ...found] }, tree)
  }, start)
  const expanded = expandWorkflow(early.tree)
  const problems = [...early.problems, ...expanded.problems]
  if (expanded.problems.some(isError)) return { tree: null, problems }
  const late = applyLate(expanded.tree, early.late)
  return { tree: settleSections(late.tree), problems: [...problems, ...late.problems] }
}
