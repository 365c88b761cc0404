import type { Json } from '../core/event.ts'
import type { Expression } from '../core/policy.ts'
import type { Fault } from './problems/fault.ts'
import type { Path } from './yaml/tree.ts'

/** The name in `{ cond: name }`, or null for everything else. */
export function conditionName(value: Json): string | null {
  if (!isMap(value)) return null
  const keys = Object.keys(value)
  return keys.length === 1 && typeof value['cond'] === 'string' ? value['cond'] : null
}

/** The name in `{ var: params.name }`, or null for everything else. */
export function paramName(value: Json): string | null {
  if (!isMap(value) || typeof value['var'] !== 'string') return null
  const [root, name, ...rest] = value['var'].split('.')
  return root === 'params' && name !== undefined && rest.length === 0 ? name : null
}

export function isMap(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Named conditions may use each other many times over; what grows beyond this is refused. */
const mostParts = 2000

/** An expression with its named conditions written out. */
export function writeOut(expression: Json, conditions: Record<string, Json>, path: Path, faults: Fault[]): Expression {
  let parts = 0

  const fault = (code: Fault['code'], message: string): false => {
    if (!faults.some((each) => each.path === path && each.message === message)) faults.push({ path, code, message })
    return false
  }

  const write = (value: Json, open: readonly string[]): Expression => {
    parts += 1
    if (parts > mostParts) return fault('expression', 'Cannot write out the condition: it is too long; split the rule')
    const name = conditionName(value)
    if (name !== null) {
      const found = Object.hasOwn(conditions, name) ? conditions[name] : undefined
      if (found !== undefined && !open.includes(name)) return write(found, [...open, name])
      const why = found === undefined ? `there is no condition "${name}"` : `the condition "${name}" uses itself`
      return fault('unknown-name', `Cannot write out the condition: ${why}`)
    }
    if (Array.isArray(value)) return value.map((each) => write(each, open))
    if (!isMap(value)) return value
    return Object.fromEntries(Object.entries(value).map(([operator, given]) => [operator, write(given, open)]))
  }

  return write(expression, [])
}
