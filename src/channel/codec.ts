import { type ToServer, type ToTui, toServer, toTui } from './messages.ts'
import { hasFields, isName, type MessageOf, orNull, type Shapes } from './shapes.ts'

/** A message with the project that it is about, and the TUI half that sent it or is to have it; null means all. */
export interface Letter<Message> {
  directory: string
  tui: string | null
  message: Message
}

export interface Codec<Message> {
  encode: (letter: Letter<Message>) => string
  /** Null for whatever is no letter of this direction. */
  decode: (command: unknown) => Letter<Message> | null
}

const envelope = { directory: isName, tui: orNull(isName) }

/**
 * Both halves hear the host's event `tui.command.execute`, whose command is any text: ours is a prefix and JSON.
 * Each direction has its own prefix, since a half hears its own words too.
 */
function createCodec<S extends Shapes>(prefix: string, shapes: S): Codec<MessageOf<S>> {
  return {
    encode: (letter) => `${prefix} ${JSON.stringify(letter)}`,
    decode: (command) => {
      if (typeof command !== 'string' || !command.startsWith(`${prefix} `)) return null
      const letter = parse(command.slice(prefix.length + 1))
      if (!hasFields(letter, envelope)) return null
      const { message } = letter as Letter<MessageOf<S>>
      if (!hasFields(message, { say: isName }) || !Object.hasOwn(shapes, message.say)) return null
      return hasFields(message, shapes[message.say] ?? {}) ? (letter as Letter<MessageOf<S>>) : null
    },
  }
}

/** A letter is a map; of anything else the parser may make long work. */
function parse(text: string): unknown {
  if (!text.startsWith('{')) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const serverCodec: Codec<ToServer> = createCodec('opencode-diverter:server', toServer)
export const tuiCodec: Codec<ToTui> = createCodec('opencode-diverter:tui', toTui)
