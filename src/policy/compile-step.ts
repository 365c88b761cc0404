import type { Json } from '../core/event.ts'
import type { Expression, Step } from '../core/policy.ts'
import { readSpan } from '../core/text.ts'
import type { TextCompiler } from './compile-text.ts'
import type { StepDocument } from './schema/steps.ts'
import type { Path } from './tree.ts'

type StepMap = Exclude<StepDocument, string>
type RecordDocument = Extract<StepMap, { record: unknown }>['record']

/** Fields of a record where a plain string is a text, not a value. */
export const recordTexts: readonly string[] = ['topic', 'question', 'context', 'why', 'holds', 'reasoning']

export function compileStep(step: StepDocument, path: Path, compiler: TextCompiler): Step {
  if (typeof step === 'string') return step === 'ask' ? { do: 'ask', for: null } : { do: step }
  const { expression, text } = compiler
  const orNull = (value: Json | undefined, key: string): Expression | null =>
    value === undefined ? null : expression(value, [...path, key])
  const span = (value: Json | undefined, key: string): Expression | null =>
    (typeof value === 'string' ? readSpan(value) : null) ?? orNull(value, key)
  if ('ask' in step) return { do: 'ask', for: span(step.ask.for, 'ask') }
  if ('deny' in step) return { do: 'deny', text: text(json(step.deny), [...path, 'deny']) }
  if ('pause' in step) return { do: 'pause', reason: step.pause.reason }
  if ('stop' in step) {
    const { reason, detail } = step.stop
    return { do: 'stop', reason, detail: detail === undefined ? null : text(json(detail), [...path, 'stop', 'detail']) }
  }
  if ('prompt' in step) {
    const { after, at } = typeof step.prompt === 'string' ? {} : step.prompt
    return {
      do: 'prompt',
      text: text(json(step.prompt), [...path, 'prompt']),
      after: span(after, 'prompt'),
      at: orNull(at, 'prompt'),
    }
  }
  if ('reply' in step) return { do: 'reply', text: text(json(step.reply), [...path, 'reply']) }
  if ('notify' in step) {
    const level = typeof step.notify === 'string' ? undefined : step.notify.level
    return { do: 'notify', text: text(json(step.notify), [...path, 'notify']), level: level ?? 'info' }
  }
  if ('instruct' in step) return { do: 'instruct', text: text(json(step.instruct), [...path, 'instruct']) }
  if ('show' in step) return { do: 'show', view: expression(step.show, [...path, 'show']) }
  if ('schedule' in step) {
    const { timer, after, at } = step.schedule
    return { do: 'schedule', timer, after: span(after, 'schedule'), at: orNull(at, 'schedule') }
  }
  if ('cancel' in step) return { do: 'cancel', timer: step.cancel.timer }
  if ('record' in step) return { do: 'record', record: compileRecord(step.record, [...path, 'record'], compiler) }
  if ('close' in step) {
    const { request, fingerprint, status } = step.close
    return { do: 'close', request: orNull(request, 'close'), fingerprint: orNull(fingerprint, 'close'), status }
  }
  return compileMemoryStep(step, path, compiler)
}

function compileMemoryStep(
  step: Extract<
    StepMap,
    | { set: unknown }
    | { add: unknown }
    | { push: unknown }
    | { remove: unknown }
    | { put: unknown }
    | { clear: unknown }
  >,
  path: Path,
  { expression }: TextCompiler,
): Step {
  const slots = (given: Record<string, Json>, key: string): Record<string, Expression> =>
    mapValues(given, (value, slot) => expression(value, [...path, key, slot]))
  if ('set' in step) return { do: 'set', slots: slots(step.set, 'set') }
  if ('add' in step) return { do: 'add', slots: slots(step.add, 'add') }
  if ('push' in step) return { do: 'push', slots: slots(step.push, 'push') }
  if ('remove' in step) return { do: 'remove', slots: slots(step.remove, 'remove') }
  if ('clear' in step) return { do: 'clear', slots: step.clear }
  return {
    do: 'put',
    slots: mapValues(step.put, ({ key, value }, slot) => ({
      key: expression(key, [...path, 'put', slot, 'key']),
      value: expression(value, [...path, 'put', slot, 'value']),
    })),
  }
}

function compileRecord(record: RecordDocument, path: Path, compiler: TextCompiler) {
  const { kind, from, each, into, ...fields } = record
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  const compiled = given.map(([name, value]) => {
    const at = [...path, name]
    const isText = recordTexts.includes(name)
    return [name, isText ? compiler.textOrExpression(value, at) : { expression: compiler.expression(value, at) }]
  })
  return {
    kind: kind ?? null,
    fromEvent: from === 'event',
    each: each === undefined ? null : compiler.expression(each, [...path, 'each']),
    into: into === undefined ? null : compiler.expression(into, [...path, 'into']),
    fields: Object.fromEntries(compiled),
  }
}

/** A text of the schema as JSON: keys that are undefined do not exist there. */
function json(text: string | { text: string; with?: unknown } | { template: string; with?: unknown }): Json {
  if (typeof text === 'string') return text
  return Object.fromEntries(Object.entries(text).filter((entry): entry is [string, Json] => isJson(entry[1])))
}

function isJson(value: unknown): value is Json {
  return value !== undefined
}

function mapValues<From, To>(
  given: Record<string, From>,
  change: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, change(value, key)]))
}
