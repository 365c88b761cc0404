import type { EventType, Json } from '../../core/event.ts'
import { runLimits } from '../../core/vocabulary.ts'
import type { LimitDocument } from '../schema/limit.ts'

/** Wherever a run can be ended by what it has used. */
export const endingEvents: readonly EventType[] = [
  'tool.called',
  'step.ended',
  'turn.ended',
  'turn.failed',
  'host.retrying',
  'run.expired',
]

/** Whether a limit counts matches of its rule. */
export const isCounted = ({ of, first }: LimitDocument): boolean => of !== undefined || first !== undefined

/** Whether a limit says what a run may use. */
export const endsRun = (limit: LimitDocument): boolean => runLimits.some((name) => limit[name] !== undefined)

/** Whether a rule names no event itself, and so has all at which a run can be ended. */
export const isLookedAtAnywhere = (events: readonly EventType[]): boolean =>
  endingEvents.every((event) => events.includes(event))

/** How long models and tools may be silent, each by itself. */
export const isByKind = (
  silence: LimitDocument['silence'],
): silence is { model?: Json | undefined; tool?: Json | undefined } =>
  typeof silence === 'object' && silence !== null && !('var' in silence)
