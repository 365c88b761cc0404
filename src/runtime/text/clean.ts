import type { DomainEvent } from '../../core/event.ts'
import { once } from '../../core/operators/memo.ts'
import { cut } from './cut.ts'
import { redact, secretsIn } from './redact.ts'

/** The longest text that memory and journal keep whole, in UTF-16 units. */
const longest = 65_536
const deepest = 40

const shortened = (text: string): string => cut(text, longest)

/** A value with every text in it redacted and bounded. Equal parts are kept as they are, not copied. */
export type Cleaner = <T>(value: T, shorten?: (text: string) => string) => T

export const clean: Cleaner = (value, shorten = shortened) => cleaned(value, (text) => redact(shorten(text)), 0)

/** What cleans an event, and what came of it. */
export interface EventCleaner {
  /** A field of the event. */
  field: (name: string, value: unknown, shorten: (text: string) => string) => unknown
  /** What a decision made of the event. */
  made: Cleaner
}

/** Fields that texts are taken apart for, so that nothing stands around a secret any more. */
const apart = new Set(['paths', 'touches', 'wrote'])
/** Fields that they are taken from. */
const whole = new Set(['command', 'input', 'patterns', 'url'])

/** Knows the secrets of an event by the whole texts of it, and blacks them out also where they stand by themselves. */
export function cleanerOf(event: DomainEvent): EventCleaner {
  const secrets = once(() => secretsOf(event))
  return {
    field: (name, value, shorten) =>
      cleaned(
        value,
        apart.has(name) ? (text) => redact(shorten(without(text, secrets(), isAny))) : (text) => redact(shorten(text)),
        0,
      ),
    made: (value, shorten = shortened) =>
      cleaned(value, (text) => redact(shorten(without(text, secrets(), isSure))), 0),
  }
}

function secretsOf(event: DomainEvent): Map<string, string> {
  const texts = Object.entries(event).flatMap(([name, value]) => (whole.has(name) ? textsIn(value, 0) : []))
  return new Map(texts.flatMap((text) => [...secretsIn(shortened(text))]))
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object' || depth > deepest) return []
  return Object.values(value).flatMap((item) => textsIn(item, depth + 1))
}

/** A shorter secret may be a part of honest words. */
const shortestPart = 6
const isAny = (secret: string): boolean => secret.length >= 3
/** Never a word of ours, such as the name of a rule. */
const isSure = (secret: string): boolean => secret.length >= 8 && /[^a-z_-]/.test(secret)

function without(text: string, secrets: ReadonlyMap<string, string>, isMeant: (secret: string) => boolean): string {
  if (secrets.size === 0 || text.length > longest) return text
  let result = text
  for (const [secret, mark] of secrets) {
    if (!isMeant(secret)) continue
    if (result === secret) return mark
    if (secret.length >= shortestPart && result.includes(secret)) result = result.replaceAll(secret, () => mark)
  }
  return result
}

function cleaned<T>(value: T, ofText: (text: string) => string, depth: number): T
function cleaned(value: unknown, ofText: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return ofText(value)
  if (value === null || typeof value !== 'object') return value
  if (depth > deepest) return null
  const before: unknown[] = Array.isArray(value) ? value : Object.values(value)
  const after = before.map((item) => cleaned(item, ofText, depth + 1))
  if (after.every((item, at) => item === before[at])) return value
  return Array.isArray(value) ? after : Object.fromEntries(Object.keys(value).map((key, at) => [key, after[at]]))
}
