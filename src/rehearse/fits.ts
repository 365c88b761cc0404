import type { DomainEvent, Json } from '../core/event.ts'
import { cutMark } from '../runtime/text/cut.ts'
import { fieldsOf, textsOf } from '../decode/payload.ts'

/** False for what was cut or redacted when it was recorded. */
export function isWhole(given: Json): boolean {
  const text = JSON.stringify(given)
  return !text.includes('[REDACTED:') && !cutMark.test(text)
}

/** Whether a case may say this of an event of which the host tells `told`. */
export function fits(field: string, value: Json, told: unknown, event: DomainEvent): boolean {
  // A shell line may name more paths than a case is about, and what a case calls a run may only read.
  if (field === 'paths') return textsOf(value).every((path) => textsOf(told).includes(path))
  const isShell = 'command' in event && event.command !== null
  return (field === 'access' && isShell && value === 'run' && told === 'read') || isPartOf(value, told)
}

/** The host half trims what models write. */
function isPartOf(value: Json, told: unknown): boolean {
  if (typeof value === 'string') return typeof told === 'string' && value.trim() === told.trim()
  if (Array.isArray(value))
    return Array.isArray(told) && told.length === value.length && value.every((one, at) => isPartOf(one, told[at]))
  if (typeof value !== 'object' || value === null) return value === told
  return Object.entries(value).every(([key, one]) => isPartOf(one, fieldsOf(told)[key]))
}
