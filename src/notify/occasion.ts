import type { EventOf } from '../core/event.ts'
import type { Members } from '../core/steps/steps.ts'
import { refused } from '../core/judging/subject.ts'
import type { Reason } from '../core/vocabulary.ts'
import type { NoticeKind } from '../policy/schema/notify.ts'
import type { Decided } from '../runtime/options.ts'

/** What is known of an occasion beside its kind. Times are milliseconds since 1970. */
interface OccasionParts {
  stopped: { reason: Exclude<Reason, 'blocked' | 'stalled' | 'quiet' | 'user'>; detail: string | null }
  blocked: { detail: string | null }
  /** The run is over, or was broken off and told to go on. */
  stalled: { isOver: boolean; detail: string | null }
  hard: { entry: string | null; question: string }
  /** OpenCode asks; `until` is when the policies decide it instead, null if they never do. */
  waiting: { request: string; subject: string; until: number | null }
  tampered: { file: string; change: 'edited' | 'removed' | 'broken' }
}

/** What happened of which a person who is away may want to hear; `said` is what a policy said of it. */
export type Occasion = { said: readonly string[] } & Members<'kind', NoticeKind | 'test', OccasionParts>

/** What is known around a decision. */
export interface Around {
  /** Whether an entry of this kind in this section waits for a person. */
  isAwaited: (kind: string, section: string | null) => boolean
  /** Whether the host leaves requests to a person at all: `opencode run` does not. */
  canAsk: boolean
}

/** The occasions in a decision. What a policy said of it to whoever sits there is their text too. */
export function occasionsOf({ at, event, decision }: Decided, around: Around): Occasion[] {
  const said = decision.effects.flatMap((effect) => (effect.effect === 'notify' ? [effect.text] : []))
  const entries = decision.effects.flatMap((effect): Occasion[] =>
    effect.effect === 'record' &&
    effect.result === 'added' &&
    isHard(event, around.isAwaited(effect.kind, effect.section))
      ? [{ kind: 'hard', entry: effect.id, question: effect.title, said: [] }]
      : [],
  )
  switch (event.type) {
    case 'run.stopped':
      return [...entries, ...stopped(event, said)]
    case 'session.silent':
      return [...entries, ...silent(event, decision, said)]
    case 'memory.tampered':
      return [...entries, { kind: 'tampered', file: event.file, change: event.change, said }]
    case 'permission.asked':
    case 'question.asked': {
      const { verdict } = decision
      const { request } = event
      if (verdict.outcome !== 'ask' || !around.canAsk || request === null) return entries
      const until = verdict.for === null ? null : at + verdict.for
      return [...entries, { kind: 'waiting', request, subject: refused(event)?.subject ?? '', until, said }]
    }
    // What else happens is for the morning.
    default:
      return entries
  }
}

/** A refused permission is an entry too, but the agent goes another way. */
const isHard = ({ type }: Decided['event'], isAwaited: boolean): boolean => isAwaited && type !== 'permission.asked'

function stopped({ reason, detail }: EventOf<'run.stopped'>, said: readonly string[]): Occasion[] {
  switch (reason) {
    case 'blocked':
      return [{ kind: 'blocked', detail, said }]
    case 'stalled':
      return [{ kind: 'stalled', isOver: true, detail, said }]
    case 'done':
    case 'unverified':
    case 'repeating':
    case 'no-progress':
    case 'budget':
    case 'limit':
    case 'error':
    case 'empty-turns':
    case 'compaction-loop':
    case 'interrupted':
      return [{ kind: 'stopped', reason, detail, said }]
    // Whoever only asked something, or ended it by hand, is there.
    case 'quiet':
    case 'user':
      return []
    default:
      return reason satisfies never
  }
}

/** The end of the run is told by itself. */
function silent(
  { lasted, doing, tool }: EventOf<'session.silent'>,
  { effects }: Decided['decision'],
  said: readonly string[],
): Occasion[] {
  const isBroken = effects.some(({ effect }) => effect === 'abort') && !effects.some(({ effect }) => effect === 'stop')
  const what = doing === 'tool' ? `the tool ${tool ?? ''}`.trim() : doing === 'model' ? 'the model' : 'the session'
  const detail = `no sign of life of ${what} for ${Math.round(lasted / 60_000)}m`
  return isBroken ? [{ kind: 'stalled', isOver: false, detail, said }] : []
}
