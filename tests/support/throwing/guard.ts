import type { ChannelName } from '../../../src/host/telling/channels.ts'
import { createGuard as createRealGuard, type Guard } from '../../../src/host/guard.ts'
import { running } from './running.ts'

export type { Guard }

/** The real guard, around bodies that do nothing but throw. */
export function createGuard(...parts: Parameters<typeof createRealGuard>): Guard {
  const guard = createRealGuard(...parts)
  return {
    now: (channel: ChannelName, session, _body, fallback) => guard.now(channel, session, fail, fallback),
    later: (channel: ChannelName, session, _body, fallback) =>
      guard.later(channel, session, async () => fail(), fallback),
  }
}

function fail(): never {
  running.getStore()?.note('threw')
  throw new Error('thrown by a test')
}
