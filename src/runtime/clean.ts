import { cut } from './cut.ts'
import { redact } from './redact.ts'

/** The longest text that memory and journal keep whole, in UTF-16 units. */
const longest = 65_536
const deepest = 40

/** A value with every text in it redacted and bounded. Equal parts are kept as they are, not copied. */
export function clean<T>(value: T, shorten: (text: string) => string = (text) => cut(text, longest)): T {
  return cleaned(value, shorten, 0) as T
}

function cleaned(value: unknown, shorten: (text: string) => string, depth: number): unknown {
  // What is cut is blacked out before, so that a long text is not looked through as a whole.
  if (typeof value === 'string') return redact(shorten(value))
  if (value === null || typeof value !== 'object') return value
  if (depth > deepest) return null
  const before: unknown[] = Array.isArray(value) ? value : Object.values(value)
  const after = before.map((item) => cleaned(item, shorten, depth + 1))
  if (after.every((item, at) => item === before[at])) return value
  return Array.isArray(value) ? after : Object.fromEntries(Object.keys(value).map((key, at) => [key, after[at]]))
}
