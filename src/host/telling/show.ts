import type { Clock } from '../../runtime/ports.ts'
import { noteAddressee } from './addressee.ts'
import type { HostClient } from '../client.ts'
import { authorOf, markKey, shownMark } from '../../decode/user.ts'
import type { SessionMirror } from '../mirror.ts'
import { within } from '../within.ts'
import { visible } from '../../runtime/text/visible.ts'

const patience = 2000
const looked = 20

/** Shows a command's answer to the person; no model sees it. */
export type Show = (mirror: SessionMirror, text: string) => Promise<void>

export function createShow(client: HostClient, clock: Clock): Show {
  return async (mirror, text) => {
    if (await mayHoldText(mirror, client, clock)) {
      const attempt = await client.place({
        session: mirror.session.id,
        to: mirror.session,
        parts: [{ text: visible(text), ignored: true, metadata: { [markKey]: shownMark } }],
      })
      if (attempt.ok) return
    }
    client.toast(text, 'info')
  }
}

/**
 * A text in a busy session costs a model call, in an empty one it settles the agent,
 * and with a revert pending it deletes the messages that were taken back.
 */
async function mayHoldText(mirror: SessionMirror, client: HostClient, clock: Clock): Promise<boolean> {
  if (mirror.session.busy) return false
  const info = await within(clock, patience, client.session(mirror.session.id), null)
  if (info === null || info.revertPending) return false
  if (mirror.session.agent === null) {
    const messages = await within(clock, patience, client.messages(mirror.session.id, looked), null)
    const last = messages?.findLast(({ info, parts }) => info['role'] === 'user' && !isElsewhere(parts))
    if (!last) return false
    noteAddressee(mirror, last.info)
  }
  return !mirror.session.busy && mirror.session.agent !== null
}

/** Nobody's message, or one that another model than the session's own answered. */
function isElsewhere(parts: readonly unknown[]): boolean {
  const author = authorOf(parts)
  return author.by === 'us' && (author.mark === shownMark || author.model !== null)
}
