import { type Letter, serverCodec, tuiCodec } from '../../channel/codec.ts'
import type { ToServer, ToTui } from '../../channel/messages.ts'
import type { HostClient } from '../client.ts'

/** The server half's end of the channel to TUI halves, of which any number may be attached. */
export interface Link {
  /** To one TUI half, or with null to all. */
  send: (message: ToTui, tui: string | null) => void
  /** A letter from a TUI half of this project; null for all else. */
  receive: (command: unknown) => (Letter<ToServer> & { tui: string }) | null
  /** A TUI half was heard; it may be gone again. */
  attached: () => boolean
  /** Asks for a hello of those that were there first. */
  open: () => void
}

export function createLink(client: HostClient, directory: string): Link {
  let opened = false
  let attached = false
  const send: Link['send'] = (message, tui) => client.publish(tuiCodec.encode({ directory, tui, message }))
  return {
    send,
    receive: (command) => {
      const letter = serverCodec.decode(command)
      if (letter === null || letter.tui === null || letter.directory !== directory) return null
      attached = true
      return { ...letter, tui: letter.tui }
    },
    attached: () => attached,
    open: () => {
      if (opened) return
      opened = true
      send({ say: 'here' }, null)
    },
  }
}
