import type { ChannelName, Channels } from './channels.ts'

/** Runs the body of a hook so that nothing is ever thrown into OpenCode by accident. */
export interface Guard {
  now: <T>(channel: ChannelName, body: () => T, fallback: T) => T
  later: <T>(channel: ChannelName, body: () => Promise<T>, fallback: T) => Promise<T>
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** `report` hears of each failure that differs from the channel's last one. */
export function createGuard(channels: Channels, report: (message: string) => void): Guard {
  const failed = (channel: ChannelName, error: unknown) => {
    if (channels.failed(channel, errorText(error))) report(`Cannot work on ${channel}: ${errorText(error)}`)
  }
  return {
    now: (channel, body, fallback) => {
      channels.reached(channel)
      try {
        const result = body()
        channels.worked(channel)
        return result
      } catch (error) {
        failed(channel, error)
        return fallback
      }
    },
    later: async (channel, body, fallback) => {
      channels.reached(channel)
      try {
        const result = await body()
        channels.worked(channel)
        return result
      } catch (error) {
        failed(channel, error)
        return fallback
      }
    },
  }
}
