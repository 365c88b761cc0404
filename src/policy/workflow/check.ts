import type { Fault } from '../problems/fault.ts'
import type { WorkflowDocument } from '../schema/workflow.ts'
import { listNames, suggest } from '../problems/suggest.ts'
import type { MapTree } from '../yaml/tree.ts'
import { child } from '../yaml/tree.ts'

/** What keeps a workflow from being written out: names of states that do not exist, and names that it takes itself. */
export function checkNames(
  workflow: WorkflowDocument,
  policy: MapTree,
  taken: Record<string, readonly string[]>,
): Fault[] {
  return [...unknownStates(workflow), ...takenNames(policy, taken)]
}

function unknownStates(workflow: WorkflowDocument): Fault[] {
  const names = Object.keys(workflow.states)
  const used: [Fault['path'], string][] = [
    [['start'], workflow.start],
    ...workflow.unknown.except.map((name, index): [Fault['path'], string] => [['unknown', 'except', index], name]),
  ]
  for (const [state, { next, needs = [] }] of Object.entries(workflow.states)) {
    for (const [index, name] of next.entries()) used.push([['states', state, 'next', index], name])
    for (const [index, name] of needs.entries()) used.push([['states', state, 'needs', index], name])
  }
  return used
    .filter(([, name]) => !names.includes(name))
    .map(([path, name]) => ({
      path: ['workflow', ...path],
      code: 'workflow-state',
      message: `Cannot find the state "${name}"${suggest(name, names) || `: there are ${listNames(names)}`}`,
    }))
}

function takenNames(policy: MapTree, taken: Record<string, readonly string[]>): Fault[] {
  const project = policy.entries.has('project')
    ? [
        {
          path: ['project'],
          code: 'workflow-name' as const,
          message: 'Cannot use project beside workflow: the file is workflow.store.file',
        },
      ]
    : []
  const sections = Object.entries(taken).flatMap(([section, names]) => {
    const known = child(policy, section)
    return names
      .filter((name) => known?.kind === 'map' && known.entries.has(name))
      .map((name) => ({
        path: [section, name],
        code: 'workflow-name' as const,
        message: `Cannot use ${section}.${name}: the workflow makes one of this name; choose another`,
      }))
  })
  return [...project, ...sections]
}
