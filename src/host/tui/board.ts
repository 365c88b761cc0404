import type { SessionState } from '../../channel/messages.ts'
import type { Clock } from '../../runtime/ports.ts'
import type { Link } from './link.ts'

/** What TUI halves show of sessions, kept up to date. */
export interface Board {
  /** A TUI half shows this session from now on. */
  watch: (session: string) => void
  /** Something was decided: whoever watches hears what has changed by it, a moment later. */
  touch: () => void
}

/** Long enough for all that one event of the host brings about; in milliseconds. */
const pause = 100
/** More sessions than these are not on screens; the one that was looked at longest ago is forgotten. */
const mostWatched = 20

export function createBoard(link: Link, clock: Clock, stateOf: (session: string) => SessionState | null): Board {
  const shown = new Map<string, string>()
  let waiting = false

  const tell = (session: string, always: boolean): void => {
    const state = stateOf(session)
    if (state === null) return void shown.delete(session)
    const text = JSON.stringify(state)
    if (always || shown.get(session) !== text) link.send(state, null)
    shown.set(session, text)
  }

  return {
    watch: (session) => {
      shown.delete(session)
      tell(session, true)
      for (const oldest of shown.keys()) if (shown.size > mostWatched) shown.delete(oldest)
    },
    touch: () => {
      if (waiting || shown.size === 0) return
      waiting = true
      clock.after(pause, () => {
        waiting = false
        for (const session of [...shown.keys()]) tell(session, false)
      })
    },
  }
}
