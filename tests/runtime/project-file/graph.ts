import type { Policies } from '../../../src/runtime/policies.ts'
import { policiesFrom, project, stageOf, type StageOptions, type TestStage } from '../stage.ts'

export const graphFile = '.opencode/state/graph.json'
export const graphPath = `${project}/${graphFile}`

/** A policy with every kind of project slot, changed by commands. */
export const graphPolicy = `
version: 1
name: graph
project: { file: ${graphFile} }
memory:
  state: { kind: enum, scope: project, key: current_state, values: [one, two, three], initial: one }
  made: { kind: map, scope: project, key: artifacts }
  seen: { kind: set, scope: project, key: seen, max: 5000 }
  total: { kind: counter, scope: project, key: total }
  tasks: { kind: list, scope: project, key: tasks }
rules:
  - id: move
    events: [command.run]
    when: { "===": [{ var: event.name }, move] }
    then: [{ set: { state: { var: event.action } } }, { reply: "{{memory.state}}" }]
  - id: note
    events: [command.run]
    when: { "===": [{ var: event.name }, note] }
    then: [{ add: { seen: { var: event.action }, total: 1 } }, { reply: "{{count memory.seen}}" }]
  - id: end
    events: [command.run]
    when: { "===": [{ var: event.name }, end] }
    then: [archive, { reply: ended }]
  - id: ask
    events: [skill.requested]
    when: { "===": [{ var: event.skill }, enter] }
    then: [{ set: { state: two } }]
  - id: read
    events: [skill.requested]
    then: [{ notify: "{{facts.project.status}} {{memory.state}} {{#if facts.project.problem}}{{facts.project.problem}}{{/if}}" }]
`

/** Says what was done to the file past the runtime. */
export const watcher = `
version: 1
name: watcher
rules:
  - { id: told, events: [memory.tampered], then: [{ notify: "{{event.file}} {{event.change}}" }] }
`

export const graphPolicies = (): Policies => policiesFrom(graphPolicy, watcher)

export const graphStage = (options: Partial<StageOptions> = {}): TestStage =>
  stageOf({ policies: graphPolicies(), ...options })

export const run = (stage: TestStage, name: string, action = ''): string | null =>
  stage.send('S1', 'command.run', { name, action }).reply

/** What a rule sees of the file. */
export function seenBy(stage: TestStage): string | undefined {
  stage.send('S1', 'skill.requested', { skill: 'look' })
  return stage.host.notices.at(-1)?.trim()
}
