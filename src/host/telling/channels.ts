/** The ways by which OpenCode lets us in; each may die silently with a new version of it. */
export const channelNames = [
  'permission requests',
  'turn ends',
  'session events',
  'messages',
  'tool calls',
  'commands',
  'system prompt',
  'message list',
  'compaction',
  'record tool',
] as const

export type ChannelName = (typeof channelNames)[number]
export type ChannelState = { state: 'working' } | { state: 'not yet seen' } | { state: 'failing'; error: string }

export interface Channels {
  /** The host has called: whatever comes of it, the way in exists. */
  reached: (name: ChannelName) => void
  worked: (name: ChannelName) => void
  /** True if this error was not the channel's last word already. */
  failed: (name: ChannelName, error: string) => boolean
  state: (name: ChannelName) => ChannelState
}

export function createChannels(): Channels {
  const states = new Map<ChannelName, ChannelState>()
  const state = (name: ChannelName): ChannelState => states.get(name) ?? { state: 'not yet seen' }
  return {
    reached: (name) => {
      if (!states.has(name)) states.set(name, { state: 'working' })
    },
    worked: (name) => {
      if (state(name).state !== 'working') states.set(name, { state: 'working' })
    },
    failed: (name, error) => {
      const before = state(name)
      states.set(name, { state: 'failing', error })
      return before.state !== 'failing' || before.error !== error
    },
    state,
  }
}
