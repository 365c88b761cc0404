import type { Send } from '../../notify/outlet.ts'
import type { Clock } from '../../runtime/ports.ts'
import type { Link } from '../tui/link.ts'

/** Notices on the screens of OpenCode. */
export interface Alerts {
  send: Send
  /** A screen says what it made of one. */
  shown: (alert: string, by: 'notification' | 'bell' | 'nothing') => void
}

/** How long a screen may take to say that it showed it, in milliseconds. */
const patience = 2000

export function createAlerts(link: Pick<Link, 'send'>, clock: Clock): Alerts {
  const waiting = new Map<string, (by: string) => void>()
  return {
    send: ({ id, title, text }) =>
      new Promise((resolve) => {
        const end = (delivery: Awaited<ReturnType<Send>>): void => {
          cancel()
          waiting.delete(id)
          resolve(delivery)
        }
        const cancel = clock.after(patience, () =>
          end({ ok: false, code: 'no-screen', why: 'no screen of OpenCode has shown it', isPassing: false }),
        )
        waiting.set(id, (by) => end({ ok: true, how: `shown as a ${by}` }))
        link.send({ say: 'alert', alert: id, title, text }, null)
      }),
    // Of several screens one is enough.
    shown: (alert, by) => {
      if (by !== 'nothing') waiting.get(alert)?.(by)
    },
  }
}
