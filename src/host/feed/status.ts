import { type ResetTime, turnFailed } from '../../decode/failure.ts'
import type { Intake } from '../intake.ts'
import { isSuperseded, type SessionMirror } from '../mirror.ts'
import type { Departure } from '../process/hold.ts'
import type { OrphanRepair } from '../process/orphan.ts'
import { pageText } from '../../decode/page-text.ts'
import { fieldsOf, numberOf, type Payload, textOf } from '../../decode/payload.ts'
import { endTurnAtRest } from '../turn-end.ts'
import type { Handlers } from './handlers.ts'
import { interrupted, isAbort } from './interruption.ts'

/** Busy, resting, retrying, failed. */
export function statusHandlers(
  intake: Intake,
  orphans: OrphanRepair,
  resetTime: ResetTime,
  abort: (mirror: SessionMirror) => void,
  departure: Departure,
): Handlers {
  const { mirrors, clock } = intake
  const find = (properties: Payload) => mirrors.find(textOf(properties['sessionID']) ?? '')

  const fail = (mirror: SessionMirror, error: unknown) =>
    intake.decide(mirror, turnFailed(error, clock.now(), resetTime))

  const status = (properties: Payload) => {
    const mirror = find(properties)
    const given = fieldsOf(properties['status'])
    if (!mirror) return
    if (given['type'] === 'idle') {
      mirror.session.leaving ||= departure.leaves
      mirror.session.busy = isUnfinished(mirror)
      return
    }
    mirror.session.busy = true
    mirror.session.leaving = false
    if (mirror.prompt === 'unwanted') {
      mirror.prompt = 'none'
      abort(mirror)
    }
    if (given['type'] !== 'retry') return
    const attempt = Math.max(1, Math.round(numberOf(given['attempt']) ?? 1))
    const next = numberOf(given['next'])
    if (attempt === 1 || mirror.retryingSince === null) mirror.retryingSince = clock.now()
    if (!mirror.told.add(`retry ${mirror.assistant?.id} ${attempt} ${next}`)) return
    const message = pageText(textOf(given['message']) ?? '')
    intake.decide(mirror, { type: 'host.retrying', attempt, message, since: mirror.retryingSince, next })
  }

  /** After an error or an abort the host says idle twice; before the first the run is not over yet. */
  const idle = (properties: Payload) => {
    const mirror = find(properties)
    if (!mirror) return intake.debug('Ignored the rest of an unknown session')
    if (isUnfinished(mirror)) return
    const { session, overflow } = mirror
    const wasCutShort = isCutShort(mirror)
    session.busy = false
    // What stood open in the session's loop ended with it.
    session.requests.clear()
    session.running.clear()
    mirror.retryingSince = null
    mirror.overflow = null
    if (isBrokenOff(mirror)) interrupted(intake, mirror)
    else if (overflow !== null) fail(mirror, overflow)
    else if (wasCutShort) interrupted(intake, mirror)
    else if (!mirror.aborting) endTurnAtRest(intake, mirror)
    mirror.aborting = false
    intake.settle(mirror)
    orphans.look(mirror)
    if (mirror.prompt === 'none' && !session.busy) mirror.rested?.()
  }

  const failed = (properties: Payload) => {
    const mirror = find(properties)
    if (!mirror) return intake.debug('Ignored an error of an unknown session')
    const error = properties['error']
    if (isAbort(error)) return interrupted(intake, mirror)
    mirror.prompt = 'none'
    const name = textOf(fieldsOf(error)['name']) ?? ''
    const subject = `${mirror.assistant?.id} ${mirror.user?.id} ${mirror.compactions}`
    if (!mirror.told.add(`failed ${name} ${subject}`)) return
    if (name === 'ContextOverflowError') mirror.overflow = error
    else fail(mirror, error)
  }

  return { 'session.status': status, 'session.idle': idle, 'session.error': failed }
}

/**
 * ESC while a prompt of ours is on its way to a session that has just come to rest: there is nothing that the host
 * could abort, so it only says once more that the session rests. After an error it always says so twice.
 */
function isBrokenOff(mirror: SessionMirror): boolean {
  if (mirror.prompt === 'left') mirror.prompt = 'left, at rest'
  else if (mirror.prompt === 'left, at rest') mirror.prompt = 'unwanted'
  return mirror.prompt === 'unwanted'
}

/** An abort while the host waited to try again: it says nothing of it, the answer just ends without anything. */
function isCutShort({ retryingSince, assistant }: SessionMirror): boolean {
  return retryingSince !== null && assistant?.completed === true && !assistant.failed && assistant.finish === null
}

/** The assistant's answer to the newest message is still being written. */
function isUnfinished(mirror: SessionMirror): boolean {
  return mirror.assistant !== null && !mirror.assistant.completed && !isSuperseded(mirror, mirror.assistant)
}
