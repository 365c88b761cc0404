import type { WorkflowDocument } from '../../schema/workflow.ts'
import type { Check } from '../context.ts'

type States = WorkflowDocument['states']

/** States that no way leads to. */
export const workflowUnreachable: Check = {
  code: 'workflow-unreachable',
  run: ({ document: { workflow }, problem }) => {
    if (!workflow) return []
    const reached = reachable(workflow.states, workflow.start)
    return Object.keys(workflow.states)
      .filter((name) => !reached.has(name))
      .map((name) =>
        problem(
          ['workflow', 'states', name],
          `No way leads from "${workflow.start}" to "${name}": name it in the next of a state before it`,
          {
            key: true,
          },
        ),
      )
  },
}

/** States that cannot be left: nothing follows, or nothing that follows can be asked for. */
export const workflowNoWayOut: Check = {
  code: 'workflow-no-way-out',
  run: ({ document: { workflow }, problem }) => {
    if (!workflow) return []
    const { states } = workflow
    return Object.entries(states)
      .filter(
        ([, { next, says }]) =>
          next.length === 0 || (!says && next.every((name) => states[name]?.skills === undefined)),
      )
      .map(([name, { next }]) => {
        const help =
          next.length === 0
            ? 'name what follows, or the state itself if it is the last one'
            : 'give a state that follows a skill, or this one says'
        return problem(['workflow', 'states', name], `No way leads out of "${name}": ${help}`, { key: true })
      })
  },
}

/** All states that can follow a state, itself among them. */
export function reachable(states: States, from: string): ReadonlySet<string> {
  const reached = new Set([from])
  for (const name of reached) for (const next of states[name]?.next ?? []) reached.add(next)
  return reached
}
