import type { EventOf } from '../core/event.ts'
import { canonical, type Digest, questionFingerprint } from '../core/fingerprint.ts'
import { fieldsOf, type Payload } from './payload.ts'

type Submitted = EventOf<'record.submitted'>

export interface RecordToolKind {
  name: string
  categories: readonly string[]
}

/**
 * What the agent gave to a record tool, as an event. The host validates nothing, so wrong values are gently
 * mended where the meaning is plain, and named otherwise. `tries` counts the invalid uses in a row before this one.
 */
export function recordSubmitted(kind: RecordToolKind, given: unknown, tries: number, digest: Digest): Submitted {
  const fields = fieldsOf(fromText(given))
  const problems: string[] = []
  const category = categoryOf(fields, kind, problems)
  const question = textField(fields, 'question', problems)
  wantField('question', question, 'write what the user has to decide, as one text that is not empty', problems)
  const ref = textField(fields, 'ref', problems)
  const record = {
    topic: textField(fields, 'topic', problems),
    context: textField(fields, 'context', problems),
    why: textField(fields, 'whyNeeded', problems),
    holds: textField(fields, 'blocks', problems),
    blocks: booleanField(fields, 'blocksProgress', problems),
    options: listField(fields, 'options', problems),
    chosen: textField(fields, 'chosenOption', problems),
    reasoning: textField(fields, 'chosenReasoning', problems),
  }
  wantField('context', record.context, 'write what you were doing and what the user must know to decide', problems)
  // Work does not wait for what the agent has chosen itself.
  if (record.chosen === null)
    wantField('blocksProgress', record.blocks, 'write true if work waits for the answer, false if you go on', problems)
  const valid = problems.length === 0
  const raw = typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
  return {
    type: 'record.submitted',
    kind: kind.name,
    valid,
    problems,
    tries: valid ? 0 : tries + 1,
    raw,
    ref: ref === null ? null : bareId(ref),
    category,
    question,
    ...record,
    fingerprint: question === null ? digest(`raw ${canonical(given)}`) : questionFingerprint(question, digest),
  }
}

/** An id as people write it: `#b3`, `(b3)`, `B3`. */
const bareId = (written: string): string => written.replace(/^[#([\s]+|[)\]\s]+$/g, '').toLowerCase()

/** Names a field that is not there, unless a wrong value of it was named already. */
function wantField(name: string, value: unknown, wanted: string, problems: string[]): void {
  const named = problems.some((problem) => problem.startsWith(`${name} is `))
  if (value === null && !named) problems.push(`${name} is missing: ${wanted}`)
}

/** Models send maps and lists as texts of JSON. */
function fromText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function categoryOf(fields: Payload, kind: RecordToolKind, problems: string[]): string | null {
  const given = fields['category']
  const word = typeof given === 'string' ? given.trim().toLowerCase() : ''
  const found = kind.categories.find((category) => category.toLowerCase() === word)
  if (found === undefined) problems.unshift(`Invalid category. Must be one of: ${kind.categories.join(', ')}`)
  return found ?? null
}

function textField(fields: Payload, name: string, problems: string[]): string | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  problems.push(`${name} is ${nameOf(value)}: write one text`)
  return null
}

function booleanField(fields: Payload, name: string, problems: string[]): boolean | null {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value
  const word = String(value).trim().toLowerCase()
  if (word === 'true' || word === 'yes') return true
  if (word === 'false' || word === 'no') return false
  problems.push(`${name} is ${nameOf(value)}: write true or false`)
  return null
}

function listField(fields: Payload, name: string, problems: string[]): string[] {
  const value = fromText(fields[name])
  if (value === undefined || value === null || value === '') return []
  if (typeof value === 'string') return [value.trim()]
  if (!Array.isArray(value)) {
    problems.push(`${name} is ${nameOf(value)}: write a list of texts, such as ["Passport", "Auth.js"]`)
    return []
  }
  return value.flatMap((item) => optionText(item) ?? [])
}

function optionText(item: unknown): string | null {
  if (typeof item === 'string') return item.trim() || null
  if (typeof item === 'number' || typeof item === 'boolean') return String(item)
  const label = fieldsOf(item)['label'] ?? fieldsOf(item)['option'] ?? fieldsOf(item)['name']
  return typeof label === 'string' && label.trim() !== ''
    ? label.trim()
    : item === null
      ? null
      : (JSON.stringify(item) ?? null)
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : JSON.stringify(value)
}
