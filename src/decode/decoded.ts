import type { EventOf, EventType } from '../core/event.ts'

/** An event with the session that it belongs to. */
export interface Decoded<T extends EventType> {
  session: string
  event: EventOf<T>
}
