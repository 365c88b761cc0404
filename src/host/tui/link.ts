import { type Letter, serverCodec, tuiCodec } from '../../channel/codec.ts'
import type { ToServer, ToTui } from '../../channel/messages.ts'
import type { Sealing } from '../../channel/sealed.ts'
import type { HostClient } from '../client.ts'

/** The server half's end of the channel to TUI halves, of which any number may be attached. */
export interface Link {
  /** To one TUI half, or with null to all. */
  send: (message: ToTui, tui: string | null) => void
  /** A letter from a TUI half of this project and this person; null for all else. */
  receive: (command: unknown) => (Letter<ToServer> & { tui: string }) | null
  /** A TUI half was heard; it may be gone again. */
  attached: () => boolean
  /** Asks for a hello of those that were there first. */
  open: () => void
}

const strangerText =
  "Somebody without your key spoke on OpenCode's bus as if for you: nothing was done. A terminal on another machine has no dialogs; commands work there."

/** `warn` hears once of somebody else who speaks as a TUI half. */
export function createLink(
  client: HostClient,
  directory: string,
  sealing: Sealing,
  warn: (message: string) => void,
): Link {
  let opened = false
  let isWarned = false
  let attached = false
  const send: Link['send'] = (message, tui) => {
    const sealed = sealing.seal(tuiCodec.encode({ directory, tui, message }), tui)
    if (sealed !== null) client.publish(sealed)
  }
  return {
    send,
    receive: (command) => {
      const from = sealing.open(command)
      if (from === null && !isWarned && sealing.isForeign(command)) {
        isWarned = true
        warn(strangerText)
      }
      const letter = from === null ? null : serverCodec.decode(from.text)
      if (letter === null || letter.tui !== from?.from || letter.directory !== directory) return null
      // What was said to an earlier server half may be said again by a stranger; a hello and a fault change nothing.
      if (from.to === null && letter.message.say !== 'hello' && letter.message.say !== 'fault') return null
      attached = true
      return { ...letter, tui: from.from }
    },
    attached: () => attached,
    open: () => {
      if (opened) return
      opened = true
      send({ say: 'here' }, null)
    },
  }
}
