import type { Json } from '../../core/event.ts'
import type { WorkflowDocument } from '../schema/workflow.ts'
import { entry, read } from './logic.ts'
import { at, type State, skillsToCall } from './states.ts'

/** What stands beside the rules, by section of the policy. */
export function partsOf(workflow: WorkflowDocument, states: readonly State[]): Record<string, Record<string, Json>> {
  return { params: paramsOf(states), memory: memoryOf(workflow, states), facts: factsOf(workflow, states) }
}

/** The skills to call next, by state. */
function paramsOf(states: readonly State[]): Record<string, Json> {
  const called = states.map((state): [string, Json] => {
    const following = states.filter(({ name }) => state.next.includes(name))
    return [state.name, following.flatMap(skillsToCall)]
  })
  return { next: { type: 'map', default: Object.fromEntries(called) } }
}

function memoryOf(workflow: WorkflowDocument, states: readonly State[]): Record<string, Json> {
  const { store, start, reads = {} } = workflow
  const project = { scope: 'project' }
  const others = Object.entries(reads).map(([name, { kind, key }]) => [name, { kind, ...project, key }])
  return {
    phase: { kind: 'enum', ...project, key: store.state, values: states.map(({ name }) => name), initial: start },
    artifacts: { kind: 'map', ...project, key: store.artifacts },
    skipped: { kind: 'set', ...project, key: store.skipped },
    begun: { kind: 'value', ...project, key: store.begun },
    of: { kind: 'value', scope: 'tree' },
    written: { kind: 'map', scope: 'tree' },
    entered: { kind: 'map', scope: 'tree' },
    advanced: { kind: 'value', scope: 'tree' },
    ...Object.fromEntries(others),
  }
}

function factsOf(workflow: WorkflowDocument, states: readonly State[]): Record<string, Json> {
  return Object.fromEntries(
    states.flatMap((state) =>
      state.artifact === undefined ? [] : [[state.name, artifactFact(workflow, state, state.artifact)]],
    ),
  )
}

/** What a tool wrote goes before what a text names, and a file of the artifact's own name before all others. */
function artifactFact({ folders, label }: WorkflowDocument, state: State, artifact: string): Json {
  const named = { if: [at(state), { paths: read('event.text') }, []] }
  const candidates: Json[] = [entry('memory.written', state.name), entry('memory.artifacts', state.name), named]
  const path = { merge: [{ pick: [{ merge: candidates }, `**/${artifact}`] }, ...candidates] }
  return { file: { path, within: folders, ...(label === undefined ? {} : { label }) } }
}
