import { recordMarks } from '../../core/vocabulary.ts'

/** What a record is told beside the fields of its kind. */
export const recordKeys: readonly string[] = ['kind', 'from', 'each', 'into', ...recordMarks]

/** Whether a rule listens to the calls of record tools and to nothing else, so that a kind says which. */
export const hearsCallsAlone = (events: readonly string[]): boolean =>
  events.every((event) => event === 'record.submitted')
