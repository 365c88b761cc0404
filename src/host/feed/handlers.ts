import type { Payload } from '../../decode/payload.ts'

/** By the host's event type; each works at once and may throw, the feed's guard catches it. */
export type Handlers = Readonly<Record<string, (properties: Payload) => void>>
