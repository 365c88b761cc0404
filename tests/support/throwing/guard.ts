import type { ChannelName, Channels } from '../../../src/host/channels.ts'
import { createGuard as createRealGuard, errorText, type Guard } from '../../../src/host/guard.ts'
import { running } from './running.ts'

export { errorText, type Guard }

/** The real guard, around bodies that do nothing but throw. */
export function createGuard(channels: Channels, report: (message: string) => void): Guard {
  const guard = createRealGuard(channels, report)
  return {
    now: (channel: ChannelName, _body, fallback) => guard.now(channel, fail, fallback),
    later: (channel: ChannelName, _body, fallback) => guard.later(channel, async () => fail(), fallback),
  }
}

function fail(): never {
  running.getStore()?.note('threw')
  throw new Error('thrown by a test')
}
