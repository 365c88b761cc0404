import type { Clock } from '../../runtime/ports.ts'
import type { HostClient, TextPart } from '../client.ts'
import { authorOf } from '../../decode/user.ts'
import { isSuperseded, type SessionMirror } from '../mirror.ts'
import { fieldsOf, listOf, textOf } from '../../decode/payload.ts'

/**
 * A prompt of ours that came in the moment between a run's end and its rest is stored and never answered.
 * It is sent again in its own place, which makes no second one and starts the loop.
 */
export interface OrphanRepair {
  look: (mirror: SessionMirror) => void
}

/** Long enough for a session that is about to go on to say so; in milliseconds. */
const pause = 250

export function createOrphanRepair(client: HostClient, clock: Clock, debug: (message: string) => void): OrphanRepair {
  const repair = async (mirror: SessionMirror, message: string) => {
    const last = (await client.messages(mirror.session.id, 1))?.at(-1)
    const author = last ? authorOf(last.parts) : null
    if (!last || last.info['id'] !== message || author?.by !== 'us' || !stands(mirror, message)) return
    debug(`Sending ${message} again: it was stored but nobody answered it`)
    await client.send({ session: mirror.session.id, message, to: mirror.session, parts: partsOf(last.parts) })
  }
  return {
    look: (mirror) => {
      const message = mirror.user?.id
      if (!message || !stands(mirror, message) || !mirror.told.add(`orphan ${message}`)) return
      clock.after(pause, async () => {
        if (stands(mirror, message)) await repair(mirror, message)
      })
    },
  }
}

function stands(mirror: SessionMirror, message: string): boolean {
  const unanswered = mirror.assistant === null || isSuperseded(mirror, mirror.assistant)
  return mirror.user?.ours === true && mirror.user.id === message && unanswered && !mirror.session.busy
}

function partsOf(parts: readonly unknown[]): TextPart[] {
  return listOf(parts)
    .map(fieldsOf)
    .flatMap((part) => {
      const id = textOf(part['id'])
      const text = textOf(part['text'])
      return id && text ? [{ id, text, metadata: fieldsOf(part['metadata']) }] : []
    })
}
