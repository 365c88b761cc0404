import type { Told } from '../runtime/fault/faults.ts'
import type { ChannelName, Channels } from './telling/channels.ts'

/** Runs the body of a hook so that nothing is ever thrown into OpenCode by accident. */
export interface Guard {
  /** `session` is the id of the session that the host speaks of, if it names one. */
  now: <T>(channel: ChannelName, session: string | null, body: () => T, fallback: T) => T
  later: <T>(channel: ChannelName, session: string | null, body: () => Promise<T>, fallback: T) => Promise<T>
}

/** `report` hears of each failure that differs from the channel's last one, and of a fault only the first time. */
export function createGuard(
  channels: Channels,
  tell: (where: string, error: unknown, session: string | null) => Told,
  report: (message: string) => void,
): Guard {
  const failed = (channel: ChannelName, error: unknown, session: string | null) => {
    const { text, isNews } = tell(channel, error, session)
    if (channels.failed(channel, text) && isNews) report(`Cannot work on ${channel}: ${text}`)
  }
  return {
    now: (channel, session, body, fallback) => {
      channels.reached(channel)
      try {
        const result = body()
        channels.worked(channel)
        return result
      } catch (error) {
        failed(channel, error, session)
        return fallback
      }
    },
    later: async (channel, session, body, fallback) => {
      channels.reached(channel)
      try {
        const result = await body()
        channels.worked(channel)
        return result
      } catch (error) {
        failed(channel, error, session)
        return fallback
      }
    },
  }
}
