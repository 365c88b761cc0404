import type { Json } from '../../core/event.ts'
import type { WorkflowDocument } from '../schema/workflow.ts'
import { all, entry, is, read } from './logic.ts'
import { at, leaveArtifacts, type State, skillsToCall } from './states.ts'

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
    ...(leaveArtifacts(states) && { left: { kind: 'value', ...project, key: store.left } }),
    of: { kind: 'value', scope: 'tree' },
    written: { kind: 'map', scope: 'tree' },
    entered: { kind: 'map', scope: 'tree' },
    advanced: { kind: 'value', scope: 'tree' },
    ...Object.fromEntries(others),
  }
}

function factsOf(workflow: WorkflowDocument, states: readonly State[]): Record<string, Json> {
  if (!leaveArtifacts(states)) return {}
  const { folders, store } = workflow
  return Object.fromEntries([
    ['documents', { files: { like: ['**'], within: folders } }],
    ['ended', { files: { like: ['**'], within: [copiesOf(store.file)] } }],
    ...states.flatMap((state): [string, Json][] => {
      const { artifact } = state
      if (artifact === undefined) return []
      return [
        [there(state), { files: { like: [`**/${artifact}`], within: folders } }],
        [state.name, artifactFact(workflow, state, artifact)],
      ]
    }),
  ])
}

/** The fact of all files of an artifact's name. */
const there = ({ name }: State): string => `${name}-there`

/** The dated copies that workflows leave when they end. */
const copiesOf = (file: string): string => file.replace(/(\.[^./]*)?$/, '.*$1')

/**
 * What a tool wrote goes before what a text names, and a file of the artifact's own name before all others. Where
 * nothing names a file the only one of that name is meant; none that an earlier workflow left.
 */
function artifactFact({ folders, label }: WorkflowDocument, state: State, artifact: string): Json {
  const named = { if: [at(state), { paths: read('event.text') }, []] }
  const candidates: Json[] = [entry('memory.written', state.name), entry('memory.artifacts', state.name), named]
  const left = { without: [read(`facts.${there(state)}.paths`), { merge: [read('memory.left')] }] }
  const only = { if: [all(at(state), is({ count: [left] }, 1)), left, []] }
  const path = { merge: [{ pick: [{ merge: candidates }, `**/${artifact}`] }, ...candidates, only] }
  return { file: { path, within: folders, ...(label === undefined ? {} : { label }) } }
}
