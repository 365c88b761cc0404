import { readChain } from '../layers/extend.ts'
import { checkChain } from '../load.ts'
import { parse } from '../yaml/parse.ts'
import type { Problem } from '../problems/problem.ts'
import { isError } from '../problems/list.ts'
import { resolveChain } from '../layers/resolve.ts'
import type { FindSource, Source } from '../source.ts'
import { child, type MapTree, placeOf } from '../yaml/tree.ts'
import type { ParamTypes } from './durations.ts'
import { applyEdits } from './edit.ts'
import type { Refusal } from './migration.ts'
import { fromVersion0 } from './version-0.ts'

export type Migrated =
  | { state: 'current' }
  | { state: 'changed'; text: string }
  /** Nothing of the file is changed. */
  | { state: 'refused'; refusals: Refusal[] }

/**
 * Brings files to the version of this program. A file that another one extends is read as it will be, if it is among
 * the files. What comes out loads without errors, or the file is refused.
 */
export function migrateAll(files: readonly Source[], find: FindSource): Map<string, Migrated> {
  const results = new Map<string, Migrated>()

  const findMigrated: FindSource = (reference, from) => {
    const found = find(reference, from)
    const file = typeof found === 'string' ? undefined : files.find(({ name }) => name === found.name)
    const result = file === undefined ? null : resultOf(file)
    return file !== undefined && result?.state === 'changed' ? { name: file.name, text: result.text } : found
  }

  const resultOf = (file: Source): Migrated => {
    const known = results.get(file.name)
    if (known !== undefined) return known
    // Files that extend each other in a circle find each other as they are, and are refused for it.
    results.set(file.name, { state: 'current' })
    const made = migrateOne(file, findMigrated)
    results.set(file.name, made)
    return made
  }

  for (const file of files) resultOf(file)
  return results
}

function migrateOne(source: Source, find: FindSource): Migrated {
  const { tree, problems } = parse(source)
  if (tree === null) return refusal(problems)
  const version = child(tree, 'version')
  const number = version?.kind === 'scalar' ? version.value : null
  if (tree.kind !== 'map' || number === 1 || !isPolicy(tree)) return { state: 'current' }
  if (number !== 0) {
    const message = 'Cannot migrate the file: its version is not known here; allowed are 0 and 1'
    return { state: 'refused', refusals: [{ ...placeOf(version?.at ?? tree.at), message }] }
  }
  const { edits, refusals } = fromVersion0(tree, typesBelow(tree, source.name, find))
  if (refusals.length > 0) return { state: 'refused', refusals }
  const mark = source.text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = mark + applyEdits(source.text.slice(mark.length), edits)
  const { problems: left } = checkChain(readChain({ name: source.name, text }, find))
  return left.some(isError) ? refusal(left) : { state: 'changed', text }
}

const isPolicy = (tree: MapTree): boolean => ['rules', 'records', 'extends'].some((key) => tree.entries.has(key))

function refusal(problems: readonly Problem[]): Migrated {
  const refusals = problems.filter(isError).map(({ file, line, column, message }) => ({ file, line, column, message }))
  return { state: 'refused', refusals }
}

/** The types of the params of the policy that a file extends. */
function typesBelow(tree: MapTree, name: string, find: FindSource): ParamTypes {
  const base = child(tree, 'extends')
  const source = base?.kind === 'scalar' ? find(String(base.value), name) : ''
  const params = typeof source === 'string' ? undefined : resolveChain(readChain(source, find)).document?.params
  return (param) => (params !== undefined && Object.hasOwn(params, param) ? (params[param]?.type ?? null) : null)
}
