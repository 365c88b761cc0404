import type { Change } from '../../core/state.ts'
import { recordFields, recordStatuses, runStates, vias, wordDecisions } from '../../core/vocabulary.ts'

type Shape = Readonly<Record<string, string>>

const shapes = {
  slot: { slot: 'string', scope: 'string', session: 'string', operation: 'object' },
  run: { to: runStates.join('|'), reason: 'string?', detail: 'string?', at: 'time', fresh: 'boolean' },
  spent: { turns: 'number', tokens: 'number', cost: 'number' },
  turned: {},
  switched: { model: 'string?', until: 'time?' },
  compacted: { session: 'string' },
  'record.added': { record: 'record' },
  'record.counted': { id: 'id', fill: 'object' },
  'record.closed': { id: 'id', status: recordStatuses.join('|'), word: 'word?' },
  'record.reopened': { id: 'id' },
  'record.dropped': { kind: 'string', title: 'string' },
  'prompt.pending': { prompt: 'prompt' },
  'prompt.dropped': {},
  'prompt.sent': { turn: 'string' },
  'timer.set': { timer: 'string', due: 'time', session: 'string', by: 'string' },
  'timer.cleared': { timer: 'string' },
  'wait.set': { request: 'string', wait: 'wait' },
  'wait.cleared': { request: 'string' },
  'proof.begun': { call: 'id' },
  'proof.ended': { call: 'id', patterns: 'list<string>', command: 'string', ok: 'boolean', at: 'time' },
  'proof.outdated': { but: 'list<string>' },
  clock: { by: 'duration' },
  wanted: { wanted: 'wanted' },
  'wanted.taken': {},
  'grant.used': { grant: 'integer' },
  shadow: { policy: 'string', of: 'change' },
} as const satisfies Record<Change['change'], Shape>

const parts: Readonly<Record<string, Shape>> = {
  record: recordFields,
  word: { decision: wordDecisions.join('|'), text: 'string?', at: 'time', via: vias.join('|'), by: 'string?' },
  prompt: { turn: 'string', text: 'string', due: 'time', by: 'string' },
  wait: { due: 'time', session: 'string', by: 'string', event: 'event' },
  event: { type: 'string' },
  wanted: { at: 'time', via: 'terminal|page' },
  verdict: { outcome: 'string', by: 'string?' },
}

const basic: Readonly<Record<string, string>> = {
  string: 'string',
  id: 'string',
  path: 'string',
  integer: 'number',
  number: 'number',
  time: 'number',
  duration: 'number',
  boolean: 'boolean',
}

/** Whether a value is of a field type of the vocabulary, or of one of the parts that a line has. */
export function fits(type: string, value: unknown): boolean {
  if (type.endsWith('?')) return value === null || fits(type.slice(0, -1), value)
  const item = /^list<(.+)>$/.exec(type)?.[1]
  if (item !== undefined) return Array.isArray(value) && value.every((each) => fits(item, each))
  if (Object.hasOwn(basic, type)) return typeof value === basic[type]
  const part = Object.hasOwn(parts, type) ? parts[type] : undefined
  if (part !== undefined) return hasShape(value, part)
  if (type === 'object') return isObject(value)
  if (type === 'change') return isChange(value)
  return typeof value === 'string' && type.split('|').includes(value)
}

export const hasShape = (value: unknown, shape: Shape): boolean =>
  isObject(value) && Object.entries(shape).every(([name, type]) => fits(type, value[name]))

function isChange(value: unknown): boolean {
  const kind = isObject(value) ? value['change'] : null
  return typeof kind === 'string' && isKind(kind) && hasShape(value, shapes[kind])
}

const isKind = (name: string): name is Change['change'] => Object.hasOwn(shapes, name)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
