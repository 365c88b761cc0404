import type { DomainEvent, EventOf, EventType } from '../core/event.ts'
import { toolFields } from '../core/records/kind.ts'
import { type EventSpec, events } from '../core/vocabulary.ts'
import { fieldsOf, jsonOf } from '../decode/payload.ts'
import { isOfUntoldCall, type Maker, makers, plain } from './event-makers.ts'
import { type EventWorld, type Given, ImpossibleEvent } from './event-world.ts'
import { fits, isWhole } from './fits.ts'
import { contradictionIn } from './possible.ts'

/**
 * The event that OpenCode would tell for what a case gives: everything else is derived by the decoding of the host
 * half. Throws an ImpossibleEvent for a field or a value that no event of the host can have.
 */
export function eventOf(type: EventType, given: Given, world: EventWorld): DomainEvent {
  const allowed = fieldsOfEvent(type, given, world)
  const unknown = Object.keys(given).find((name) => !allowed.includes(name))
  if (unknown !== undefined)
    throw new ImpossibleEvent(`Cannot use ${type}: no field "${unknown}"; allowed are ${allowed.join(', ')}`)
  const maker: Maker | undefined = makers[type]
  const event =
    maker === undefined
      ? plain(type, given, world)
      : settled(maker(given, world), given, !isWhole(given) || isOfUntoldCall(type, given, world))
  const contradiction = contradictionIn(event)
  if (contradiction === null) return event
  const { field, why } = contradiction
  const said = Object.hasOwn(given, field) ? `with ${field} ${JSON.stringify(given[field])}` : `without ${field}`
  throw new ImpossibleEvent(`Cannot use ${type} ${said}: ${why}`)
}

/** The fields of an event, with those of the kind whose tool is called. */
function fieldsOfEvent(type: EventType, given: Given, { kinds }: EventWorld): string[] {
  const spec: EventSpec = events[type]
  const kind = type === 'record.submitted' ? kinds[String(given['kind'])] : undefined
  return [...Object.keys(spec.fields), ...(kind === undefined ? [] : toolFields(kind).map(({ name }) => name))]
}

/** Fields that the host takes from what a case cannot show, so that what a case says of them holds. */
const free: { [T in EventType]?: readonly (keyof EventOf<T>)[] } = {
  'tool.finished': ['changed', 'wrote', 'repeated', 'paths', 'fingerprint', 'outcome'],
  'record.submitted': ['problems', 'tries', 'raw', 'goodCall'],
  'turn.failed': ['kind', 'retryable', 'resetsAt'],
}

/** The event with what the case says of free fields; throws if it says of another what the host would not tell. */
function settled(event: DomainEvent, given: Given, isPart: boolean): DomainEvent {
  const told = jsonOf(event)
  const { type } = event
  // Of a text that was cut or redacted, and of a call that is not told, the fingerprint is the one of the whole, as a
  // recorded case says it, and so is whether a call was valid.
  const open: readonly string[] = [...(free[type] ?? []), ...(isPart ? ['fingerprint', 'valid'] : [])].map(String)
  for (const [field, value] of Object.entries(given)) {
    const derived = fieldsOf(told)[field]
    if (open.includes(field) || fits(field, value, derived, event)) continue
    const would = `OpenCode tells ${JSON.stringify(derived)} with the other fields`
    throw new ImpossibleEvent(`Cannot use ${type} with ${field} ${JSON.stringify(value)}: ${would}; leave ${field} out`)
  }
  return Object.assign(event, Object.fromEntries(Object.entries(given).filter(([field]) => open.includes(field))))
}
