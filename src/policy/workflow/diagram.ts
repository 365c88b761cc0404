import type { WorkflowDocument } from '../schema/workflow.ts'

/** A workflow as a Mermaid state diagram: the skills that enter each state, and how it is left. */
export function diagramOf(workflow: WorkflowDocument): string {
  const states = Object.entries(workflow.states)
  const lines = [
    'stateDiagram-v2',
    ...states.map(([name, { skills }]) => `  ${idOf(name)} : ${label([name, ...(skills ? [skills.join(', ')] : [])])}`),
    `  [*] --> ${idOf(workflow.start)}${workflow.startCommand === undefined ? '' : ` : /${workflow.startCommand}`}`,
    ...states.flatMap(([name, state]) =>
      state.next.map((next, index) => {
        const words = [wayOf(state, index), conditionOf(workflow, name, next)].filter((word) => word !== '')
        return `  ${idOf(name)} --> ${idOf(next)}${words.length > 0 ? ` : ${label(words)}` : ''}`
      }),
    ),
  ]
  return `${lines.join('\n')}\n`
}

/** A text leads to the first state that follows; the others are entered by their skills. */
function wayOf({ says, artifact }: WorkflowDocument['states'][string], index: number): string {
  if (artifact !== undefined) return `with ${artifact}`
  return says !== undefined && index === 0 ? 'when done' : ''
}

/** What lies between is passed over. */
function conditionOf({ states }: WorkflowDocument, from: string, to: string): string {
  const between = (states[from]?.next ?? []).filter(
    (name) => name !== to && name !== from && states[name]?.next.includes(to),
  )
  return between.map((name) => (states[name]?.skip ? `${name} may be skipped` : `without ${name}`)).join(', ')
}

/** Mermaid takes words only, and a few of them mean something to it. */
const idOf = (name: string): string => `s_${name.replace(/[^A-Za-z0-9]/g, '_')}`

const label = (parts: readonly string[]): string => parts.join('<br/>').replace(/[:;#]/g, ' ')
