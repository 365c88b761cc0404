import type { Intake } from '../intake.ts'
import type { SessionMirror } from '../mirror.ts'
import { fieldsOf, textOf } from '../../decode/payload.ts'

/** The name by which the host tells an abort, in the session's error and on the message. */
export const isAbort = (error: unknown): boolean => textOf(fieldsOf(error)['name']) === 'MessageAbortedError'

/**
 * The user's ESC, told once however often the host says it: as an error of the session, on the message, or both.
 * Our own abort is none.
 */
export function interrupted(intake: Intake, mirror: SessionMirror): void {
  if (mirror.aborting) return
  // A child that is aborted has ended, whoever did it; the session above it goes on.
  if (typeof mirror.session.parent === 'string') return
  if (mirror.prompt !== 'none') mirror.prompt = 'unwanted'
  if (!mirror.told.add(`interrupted ${mirror.assistant?.id} ${mirror.user?.id} ${mirror.compactions}`)) return
  intake.brokenOff(mirror)
}
