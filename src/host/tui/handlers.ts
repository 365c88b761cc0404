import { cut } from '../../runtime/text/cut.ts'
import type { SessionState, ToServer } from '../../channel/messages.ts'
import type { Fault } from '../../fault/fault.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Alerts } from '../away/alerts.ts'
import type { Handlers } from '../feed/handlers.ts'
import type { Guard } from '../guard.ts'
import { type CommandParts, commandFromTui } from '../hooks/command.ts'
import type { Mirrors, SessionMirror } from '../mirror.ts'
import type { Board } from './board.ts'
import type { Link } from './link.ts'

export interface TuiParts {
  guard: Guard
  link: Link
  board: Board
  commands: CommandParts
  stateOf: (session: string) => SessionState | null
  /** A terminal has shown a notice. */
  alerted: Alerts['shown']
  /** Keeps what failed in a terminal, where the person was told. */
  fault: (fault: Fault, session: string | null) => void
}

/** What is about a session, or about a fault on the screen. */
type About = Exclude<ToServer, { say: 'hello' | 'alerted' }>

const sessionIn = (message: About): string | null => message.session

/** A badge has room for so much, in UTF-16 units. */
const longestWait = 60

/** How a session stands, for those who show it; null for one of which we know nothing. */
export function sessionState(runtime: Runtime, mirrors: Mirrors, id: string): SessionState | null {
  const mirror = mirrors.find(id)
  const state = mirror && runtime.state(mirror.session)
  if (!state) return null
  return {
    say: 'state',
    session: id,
    on: !mirror.uninstructed && runtime.instructed(mirror.session),
    open: runtime.waiting(mirror.session),
    run: state.run.state,
    reason: state.run.reason,
    waits: runtime.waits(mirror.session).map((line) => cut(line, longestWait))[0] ?? null,
  }
}

/** What TUI halves say. */
export function tuiHandlers(parts: TuiParts): Handlers {
  const { link, board, commands, guard } = parts
  const { intake, interviews } = commands

  const run = async (mirror: SessionMirror, command: string, words: string, tui: string) => {
    const text = await commandFromTui(commands, mirror, command, words, tui)
    if (text !== null) link.send({ say: 'reply', session: mirror.session.id, text }, tui)
  }

  const hear = async (message: About, tui: string): Promise<void> => {
    if (message.say === 'fault') return parts.fault(message.fault, message.session)
    const mirror = intake.mirrors.of(message.session)
    if (mirror.session.parent === undefined) await intake.lookUp(mirror)
    if (mirror.session.parent === undefined) return intake.debug(`Ignored "${message.say}" about an unknown session`)
    switch (message.say) {
      case 'look':
        return board.watch(message.session)
      case 'toggle':
        return run(mirror, message.command, parts.stateOf(message.session)?.on === true ? 'off' : 'on', tui)
      case 'run':
        return run(mirror, message.command, message.words, tui)
      case 'take':
        return interviews.take(message.session, message.interview, tui)
      case 'answer':
        interviews.answer(mirror, tui, message)
        return board.touch()
      default:
        message satisfies never
    }
  }

  return {
    'tui.command.execute': (properties) => {
      const letter = link.receive(properties['command'])
      if (letter === null) return
      const { tui, message } = letter
      if (message.say === 'hello') return link.send({ say: 'here' }, tui)
      if (message.say === 'alerted') return parts.alerted(message.alert, message.by)
      void guard.later('session events', sessionIn(message), () => hear(message, tui), undefined)
    },
  }
}
