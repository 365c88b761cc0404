import type { Json } from '../../core/event.ts'
import type { Path } from '../yaml/tree.ts'
import { paramName } from '../write-out.ts'
import type { LintContext } from './context.ts'

/** A literal with the place where it is written: where it is used, or where the param gets its value. */
export interface Written {
  value: Json
  path: Path
  /** The name of the param that it is the value of, or null. */
  param: string | null
}

/** What stands at a place once params are filled in. What a param is given is at fault where it is given. */
export function writtenAt(value: Json, path: Path, { params }: LintContext['document']): Written {
  const name = paramName(value)
  const param = name !== null && params !== undefined && Object.hasOwn(params, name) ? params[name] : undefined
  return param === undefined || name === null
    ? { value, path, param: null }
    : { value: param.default ?? null, path: ['params', name, 'default'], param: name }
}

/** The same for each entry of a list, or the one value. */
export function entriesAt(given: Json, at: Path, document: LintContext['document']): Written[] {
  const { value, path, param } = writtenAt(given, at, document)
  if (!Array.isArray(value)) return [{ value, path, param }]
  return value.map((each, index) => ({ value: each, path: [...path, index], param }))
}
