import type { ChannelName } from '../telling/channels.ts'
import type { Guard } from '../guard.ts'
import { fieldsOf, type Payload, textOf } from '../../decode/payload.ts'
import type { Handlers } from './handlers.ts'

/** Takes the host's events, one after the other; nothing is awaited and nothing is thrown. True: it was for us. */
export type Feed = (event: unknown) => boolean

/** `heard` is told each session that gives a sign of life, by whatever event; `stranger` each type that nobody takes. */
export function createFeed(
  guard: Guard,
  handlers: readonly Handlers[],
  heard: (session: string) => void,
  stranger: (type: string) => void,
): Feed {
  const table = new Map(handlers.flatMap((some) => Object.entries(some)))
  return (event) => {
    const type = textOf(fieldsOf(event)['type'])
    const handler = type === null ? undefined : table.get(type)
    if (!type) return false
    const properties = fieldsOf(fieldsOf(event)['properties'])
    const session = sessionOf(properties)
    if (session !== null) heard(session)
    if (!handler) {
      stranger(type)
      return false
    }
    guard.now(channelOf(type, properties), session, () => handler(properties), undefined)
    return true
  }
}

function channelOf(type: string, properties: Payload): ChannelName {
  if (type.startsWith('permission.') || type.startsWith('question.')) return 'permission requests'
  if (type === 'message.part.updated') {
    return fieldsOf(properties['part'])['type'] === 'step-finish' ? 'turn ends' : 'messages'
  }
  return type === 'message.updated' ? 'messages' : 'session events'
}

/** Where the host's events name their session. */
function sessionOf(properties: Payload): string | null {
  const [info, part] = [fieldsOf(properties['info']), fieldsOf(properties['part'])]
  return textOf(properties['sessionID']) ?? textOf(info['sessionID']) ?? textOf(part['sessionID']) ?? textOf(info['id'])
}
