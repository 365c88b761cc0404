import type { DomainEvent, EventType } from '../../src/core/event.ts'
import { events } from '../../src/core/vocabulary.ts'
import { jsonOf } from '../../src/decode/payload.ts'
import { eventOf } from '../../src/rehearse/event-of-step.ts'
import { emptyWorld, type Given } from '../../src/rehearse/event-world.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { blockerKind } from './kinds.ts'

/** An event as the host would tell it, from the fields that a test is about. */
export function eventFrom(type: string, fields: object, fresh: () => string = () => 'm1'): DomainEvent {
  if (!isEvent(type)) throw new Error(`Cannot make ${type}: there is no such event`)
  const world = emptyWorld('/project', Date.parse('2026-02-12T22:00:00Z'), digest, fresh)
  return eventOf(type, withCommand(type, given(fields)), {
    ...world,
    kinds: { note: blockerKind, blocker: blockerKind },
  })
}

/** OpenCode tells the command of every shell call, and most tests are about something else. */
const withCommand = (type: string, fields: Given): Given =>
  type === 'permission.asked' && fields['permission'] === 'bash' ? { command: 'make', ...fields } : fields

const isEvent = (type: string): type is EventType => Object.hasOwn(events, type)

function given(fields: object): Given {
  const json = jsonOf(fields)
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Error('Cannot make an event without fields')
  return json
}
