import { recordMarks } from '../../core/vocabulary.ts'

/** What a record is told beside the fields of its kind. */
export const recordKeys: readonly string[] = ['kind', 'from', 'each', 'into', ...recordMarks]

/** Whether a rule listens to the calls of record tools and to nothing else, so that a kind says which. */
export const hearsCallsAlone = (events: readonly string[]): boolean =>
  events.every((event) => event === 'record.submitted')

/** Tools of OpenCode 1.18, some of them only offered to some models or agents. */
export const hostTools: readonly string[] = [
  'apply_patch',
  'bash',
  'batch',
  'codesearch',
  'edit',
  'glob',
  'grep',
  'invalid',
  'list',
  'lsp',
  'multiedit',
  'patch',
  'plan_enter',
  'plan_exit',
  'question',
  'read',
  'skill',
  'task',
  'todoread',
  'todowrite',
  'webfetch',
  'websearch',
  'write',
]
