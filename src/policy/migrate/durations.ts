import { readSpan, spanText } from '../../core/text.ts'
import { child, type Entry, type MapTree, type Tree } from '../yaml/tree.ts'
import { replaceSpan } from './edit.ts'
import { type Changes, changed, noChanges, refused, together } from './migration.ts'

/** The type of a param of the policy that is extended; null if it is not known. */
export type ParamTypes = (name: string) => string | null

/** Numbers of milliseconds under `params`, where a duration is meant. */
export function migrateDurations(tree: MapTree, types: ParamTypes): Changes {
  const params = child(tree, 'params')
  const entries = params?.kind === 'map' ? [...params.entries] : []
  return together(entries.map(([name, entry]) => migrateParam(name, entry, types)))
}

function migrateParam(name: string, { value }: Entry, types: ParamTypes): Changes {
  if (value.kind === 'map') {
    const type = child(value, 'type')
    const isDuration = type?.kind === 'scalar' && type.value === 'duration'
    return isDuration ? migrateValue(name, child(value, 'default')) : noChanges
  }
  if (value.kind !== 'scalar' || typeof value.value !== 'number') return noChanges
  const type = types(name)
  if (type !== null) return type === 'duration' ? migrateValue(name, value) : noChanges
  return refused(
    value.at,
    `Cannot tell whether "${name}" is a duration: the policy that this file extends has no such param`,
  )
}

function migrateValue(name: string, value: Tree | null): Changes {
  if (value?.kind !== 'scalar' || typeof value.value !== 'number') return noChanges
  const text = spanText(value.value)
  if (readSpan(text) === value.value) return changed(replaceSpan(value.at, text))
  return refused(value.at, `Cannot write ${value.value} as a duration: "${name}" wants whole milliseconds, 0 or more`)
}
