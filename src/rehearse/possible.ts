import type { DomainEvent, EventOf, EventType } from '../core/event.ts'
import { type EventSpec, events } from '../core/vocabulary.ts'
import { turnFailed } from '../decode/failure.ts'
import { isRemembered } from '../decode/permission-kinds.ts'
import { isEnd } from '../decode/turn.ts'

/** What stands against an event: the field, and what is true of it in OpenCode. */
interface Contradiction {
  field: string
  why: string
}

type Look<T extends EventType> = (event: EventOf<T>) => Contradiction | null

/** Fields that hold against each other; what is not here may be told in any combination. */
const looks: { [T in EventType]?: Look<T> } = {
  'permission.asked': (event) => askedOf(event),
  'request.settled': ({ kind, reply }) =>
    replies[kind].includes(reply)
      ? null
      : { field: 'reply', why: `a ${kind} is settled with ${replies[kind].join(' or ')}` },
  'skill.requested': ({ via, text }) =>
    via === 'tool' && text !== '' ? { field: 'text', why: 'the tool has no text beside the name of the skill' } : null,
  'step.ended': ({ empty, calls, last, finish }) => {
    if (empty && calls > 0) return { field: 'empty', why: 'a step with calls is not empty' }
    if (last && !isEnd(finish)) return { field: 'last', why: `OpenCode goes on after a step that ends with ${finish}` }
    return null
  },
  'todos.changed': ({ open, total }) =>
    open > total ? { field: 'open', why: `no more than all can be open, and all are ${total}` } : null,
  'turn.failed': (event) => failedOf(event),
}

const replies: Readonly<Record<EventOf<'request.settled'>['kind'], readonly string[]>> = {
  permission: ['once', 'always', 'reject'],
  question: ['answered', 'reject'],
}

function askedOf({
  permission,
  command,
  url,
  patterns,
  class: alike,
}: EventOf<'permission.asked'>): Contradiction | null {
  if (permission === 'bash' && command === null)
    return { field: 'command', why: 'with a permission of the kind bash OpenCode always tells the command' }
  if (permission === 'webfetch' && url !== null && !(patterns.length === 1 && patterns[0] === url))
    return { field: 'patterns', why: 'the one pattern of a webfetch is its url' }
  if (alike !== null && !isRemembered(permission))
    return { field: 'class', why: `OpenCode remembers nothing for a permission of the kind ${permission}` }
  return null
}

/** What a case does not show of an error: its name, and the answer of the provider. */
const names = ['APIError', 'ProviderAuthError', 'ContextOverflowError', 'ContentFilterError', 'UnknownError']
const answers = ['', 'quota', 'rate limit', 'network', 'maximum context', 'model_not_found']

/** A status says what kind of failure it is, whatever a case leaves out. */
function failedOf({ kind, message, status, resetsAt }: EventOf<'turn.failed'>): Contradiction | null {
  if (status === null) return null
  const kinds = names.flatMap((name) =>
    answers.map(
      (responseBody) =>
        turnFailed({ name, data: { message, statusCode: status, responseBody } }, 0, () => resetsAt).kind,
    ),
  )
  if (kinds.includes(kind)) return null
  return { field: 'kind', why: `with status ${status} OpenCode tells ${[...new Set(kinds)].join(' or ')}` }
}

/** A number below zero that OpenCode never tells; exit codes have any sign. */
function belowZero(event: DomainEvent): Contradiction | null {
  const spec: EventSpec = events[event.type]
  const counts = Object.entries(spec.fields).filter(([field, type]) => field !== 'exit' && countable.test(type))
  const found = counts.find(([field]) => Number(Object.entries(event).find(([name]) => name === field)?.[1] ?? 0) < 0)
  return found === undefined ? null : { field: found[0], why: 'it is never below zero' }
}

const countable = /^(?:integer|number|time|duration)\??$/

/** Why OpenCode cannot tell this event; null if it can. */
export function contradictionIn(event: DomainEvent): Contradiction | null {
  return belowZero(event) ?? look(event.type, event)
}

function look<T extends EventType>(type: T, event: EventOf<T>): Contradiction | null {
  return looks[type]?.(event) ?? null
}
