import type { Json } from '../../core/event.ts'
import type { WorkflowDocument } from '../schema/workflow.ts'
import type { EntryCheck } from './entry.ts'
import { read } from './logic.ts'
import { foldersInText, missingText, type State } from './states.ts'

const defaults = {
  started: 'The workflow has started: phase {{memory.phase}}.',
  again: 'BLOCKED: a workflow is already there, in the phase {{memory.phase}}.',
  status:
    '{{#if (eq facts.project.status "ok")}}Phase: {{memory.phase}}\n{{ahead}}\n{{passed}}{{else}}No workflow is active.{{/if}}',
  ended: 'The workflow ended in the phase {{memory.phase}}; a copy of its file was kept.',
}

/** A text of the workflow with more names beside its own. */
export function textOf(text: WorkflowDocument['refuse'], more: Record<string, Json> = {}): Json {
  const { with: given, ...source } = typeof text === 'string' ? { text, with: undefined } : text
  const names = { ...given, ...more }
  return Object.keys(names).length === 0 ? source : { ...source, with: names }
}

export const optionalText = (
  workflow: WorkflowDocument,
  name: keyof typeof defaults,
  more: Record<string, Json> = {},
): Json => textOf(workflow[name] ?? defaults[name], more)

const remedyText = ({ folders }: WorkflowDocument, text: string): Json =>
  text.includes(foldersInText) ? { text, with: { folders } } : { text }

/** The answer to a call that a check refuses. */
export function refusal(workflow: WorkflowDocument, target: State, check: EntryCheck): Json {
  return textOf(workflow.refuse, {
    skill: read('event.skill'),
    target: target.name,
    why: { text: check.why },
    next: check.next,
    remedy: check.remedy === '' ? '' : remedyText(workflow, check.remedy),
  })
}

/** Why a state was passed over, as a text. */
export const reasonOf = (state: State): string => state.skip?.because ?? `${state.name} skipped: it is optional`

/** What a text at the end of a turn claims, and what is missing of it. */
export const stillMissing = (state: State): string => `The ${state.name} phase goes on: ${missingText(state)}`
