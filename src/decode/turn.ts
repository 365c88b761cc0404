import type { EventOf } from '../core/event.ts'
import { answerFingerprint, type Digest } from '../core/fingerprint.ts'
import { type MessageMirror, visibleText } from './message.ts'
import { fieldsOf, numberOf, type Payload } from './payload.ts'

type Finish = EventOf<'turn.ended'>['finish']

const finishes: Readonly<Record<string, Finish>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool-calls',
  'content-filter': 'filter',
}

export function finishOf(reason: string | null): Finish {
  return reason !== null && Object.hasOwn(finishes, reason) ? (finishes[reason] ?? 'unknown') : 'unknown'
}

/**
 * Whether the host leaves its loop after a step with this reason. A filtered answer also ends it,
 * but the host tells that as a failure.
 */
export function endsTurn(reason: string | null): boolean {
  return reason !== null && reason !== 'tool-calls' && reason !== 'unknown' && reason !== 'content-filter'
}

/** The same, of what an event says; false too where the host may leave its loop for another reason, as after a refusal. */
export const isEnd = (finish: Finish): boolean => finish === 'stop' || finish === 'length'

/** A step-finish part. */
export function stepEnded(
  part: Payload,
  message: MessageMirror,
  reason: string | null,
  last: boolean,
): EventOf<'step.ended'> {
  const tokens = fieldsOf(part['tokens'])
  return {
    type: 'step.ended',
    message: message.id,
    finish: finishOf(reason),
    last,
    empty: visibleText(message).trim() === '' && message.calls === 0,
    calls: message.calls,
    progress: message.progress,
    tokens: count(tokens['input']) + count(tokens['output']) + count(tokens['reasoning']),
    cost: Math.max(0, numberOf(part['cost']) ?? 0),
  }
}

export function turnEnded(
  message: MessageMirror,
  reason: string | null,
  turn: { calls: number; progress: boolean },
  digest: Digest,
): EventOf<'turn.ended'> {
  const text = visibleText(message)
  return {
    type: 'turn.ended',
    message: message.id,
    text,
    finish: finishOf(reason),
    empty: text.trim() === '' && turn.calls === 0,
    calls: turn.calls,
    progress: turn.progress,
    fingerprint: answerFingerprint(text, digest),
  }
}

function count(value: unknown): number {
  return Math.max(0, Math.round(numberOf(value) ?? 0))
}
