import type { Json } from '../../core/event.ts'
import { recordTexts } from '../compile-step.ts'
import { isTextForm } from '../compile-text.ts'
import type { StepDocument } from '../schema/steps.ts'
import type { Path } from '../tree.ts'
import { isMap } from '../write-out.ts'

/** A value or a text of a step, with where it stands. `step` names the step. */
export interface Site {
  kind: 'value' | 'text'
  step: string
  value: Json
  path: Path
  /** The list whose entries it reads as `item`, for fields of `record` with `each`. */
  each: Json
}

const textSteps = ['deny', 'prompt', 'reply', 'notify', 'instruct']
const valueKeys = ['after', 'at', 'for', 'request', 'fingerprint']

/** Everything in a step that is computed or rendered. */
export function sitesOf(step: StepDocument, path: Path): Site[] {
  if (typeof step === 'string') return []
  return Object.entries(step).flatMap(([name, given]) => stepSites(name, given, [...path, name]))
}

function stepSites(step: string, given: Json, path: Path): Site[] {
  const site = (kind: Site['kind'], value: Json | undefined, at: Path): Site[] =>
    value === undefined ? [] : [{ kind, step, value, path: at, each: null }]
  if (step === 'show') return site('value', given, path)
  if (step === 'record') return isMap(given) ? recordSites(given, path) : []
  if (step === 'stop') return isMap(given) ? site('text', given['detail'], [...path, 'detail']) : []
  if (step === 'put') {
    return entriesOf(given).flatMap(([slot, put]) =>
      entriesOf(put).flatMap(([key, value]) => site('value', value, [...path, slot, key])),
    )
  }
  if (['set', 'add', 'push', 'remove'].includes(step))
    return entriesOf(given).flatMap(([slot, value]) => site('value', value, [...path, slot]))
  const values = entriesOf(given)
    .filter(([key]) => valueKeys.includes(key))
    .flatMap(([key, value]) => site('value', value, [...path, key]))
  return textSteps.includes(step) ? [...site('text', given, path), ...values] : values
}

function recordSites(record: { [key: string]: Json }, path: Path): Site[] {
  return Object.entries(record)
    .filter(([name]) => name !== 'kind' && name !== 'from')
    .map(([name, value]): Site => {
      const isText = recordTexts.includes(name) && (typeof value === 'string' || isTextForm(value))
      const each = name === 'each' ? null : (record['each'] ?? null)
      return { kind: isText ? 'text' : 'value', step: 'record', value, path: [...path, name], each }
    })
}

function entriesOf(value: Json): [string, Json][] {
  return isMap(value) ? Object.entries(value) : []
}
