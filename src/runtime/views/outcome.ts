import type { Run } from '../../core/state.ts'
import type { Reason } from '../../core/vocabulary.ts'

/** Whether the work is done when a run ends for this reason; if not, resume goes on with it. */
const isFinished: Readonly<Record<Reason, boolean>> = {
  done: true,
  unverified: false,
  repeating: false,
  'no-progress': false,
  blocked: false,
  budget: false,
  limit: false,
  error: false,
  'empty-turns': false,
  'compaction-loop': false,
  stalled: false,
  quiet: false,
  interrupted: false,
  user: false,
}

export const hasFinished = ({ reason }: Run): boolean => reason !== null && isFinished[reason]

/**
 * What became of a run, in a sentence; a night that failed is told as one. `at` is the time of its end as text, null to
 * leave it out; `show` makes a text of others fit where it stands.
 */
export function outcomeText(run: Run, at: string | null, show: (text: string) => string): string {
  const [when, since] = at === null ? ['', ''] : [` at ${at}`, ` since ${at}`]
  const why = run.reason === null ? '' : ` (${run.reason}${run.detail === null ? '' : `: ${show(run.detail)}`})`
  switch (run.state) {
    case 'stopped':
      return hasFinished(run) ? `Finished${when}${why}.` : `Not finished: the run stopped${when}${why}.`
    case 'paused':
      return `Not finished: the run is paused${since}${why}.`
    case 'armed':
      return 'Not finished: the run goes on.'
    case 'ready':
      return 'No run is at work.'
  }
}
