import type { Check } from '../context.ts'
import { reachable } from './ways.ts'

/** Needs that can never be met: nothing would show that the state was done, or it cannot come before. */
export const workflowNeed: Check = {
  code: 'workflow-need',
  run: ({ document: { workflow }, problem }) =>
    Object.entries(workflow?.states ?? {}).flatMap(([name, { needs = [] }]) =>
      needs.flatMap((needed, index) => {
        const state = workflow?.states[needed]
        if (!workflow || !state) return []
        const path = ['workflow', 'states', name, 'needs', index]
        const cannot = (why: string) => [problem(path, `"${name}" can never have what it needs of "${needed}": ${why}`)]
        if (state.artifact === undefined && state.evidence === undefined)
          return cannot('give that state an artifact or evidence')
        if (needed === name) return cannot('a state cannot need itself')
        return reachable(workflow.states, needed).has(name) ? [] : cannot(`no way leads from "${needed}" to "${name}"`)
      }),
    ),
}
