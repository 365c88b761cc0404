import { endsTurn, stepEnded, turnEnded } from '../decode/turn.ts'
import type { Intake } from './intake.ts'
import type { MessageMirror } from '../decode/message.ts'
import { isSuperseded, type SessionMirror } from './mirror.ts'
import type { Payload } from '../decode/payload.ts'

/** A step is over; if the host leaves its loop here, the turn is too. Everything happens at once. */
export function finishStep(intake: Intake, mirror: SessionMirror, message: MessageMirror, part: Payload): void {
  const reason = typeof part['reason'] === 'string' ? part['reason'] : null
  const last = !message.summary && endsTurn(reason) && !isSuperseded(mirror, message)
  mirror.retryingSince = null
  intake.decide(mirror, stepEnded(part, message, reason, last))
  if (last && !mirror.aborting) endTurn(intake, mirror, message, reason)
}

/**
 * The fallback when a session rests and no step told the end: after a bare reject, a filtered answer,
 * or a turn that a compaction left standing.
 */
export function endTurnAtRest(intake: Intake, mirror: SessionMirror): void {
  const message = mirror.assistant
  if (!message?.completed || message.failed || message.finish === null || isSuperseded(mirror, message)) return
  endTurn(intake, mirror, message, message.finish)
}

function endTurn(intake: Intake, mirror: SessionMirror, message: MessageMirror, reason: string | null): void {
  if (!mirror.told.add(`turn ${message.id} ${mirror.compactions}`)) return
  const { turn } = mirror
  mirror.turn = { calls: 0, progress: false }
  if (!mirror.uninstructed) intake.decide(mirror, turnEnded(message, reason, turn, intake.digest))
}
