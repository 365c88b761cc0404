import { cut } from './cut.ts'
import { redact } from './redact.ts'

/** The longest text that memory and journal keep whole, in UTF-16 units. */
const longest = 65_536
const deepest = 40

/** A value with every text in it redacted and bounded. Equal parts are kept as they are, not copied. */
export function clean<T>(value: T, limit: number = longest): T {
  return cleaned(value, limit, 0) as T
}

function cleaned(value: unknown, limit: number, depth: number): unknown {
  if (typeof value === 'string') return cut(redact(value), limit)
  if (value === null || typeof value !== 'object') return value
  if (depth > deepest) return null
  if (Array.isArray(value)) {
    const items = value.map((item) => cleaned(item, limit, depth + 1))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  const entries = Object.entries(value).map(([key, item]): [string, unknown, unknown] => [
    key,
    item,
    cleaned(item, limit, depth + 1),
  ])
  if (entries.every(([, before, after]) => before === after)) return value
  return Object.fromEntries(entries.map(([key, , after]) => [key, after]))
}
