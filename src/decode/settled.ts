import { type Payload, textOf } from './payload.ts'
import type { Decoded } from './decoded.ts'

type Settled = Decoded<'request.settled'>

/** `permission.replied`; null if ids or a known reply are missing. */
export function permissionSettled(properties: Payload, by: Settled['event']['by']): Settled | null {
  const reply = properties['reply']
  if (reply !== 'once' && reply !== 'always' && reply !== 'reject') return null
  return settled(properties, 'permission', reply, by)
}

/** `question.replied` and `question.rejected`. */
export function questionSettled(
  properties: Payload,
  reply: 'answered' | 'reject',
  by: Settled['event']['by'],
): Settled | null {
  return settled(properties, 'question', reply, by)
}

function settled(
  properties: Payload,
  kind: Settled['event']['kind'],
  reply: Settled['event']['reply'],
  by: Settled['event']['by'],
): Settled | null {
  const session = textOf(properties['sessionID'])
  const request = textOf(properties['requestID'])
  return session && request ? { session, event: { type: 'request.settled', request, kind, reply, by } } : null
}
