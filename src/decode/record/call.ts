import type { FieldValues, SubmittedRecord } from '../../core/event.ts'
import { EvaluationError, holds } from '../../core/expression.ts'
import { canonical, type Digest, questionFingerprint } from '../../core/fingerprint.ts'
import { type RecordField, type RecordKind, type ToolField, toolFields } from '../../core/records/kind.ts'
import { withoutEnd } from '../../core/text.ts'
import { fieldsOf, jsonOf, type Payload } from '../payload.ts'
import { fromText, goodCall, invalidChoice, readField } from './field.ts'

export type CalledKind = Pick<RecordKind, 'fields' | 'same'>

/**
 * What the agent gave to the tool of a kind of record, as an event. The host validates nothing, so wrong values are
 * gently mended where the meaning is plain, and named otherwise. `tries` counts the invalid uses in a row before this one.
 */
export function recordSubmitted(
  name: string,
  kind: CalledKind,
  given: unknown,
  tries: number,
  digest: Digest,
): SubmittedRecord {
  const call = fieldsOf(fromText(given))
  const { values, problems } = read(kind, call)
  const valid = problems.length === 0
  const same = values[kind.same]
  return {
    ...values,
    type: 'record.submitted',
    kind: name,
    valid,
    problems,
    tries: valid ? 0 : tries + 1,
    raw: typeof given === 'string' ? given : JSON.stringify(jsonOf(given)),
    goodCall: valid ? null : goodCall(kind),
    ref: refIn(call),
    fingerprint: typeof same === 'string' ? questionFingerprint(same, digest) : digest(`raw ${canonical(given)}`),
  }
}

/** The fields as the kind declares them; what is wrong with a choice is named first, since its words are fixed. */
function read(kind: CalledKind, call: Payload): { values: FieldValues; problems: string[] } {
  const found = toolFields(kind).map(({ name, field }) => ({ name, field, ...readField(field, call[field.as]) }))
  const values = Object.fromEntries(found.map(({ name, value }) => [name, value]))
  const problems = found.flatMap(({ field, value, problem }) => {
    const isMissing = value === null || (Array.isArray(value) && value.length === 0)
    const said = problem ?? (isMissing && isRequired(field, values) ? missing(field) : null)
    return said === null ? [] : [{ said, isChoice: field.type === 'enum' }]
  })
  const inOrder = [...problems.filter(({ isChoice }) => isChoice), ...problems.filter(({ isChoice }) => !isChoice)]
  return { values, problems: inOrder.map(({ said }) => said) }
}

function missing(field: ToolField): string {
  const { type, as, description } = field
  if (type === 'enum') return invalidChoice(field)
  return `${as} is missing${description === '' ? '' : `: ${description}`}`
}

/** A condition that cannot be computed asks for nothing. */
export function isRequired({ required }: RecordField, record: FieldValues): boolean {
  if (typeof required === 'boolean') return required
  try {
    return holds(required, { record })
  } catch (error) {
    if (error instanceof EvaluationError) return false
    throw error
  }
}

/** An id as people write it: `#b3`, `(b3)`, `B3`. */
function refIn(call: Payload): string | null {
  const given = call['ref']
  const written = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : ''
  return written === '' ? null : withoutEnd(written.replace(/^[#([\s]+/, ''), ')] \t\n').toLowerCase()
}
