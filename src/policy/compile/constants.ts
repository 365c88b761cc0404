import type { Json } from '../../core/event.ts'
import { checkCommand } from '../../core/operators/shell/runs.ts'
import type { Fault } from '../problems/fault.ts'
import { readDuration } from './params.ts'
import type { Path } from '../yaml/tree.ts'
import { paramName } from '../write-out.ts'

/** Reads what is settled when a policy is loaded: literals, and values of params. */
export interface ConstantReader {
  value: (given: Json, path: Path) => Json
  /** Milliseconds. */
  duration: (given: Json, path: Path) => number
  commands: (given: Json, path: Path) => string[]
}

export function constantReader(params: Record<string, Json>, faults: Fault[]): ConstantReader {
  const value = (given: Json, path: Path): Json => {
    const name = paramName(given)
    if (name === null) return given
    if (!Object.hasOwn(params, name))
      faults.push({ path, code: 'unknown-variable', message: `Cannot read params.${name}: there is no such param` })
    return params[name] ?? null
  }
  const duration = (given: Json, path: Path): number => {
    if (paramName(given) !== null) return Number(value(given, path))
    const read = readDuration(given)
    if (read.ok) return read.value
    faults.push({ path, code: 'constant', message: `Cannot use this span: ${read.message}` })
    return 0
  }
  const commands = (given: Json, path: Path): string[] => {
    const list = value(given, path)
    if (!Array.isArray(list)) {
      faults.push({ path, code: 'constant', message: 'Cannot use this as commands: a list is wanted' })
      return []
    }
    const name = paramName(given)
    // What is wrong with the value of a param is told where it is given.
    const from = name === null ? path : ['params', name, 'default']
    const texts = list.filter((each) => typeof each === 'string')
    for (const [index, text] of texts.entries()) {
      const message = checkCommand(text)
      if (message !== null) faults.push({ path: [...from, index], code: 'constant', message })
    }
    return texts
  }
  return { value, duration, commands }
}
