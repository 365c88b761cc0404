import type { Json } from '../../core/event.ts'
import type { Effect } from '../../core/decision.ts'
import type { Decided } from '../../runtime/options.ts'
import type { Policies } from '../../runtime/policies.ts'

/** One line in OpenCode's log, with fields for whoever searches it. */
export interface LogLine {
  level: 'debug' | 'info'
  message: string
  extra: Record<string, Json>
}

/** The marker of the policy that a rule belongs to. */
export const markersOf =
  (current: () => Policies) =>
  (rule: string): Json => {
    const owner = current().set.policies.find(({ name }) => rule.startsWith(`${name}/`))
    return owner?.params['marker'] ?? null
  }

/**
 * What a decision leaves in OpenCode's log. `markerOf` gives the marker of the policy of a rule, null for one without.
 * Nothing of what an agent or a person wrote stands there.
 */
export function logLines(decided: Decided, markerOf: (rule: string) => Json): LogLine[] {
  const { session, decision, run } = decided
  const about = { session, repromptCount: run.prompts }
  const line = (level: LogLine['level'], message: string, extra: Record<string, Json> = {}): LogLine => ({
    level,
    message,
    extra: { ...about, ...extra },
  })
  return [
    ...asked(decided, line),
    ...decision.effects.flatMap((effect) => ofEffect(effect, decided, markerOf, line)),
    ...decision.changes.flatMap((change) =>
      change.change === 'switched' ? line('info', 'Model switched', { model: change.model }) : [],
    ),
  ]
}

type Line = (level: LogLine['level'], message: string, extra?: Record<string, Json>) => LogLine

/** What was asked of us, and how it went. */
function asked({ event, decision: { verdict, changes } }: Decided, line: Line): LogLine[] {
  switch (event.type) {
    case 'turn.ended':
      return [line('debug', 'Session idle')]
    case 'command.run':
      return changes.length === 0 ? [] : [line('info', 'Switched', { command: event.name, action: event.action })]
    case 'permission.asked':
    case 'question.asked':
    case 'skill.requested':
    case 'tool.called':
      break
    default:
      return []
  }
  switch (verdict.outcome) {
    case 'deny':
      return [line('info', 'Diverted', { event: event.type, rule: verdict.by })]
    case 'allow':
      return [line('info', 'Allowed', { event: event.type, rule: verdict.by })]
    case 'ask':
      // A question is told once it is shown.
      if (event.type === 'question.asked' && event.request === null) return []
      return [line('info', 'Waiting for a person', { event: event.type, rule: verdict.by, for: verdict.for })]
    case 'pass':
      // Of calls only what is refused is news.
      return 'request' in event ? [line('debug', 'Ignored', { event: event.type, rule: verdict.by })] : []
    default:
      return verdict satisfies never
  }
}

/** Where the first of the markers stands as it is written, whatever its case; null if it is dressed otherwise. */
function positionOf(text: string, marker: Json): number | null {
  const shown = text.toLowerCase()
  const places = manyOf(marker).flatMap((one) => {
    const place = typeof one === 'string' && one !== '' ? shown.indexOf(one.toLowerCase()) : -1
    return place < 0 ? [] : [place]
  })
  return places.length === 0 ? null : Math.min(...places)
}

const manyOf = (value: Json): readonly unknown[] => (Array.isArray(value) ? value : [value])

const recorded = { added: 'Logged', counted: 'Duplicate', dropped: 'Not logged' } as const

function ofEffect(
  effect: Effect,
  { at, event, session }: Decided,
  markerOf: (rule: string) => Json,
  line: Line,
): LogLine[] {
  const { by: rule } = effect
  switch (effect.effect) {
    case 'record': {
      const { id, kind, section, seen } = effect
      return [line('info', recorded[effect.result], { rule, id, kind, section, seen })]
    }
    case 'prompt':
      return effect.due > at ? [line('info', 'Waiting', { rule, until: new Date(effect.due).toISOString() })] : []
    case 'pause':
      return [line('info', 'Paused', { rule, reason: effect.reason })]
    case 'stop': {
      const { reason, detail } = effect
      const marker = markerOf(rule)
      const text = 'text' in event ? event.text : null
      const place = {
        messageLength: text?.length ?? null,
        markerPosition: text === null ? null : positionOf(text, marker),
      }
      const done =
        reason === 'done'
          ? [
              line('debug', 'Completion marker detected', { rule, marker, ...place }),
              line('info', 'Completion marker detected - stopping autonomous session', {
                rule,
                marker,
                sessionId: session,
              }),
            ]
          : []
      return [...done, line('info', 'Stopped', { rule, reason, detail })]
    }
    // What a person or an agent reads anyway, and what is done without a word.
    default:
      return []
  }
}
