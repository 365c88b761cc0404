import { serverCodec, tuiCodec } from '../channel/codec.ts'
import type { ToServer, ToTui } from '../channel/messages.ts'
import type { Sealing } from '../channel/sealed.ts'

export interface LinkParts {
  /** Its life names this TUI half among others. */
  sealing: Sealing
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

/** What is said before a server half answers, to whichever hears it. */
const early: readonly ToServer['say'][] = ['hello', 'fault']

export function createLink({ sealing, directory, publish, hear, session }: LinkParts): Link {
  const { own } = sealing
  let server: string | null = null
  const say = (message: ToServer) => {
    if (server === null && !early.includes(message.say)) return
    const to = message.say === 'hello' ? null : server
    const sealed = sealing.seal(serverCodec.encode({ directory: directory(), tui: own, message }), to)
    if (sealed !== null) publish(sealed)
  }
  return {
    say,
    served: () => server !== null,
    receive: (command) => {
      const from = sealing.open(command)
      const letter = from === null ? null : tuiCodec.decode(from.text)
      if (letter === null || from === null || letter.directory !== directory() || letter.tui !== from.to) return
      if (letter.message.say !== 'here') {
        if (from.from === server) hear(letter.message)
        return
      }
      // Whoever begins later asks who is there already. Only an answer to us tells who is there now.
      if (letter.tui === null) return say({ say: 'hello' })
      server = from.from
      hear(letter.message)
      const shown = session()
      if (shown !== null) say({ say: 'look', session: shown })
    },
  }
}
