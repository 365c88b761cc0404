import type { Json } from '../../core/event.ts'
import type { StateDocument, WorkflowDocument } from '../schema/workflow.ts'
import { all, entry, exists, is, isNot, oneOf, read } from './logic.ts'

/** A state with its name and those that lead to it. */
export interface State extends StateDocument {
  name: string
  /** Other states from which it is entered. */
  before: State[]
}

/** All states in the order in which they are written, tied to each other. */
export function statesOf(workflow: WorkflowDocument): State[] {
  const states = Object.entries(workflow.states).map(([name, state]): State => ({ name, ...state, before: [] }))
  for (const state of states) {
    state.before.push(...states.filter((other) => other !== state && other.next.includes(state.name)))
  }
  return states
}

export const at = (state: State): Json => is(read('memory.phase'), state.name)
export const atOneOf = (states: readonly State[]): Json =>
  oneOf(
    read('memory.phase'),
    states.map(({ name }) => name),
  )

/** True if this session tree itself entered the state. */
export const enteredHere = (state: State): Json => exists(entry('memory.entered', state.name))

/** What the state leaves behind is there; null if it leaves nothing that could be looked for. */
export function outcome(state: State, states: readonly State[]): Json | null {
  const parts = [...artifactThere(state, states), ...(state.evidence === undefined ? [] : [state.evidence])]
  return parts.length === 0 ? null : all(...parts)
}

/** The file exists and is not what an earlier state left: a text may name several. */
function artifactThere(state: State, states: readonly State[]): Json[] {
  if (state.artifact === undefined) return []
  const path = read(`facts.${state.name}.path`)
  const different = earlierArtifacts(state, states).map((other) => isNot(path, read(`facts.${other.name}.path`)))
  return [read(`facts.${state.name}.exists`), ...different]
}

export function earlierArtifacts(state: State, states: readonly State[]): State[] {
  return states.slice(0, states.indexOf(state)).filter(({ artifact }) => artifact !== undefined)
}

/** The states round which a state can be entered: they too lead to it, from one that leads to both. */
export function passedOver(target: State): { state: State; from: State[] }[] {
  return target.before
    .map((state) => ({ state, from: target.before.filter((from) => from !== state && from.next.includes(state.name)) }))
    .filter(({ from }) => from.length > 0)
}

/** Whether files tell how far a workflow is. */
export const leaveArtifacts = (states: readonly State[]): boolean =>
  states.some(({ artifact }) => artifact !== undefined)

/** Stands in a remedy where the workflow's folders belong. */
export const foldersInText = '{{join folders}}'

/** A Handlebars text for what keeps the state from being left. */
export function missingText(state: State): string {
  if (state.missing !== undefined) return state.missing
  if (state.artifact === undefined) return `${state.name} is not done yet`
  const { artifact, name } = state
  return `${artifact} not found{{#if facts.${name}.refused}} (Invalid artifact path: {{facts.${name}.refused}}){{/if}}`
}

/** What to call to enter a state, in words: its skills, and its name where it is another. */
export function skillsToCall({ name, skills = [] }: State): string[] {
  const all = skills.join(', ')
  return all === '' ? [] : [all === name ? all : `${all} (${name})`]
}

/** The skills that may follow the current state; what keeps them back is asked at their call. */
export const nextSkills: Json = entry('params.next', read('memory.phase'))
