import type { EventOf } from '../../core/event.ts'
import type { OpenRequest } from '../../runtime/session.ts'
import { permissionAsked } from '../../decode/permission.ts'
import { questionAsked } from '../../decode/question.ts'
import { permissionSettled, questionSettled } from '../../decode/settled.ts'
import type { Intake } from '../intake.ts'
import { dropInterview, isInterview, takeAnswers } from '../interview.ts'
import type { SessionMirror } from '../mirror.ts'
import { fieldsOf, type Payload, textOf } from '../../decode/payload.ts'
import type { Recent } from '../../decode/recent.ts'
import type { Handlers } from './handlers.ts'

/** Rejects of one session within this time are one person's reject and what fell with it; in milliseconds. */
const cascadeTime = 250

/**
 * Permission requests and shown questions. From the event to the reply everything happens at once:
 * `opencode run` answers by itself in the next moment.
 */
export function requestHandlers(intake: Intake, answered: Recent, answersItself: boolean): Handlers {
  const { mirrors, digest, paths } = intake
  const callOf = (session: string, call: string) => mirrors.find(session)?.calls.get(call) ?? null

  const open = (mirror: SessionMirror, request: OpenRequest): boolean => {
    mirror.session.requests.set(request.id, request)
    return mirror.told.add(`asked ${request.id}`)
  }

  const asked = (properties: Payload) => {
    const decoded = permissionAsked(properties, { digest, paths, callOf })
    const mirror = decoded && mirrors.find(decoded.session)
    if (!decoded || !mirror) return intake.debug('Ignored a permission request of an unknown session')
    const { event } = decoded
    const fresh = open(mirror, { id: event.request, session: decoded.session, kind: 'permission', event })
    if (fresh && !mirror.uninstructed) intake.decide(mirror, event)
  }

  const questionShown = (properties: Payload) => {
    const request = textOf(properties['id'])
    const mirror = mirrors.find(textOf(properties['sessionID']) ?? '')
    if (!request || !mirror) return intake.debug('Ignored a question of an unknown session')
    const { event } = questionAsked(mirror.session.id, properties, request, digest)
    const fresh = open(mirror, { id: request, session: mirror.session.id, kind: 'question', event })
    // Decided already when the tool was called; only a question that waits now, or of another origin, is new.
    const call = textOf(fieldsOf(properties['tool'])['callID'])
    if (isInterview(mirror, call, request)) return
    const isDecided = call !== null && mirror.calls.has(call) && !mirror.left.has(call)
    if (fresh && !mirror.uninstructed && !isDecided) intake.decide(mirror, event)
  }

  const byWhom = (mirror: SessionMirror, properties: Payload, reject: boolean): EventOf<'request.settled'>['by'] => {
    const fellWithAnother = reject && intake.clock.now() - mirror.rejectedAt <= cascadeTime
    if (reject) mirror.rejectedAt = intake.clock.now()
    if (answered.has(textOf(properties['requestID']) ?? '')) return 'policy'
    return fellWithAnother || (reject && answersItself) ? 'host' : 'user'
  }

  const settled = (
    properties: Payload,
    reject: boolean,
    decode: (by: EventOf<'request.settled'>['by']) => { event: EventOf<'request.settled'> } | null,
  ) => {
    const mirror = mirrors.find(textOf(properties['sessionID']) ?? '')
    const decoded = mirror && decode(byWhom(mirror, properties, reject))
    if (!decoded) return intake.debug('Ignored the answer to a request of an unknown session')
    mirror.session.requests.delete(decoded.event.request)
    if (!mirror.told.add(`settled ${decoded.event.request}`)) return
    intake.decide(mirror, decoded.event)
    intake.settle(mirror)
  }

  const interviewed = (properties: Payload, end: (mirror: SessionMirror, properties: Payload) => void) => {
    const mirror = mirrors.find(textOf(properties['sessionID']) ?? '')
    if (mirror) end(mirror, properties)
  }

  return {
    'permission.asked': asked,
    'permission.replied': (properties) =>
      settled(properties, properties['reply'] === 'reject', (by) => permissionSettled(properties, by)),
    'question.asked': questionShown,
    'question.replied': (properties) => {
      interviewed(properties, (mirror) => takeAnswers(intake, mirror, properties))
      settled(properties, false, (by) => questionSettled(properties, 'answered', by))
    },
    'question.rejected': (properties) => {
      interviewed(properties, dropInterview)
      settled(properties, true, (by) => questionSettled(properties, 'reject', by))
    },
  }
}
