import type { Json } from '../../core/event.ts'
import type { MapStepName, StepName } from '../../core/vocabulary.ts'
import type { KindsForRule } from '../compile/step.ts'
import { isTextForm } from '../compile/text.ts'
import type { StepDocument } from '../schema/steps.ts'
import type { Path } from '../yaml/tree.ts'
import { isMap } from '../write-out.ts'

/** A value or a text of a step, with where it stands. `step` names the step. */
export interface Site {
  kind: 'value' | 'text'
  step: StepName
  value: Json
  path: Path
  /** The list whose entries it reads as `item`, for fields of `record` with `each` and for `answer`. */
  each: Json
}

/** What a step of each name computes and renders; `given` stands behind the name, `path` leads there. */
type Sites = (given: Json, path: Path, step: StepName) => Site[]

const nothing: Sites = () => []
const whole =
  (kind: Site['kind']): Sites =>
  (given, path, step) => [{ kind, step, value: given, path, each: null }]
const text = whole('text')
const entries =
  (kind: Site['kind'], ...keys: string[]): Sites =>
  (given, path, step) =>
    entriesOf(given)
      .filter(([key]) => keys.includes(key))
      .flatMap(([key, value]) => whole(kind)(value, [...path, key], step))
const due = entries('value', 'after', 'at')
const slots: Sites = (given, path, step) =>
  entriesOf(given).flatMap(([slot, value]) => whole('value')(value, [...path, slot], step))

const sites = {
  ask: entries('value', 'for'),
  deny: text,
  answer: (given, path, step) => [{ kind: 'value', step, value: given, path, each: { var: 'event.open' } }],
  switch: entries('value', 'model', 'until'),
  pause: nothing,
  stop: entries('text', 'detail'),
  prompt: (...given) => [...text(...given), ...due(...given), ...entries('text', 'why')(...given)],
  reply: text,
  notify: text,
  instruct: text,
  show: whole('value'),
  schedule: due,
  cancel: nothing,
  close: entries('value', 'request', 'fingerprint'),
  set: slots,
  add: slots,
  push: slots,
  put: (given, path, step) => entriesOf(given).flatMap(([slot, put]) => slots(put, [...path, slot], step)),
  remove: slots,
  clear: nothing,
} satisfies Record<Exclude<MapStepName, 'record'>, Sites>

/** Everything in a step that is computed or rendered. */
export function sitesOf(step: StepDocument, path: Path, kinds: KindsForRule): Site[] {
  if (typeof step === 'string') return []
  return Object.entries(step).flatMap(([name, value]) => {
    if (name === 'record') return isMap(value) ? recordSites(value, [...path, name], kinds) : []
    return isWithSites(name) ? sites[name](value, [...path, name], name) : []
  })
}

const isWithSites = (name: string): name is keyof typeof sites => Object.hasOwn(sites, name)

function recordSites(record: { [key: string]: Json }, path: Path, kinds: KindsForRule): Site[] {
  const kind = kinds.name(typeof record['kind'] === 'string' ? record['kind'] : undefined)
  return Object.entries(record)
    .filter(([name]) => name !== 'kind' && name !== 'from')
    .map(([name, value]): Site => {
      const isText = kinds.isText(kind, name) && (typeof value === 'string' || isTextForm(value))
      const each = name === 'each' ? null : (record['each'] ?? null)
      return { kind: isText ? 'text' : 'value', step: 'record', value, path: [...path, name], each }
    })
}

function entriesOf(value: Json): [string, Json][] {
  return isMap(value) ? Object.entries(value) : []
}
