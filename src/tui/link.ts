import { serverCodec, tuiCodec } from '../channel/codec.ts'
import type { ToServer, ToTui } from '../channel/messages.ts'

export interface LinkParts {
  /** Names this TUI half among others. */
  id: string
  /** The project that the TUI shows; empty while it is not known. */
  directory: () => string
  publish: (command: string) => void
  hear: (message: ToTui) => void
  /** The session that the person looks at; null if there is none. */
  session: () => string | null
}

/** This half's end of the channel. */
export interface Link {
  say: (message: ToServer) => void
  /** Takes the command of a host event; whatever is not for us is left alone. */
  receive: (command: unknown) => void
  /** The server half was heard. */
  served: () => boolean
}

export function createLink(parts: LinkParts): Link {
  let served = false
  const say = (message: ToServer) =>
    parts.publish(serverCodec.encode({ directory: parts.directory(), tui: parts.id, message }))
  return {
    say,
    served: () => served,
    receive: (command) => {
      const letter = tuiCodec.decode(command)
      if (letter === null || letter.directory !== parts.directory()) return
      if (letter.tui !== null && letter.tui !== parts.id) return
      if (letter.message.say !== 'here') return parts.hear(letter.message)
      // Whoever begins later asks who is there already.
      if (letter.tui === null) return say({ say: 'hello' })
      served = true
      const session = parts.session()
      if (session !== null) say({ say: 'look', session })
    },
  }
}
