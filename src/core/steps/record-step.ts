import type { FieldValues, Json } from '../event.ts'
import { compute, EvaluationError } from '../expression.ts'
import { questionFingerprint } from '../fingerprint.ts'
import type { RecordStep } from '../policy.ts'
import { emptyValue, type RecordDraft, textOf, writeRecord } from './record.ts'
import type { RecordField, RecordKind } from '../records/kind.ts'
import { cut } from '../text.ts'
import { isShownBy } from '../judging/subject.ts'
import { fieldValue } from './text-step.ts'
import type { RecordMark } from '../vocabulary.ts'
import type { Workbench } from '../judging/workbench.ts'

/** The step `record`: one entry, or one for each item. */
export function performRecord(bench: Workbench, step: RecordStep): void {
  const kind = step.kind === null ? undefined : bench.policy.records[step.kind]
  if (step.kind === null || kind === undefined) throw new EvaluationError(`Cannot record: no kind "${step.kind ?? ''}"`)
  const items = step.each === null ? [null] : compute(step.each, bench.scope)
  const into = step.into === null ? null : textOf(compute(step.into, bench.scope))
  for (const item of Array.isArray(items) ? items : []) {
    // Copied only where an item is there to be read: a record has many fields, and each reads the scope.
    const about = step.each === null ? bench : { ...bench, scope: { ...bench.scope, item } }
    const draft = draftRecord(about, step, step.kind, kind, step.each === null ? bench.event : item)
    const { changes, effect } = writeRecord(bench.state(), kind, draft, into, bench.moment.taken)
    for (const change of changes) bench.apply(change)
    bench.effect({ ...effect, fields: shortly(bench, effect.fields) })
    bench.scope.entry = effect.id
  }
}

/** How much of a text an effect says, in UTF-16 units; the entry has all of it. */
const longestSaid = 200

/** Of half a secret nobody can tell what it is, so a text is shown before it is cut. */
function shortly({ moment }: Workbench, fields: FieldValues): FieldValues {
  const { shown = (value: Json) => value } = moment
  const cutShort = (value: Json): Json => {
    if (typeof value !== 'string' || value.length <= longestSaid) return value
    const whole = shown(value)
    return typeof whole === 'string' ? cut(whole, longestSaid) : whole
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cutShort(value)]))
}

/** `about` is what the entry is about: the event, or an item of it. */
function draftRecord(bench: Workbench, step: RecordStep, name: string, kind: RecordKind, about: unknown): RecordDraft {
  const { event } = bench
  const isSubmitted = step.fromEvent && event.type === 'record.submitted'
  const submitted: FieldValues = isSubmitted ? event : {}
  const fields = Object.entries(kind.fields).map(([field, spec]): [string, Json] => {
    const given = heldAs(spec, fieldValue(bench, 'record', step.fields[field]))
    return [field, given ?? submitted[field] ?? emptyValue(spec)]
  })
  const values = Object.fromEntries(fields)
  // A rule that says null means: by nothing but the words.
  const mark = (one: RecordMark, from: unknown): string | null => {
    const given = step.marks[one]
    return textOf(given === undefined ? memberOf(from, one) : compute(given, bench.scope))
  }
  const { session, now, digest } = bench.moment
  const fingerprint = mark('fingerprint', about) ?? questionFingerprint(textOf(values[kind.same]) ?? '', digest)
  const title = textOf(values[kind.title]) ?? ''
  return {
    ...values,
    [kind.title]: title,
    kind: name,
    fingerprint,
    class: mark('class', about),
    request: mark('request', event),
    at: now,
    session: session.id,
    path: session.path,
    rule: bench.rule.id,
    turn: session.turn,
    bare: !isSubmitted,
    allowable:
      event.type === 'permission.asked' && event.exact && event.fingerprint === fingerprint && isShownBy(title, event),
  }
}

/** A computed value as its field holds it; null for none. */
function heldAs({ type }: RecordField, value: Json): Json {
  if (value === null) return null
  switch (type) {
    case 'string':
    case 'enum':
      return textOf(value)
    case 'list':
      return (Array.isArray(value) ? value : [value]).flatMap((item) => textOf(item) ?? [])
    case 'boolean':
      return value === true
    case 'integer':
    case 'number':
      return typeof value === 'number' ? value : null
  }
}

/** A member of what an entry is about, as JSON has it. */
function memberOf(about: unknown, name: string): Json {
  const value: unknown = typeof about === 'object' && about !== null ? Reflect.get(about, name) : null
  return typeof value === 'string' ? value : null
}
