import type { Json } from './event.ts'
import { compute, EvaluationError } from './expression.ts'
import { questionFingerprint } from './fingerprint.ts'
import type { RecordStep } from './policy.ts'
import { type RecordDraft, textOf, writeRecord } from './record.ts'
import { fieldValue } from './text-step.ts'
import type { GivenRecordField } from './vocabulary.ts'
import type { Workbench } from './workbench.ts'

/** The step `record`: one entry, or one for each item. */
export function performRecord(bench: Workbench, step: RecordStep): void {
  const kindName = step.kind ?? Object.keys(bench.policy.records)[0]
  const kind = kindName === undefined ? undefined : bench.policy.records[kindName]
  if (kindName === undefined || kind === undefined)
    throw new EvaluationError(`Cannot record: no kind "${kindName ?? ''}"`)
  const items = step.each === null ? [null] : compute(step.each, bench.scope)
  const into = step.into === null ? null : textOf(compute(step.into, bench.scope))
  for (const item of Array.isArray(items) ? items : []) {
    // Copied only where an item is there to be read: a record has many fields, and each reads the scope.
    const about = step.each === null ? bench : { ...bench, scope: { ...bench.scope, item } }
    const draft = draftRecord(about, step, kindName)
    const { changes, effect } = writeRecord(bench.state(), kind, draft, into, bench.moment.taken)
    for (const change of changes) bench.apply(change)
    bench.effect(effect)
    bench.scope.entry = effect.id
  }
}

function draftRecord(bench: Workbench, step: RecordStep, kind: string): RecordDraft {
  const submitted = step.fromEvent && bench.event.type === 'record.submitted' ? bench.event : null
  const field = (name: GivenRecordField): Json => fieldValue(bench, 'record', step.fields[name])
  const text = (name: 'topic' | 'context' | 'why' | 'holds' | 'chosen' | 'reasoning'): string | null =>
    textOf(field(name)) ?? submitted?.[name] ?? null
  const question = textOf(field('question')) ?? submitted?.question ?? ''
  const options = field('options') ?? submitted?.options ?? []
  const { session, now, digest } = bench.moment
  const fingerprint = textOf(field('fingerprint')) ?? submitted?.fingerprint ?? questionFingerprint(question, digest)
  return {
    kind,
    category: textOf(field('category')) ?? submitted?.category ?? 'other',
    topic: text('topic'),
    question,
    context: text('context'),
    why: text('why'),
    holds: text('holds'),
    blocks: (field('blocks') ?? submitted?.blocks ?? false) === true,
    options: Array.isArray(options) ? options.flatMap((option) => textOf(option) ?? []) : [],
    chosen: text('chosen'),
    reasoning: text('reasoning'),
    fingerprint,
    class: textOf(field('class')),
    request: textOf(field('request')),
    at: now,
    session: session.id,
    path: session.path,
    rule: bench.rule.id,
    turn: session.turn,
    bare: submitted === null,
    allowable: bench.event.type === 'permission.asked' && bench.event.exact && bench.event.fingerprint === fingerprint,
  }
}
