import type { Json } from '../../core/event.ts'
import type { Expression, RecordStep, Step, Text } from '../../core/policy.ts'
import { readSpan } from '../../core/text.ts'
import { type MapStepName, mapStepNames, type RecordMark, recordMarks } from '../../core/vocabulary.ts'
import type { TextCompiler } from './text.ts'
import { recordKeys } from '../records/keys.ts'
import { isTextField, kindNamed, kindOfStep } from '../records/named-kind.ts'
import type { ResolvedDocument } from '../layers/resolve.ts'
import type { RuleDocument } from '../schema/rule.ts'
import type { MapOf, StepDocument, StepMap } from '../schema/steps.ts'
import { isMapOf } from './step-name.ts'
import type { Path } from '../yaml/tree.ts'

type RecordDocument = MapOf<'record'>['record']

/** The kinds that the records of a rule may be of. */
export interface KindsForRule {
  /** The kind of a step by the name that it gives. */
  name: (given: string | undefined) => string | null
  /** Whether a plain string for a field is a text. */
  isText: (kind: string | null, field: string) => boolean
}

export const kindsFor = (document: ResolvedDocument, rule: RuleDocument): KindsForRule => ({
  name: (given) => kindOfStep(document, rule, given),
  isText: (kind, field) => isTextField(kindNamed(document, kind), field),
})

interface Site {
  path: Path
  compiler: TextCompiler
}

/** The same of a step that may write a record. */
interface StepSite extends Site {
  kinds: KindsForRule
}

/** A step ready to be performed, from each map that a policy may write; `path` leads to what the map holds. */
type Compilers = { [Name in MapStepName]: (map: MapOf<Name>, site: StepSite) => Step }

const compilers: Compilers = {
  ask: ({ ask }, site) => ({ do: 'ask', for: span(ask.for, site) }),
  deny: ({ deny }, site) => ({ do: 'deny', text: text(deny, site) }),
  answer: ({ answer }, { path, compiler }) => ({ do: 'answer', value: compiler.expression(answer, path) }),
  switch: ({ switch: { model, until } }, { path, compiler }) => ({
    do: 'switch',
    model: compiler.expression(model, [...path, 'model']),
    until: until === undefined ? null : compiler.expression(until, [...path, 'until']),
  }),
  pause: ({ pause }) => ({ do: 'pause', reason: pause.reason }),
  stop: ({ stop: { reason, detail } }, { path, compiler }) => ({
    do: 'stop',
    reason,
    detail: detail === undefined ? null : text(detail, { path: [...path, 'detail'], compiler }),
  }),
  prompt: ({ prompt }, site) => ({
    do: 'prompt',
    text: text(prompt, site),
    ...due(prompt, site),
    why:
      typeof prompt === 'string' || prompt.why === undefined
        ? null
        : text(prompt.why, { ...site, path: [...site.path, 'why'] }),
  }),
  reply: ({ reply }, site) => ({ do: 'reply', text: text(reply, site) }),
  notify: ({ notify }, site) => {
    const level = typeof notify === 'string' ? undefined : notify.level
    return { do: 'notify', text: text(notify, site), level: level ?? 'info' }
  },
  instruct: ({ instruct }, site) => ({ do: 'instruct', text: text(instruct, site) }),
  show: ({ show }, { path, compiler }) => ({ do: 'show', view: compiler.expression(show, path) }),
  schedule: ({ schedule }, site) => ({ do: 'schedule', timer: schedule.timer, ...due(schedule, site) }),
  cancel: ({ cancel }) => ({ do: 'cancel', timer: cancel.timer }),
  record: ({ record }, site) => ({ do: 'record', record: compileRecord(record, site) }),
  close: ({ close: { request, fingerprint, status } }, site) => ({
    do: 'close',
    request: orNull(request, site),
    fingerprint: orNull(fingerprint, site),
    status,
  }),
  set: ({ set }, site) => ({ do: 'set', slots: slots(set, site) }),
  add: ({ add }, site) => ({ do: 'add', slots: slots(add, site) }),
  push: ({ push }, site) => ({ do: 'push', slots: slots(push, site) }),
  remove: ({ remove }, site) => ({ do: 'remove', slots: slots(remove, site) }),
  put: ({ put }, { path, compiler: { expression } }) => ({
    do: 'put',
    slots: mapValues(put, ({ key, value }, slot) => ({
      key: expression(key, [...path, slot, 'key']),
      value: expression(value, [...path, slot, 'value']),
    })),
  }),
  clear: ({ clear }) => ({ do: 'clear', slots: clear }),
}

export function compileStep(step: StepDocument, path: Path, compiler: TextCompiler, kinds: KindsForRule): Step {
  if (typeof step === 'string') return step === 'ask' ? { do: 'ask', for: null } : { do: step }
  for (const name of mapStepNames) {
    const made = compileMap(name, step, { path: [...path, name], compiler, kinds })
    if (made !== null) return made
  }
  throw new Error(`Cannot compile a step: allowed are ${mapStepNames.join(', ')}`)
}

function compileMap<Name extends MapStepName>(name: Name, step: StepMap, site: StepSite): Step | null {
  return isMapOf(step, name) ? compilers[name](step, site) : null
}

const text = (given: TextDocument, { path, compiler }: Site): Text => compiler.text(textJson(given), path)

const orNull = (value: Json | undefined, { path, compiler }: Site): Expression | null =>
  value === undefined ? null : compiler.expression(value, path)

/** A span is written with its units, or computed. */
const span = (value: Json | undefined, site: Site): Expression | null =>
  (typeof value === 'string' ? readSpan(value) : null) ?? orNull(value, site)

function due(given: string | { after?: Json | undefined; at?: Json | undefined }, site: Site) {
  const { after, at } = typeof given === 'string' ? {} : given
  return { after: span(after, site), at: orNull(at, site) }
}

const slots = (given: Record<string, Json>, { path, compiler }: Site): Record<string, Expression> =>
  mapValues(given, (value, slot) => compiler.expression(value, [...path, slot]))

function compileRecord(record: RecordDocument, { path, compiler, kinds }: StepSite): RecordStep {
  const kind = kinds.name(record.kind)
  const given = (key: 'each' | 'into' | RecordMark): Expression | null => {
    const value = record[key]
    return value === undefined ? null : compiler.expression(value, [...path, key])
  }
  const fields = Object.entries(record).filter((entry): entry is [string, Json] => !recordKeys.includes(entry[0]))
  return {
    kind,
    fromEvent: record.from === 'event',
    each: given('each'),
    into: given('into'),
    marks: Object.fromEntries(recordMarks.flatMap((mark) => (mark in record ? [[mark, given(mark)]] : []))),
    fields: Object.fromEntries(
      fields.map(([name, value]) => {
        const at = [...path, name]
        const isText = kinds.isText(kind, name)
        return [name, isText ? compiler.textOrExpression(value, at) : { expression: compiler.expression(value, at) }]
      }),
    ),
  }
}

type TextDocument = string | { text: string; with?: unknown } | { template: string; with?: unknown }

/** A text of the schema as JSON: keys that are undefined do not exist there. */
export function textJson(text: TextDocument): Json {
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
