import type { DomainEvent } from './event.ts'

/** An event that notes which of its long texts are read, by the names of their fields. */
export interface WatchedEvent {
  event: DomainEvent
  read: ReadonlySet<string>
}

/** The same event to whoever decides it. Texts of up to `longest` UTF-16 units are not watched. */
export function watchEvent(event: DomainEvent, longest: number): WatchedEvent {
  const read = new Set<string>()
  const long = Object.entries(event).filter(([, value]) => typeof value === 'string' && value.length > longest)
  if (long.length === 0) return { event, read }
  const watched = { ...event }
  for (const [name, value] of long) {
    const get = (): unknown => {
      read.add(name)
      return value
    }
    Object.defineProperty(watched, name, { enumerable: true, configurable: true, get })
  }
  return { event: watched, read }
}
