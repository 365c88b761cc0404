import type { Json } from '../../core/event.ts'
import type { RuleDocument } from '../schema/rule.ts'
import type { WorkflowDocument } from '../schema/workflow.ts'
import { commandRules } from './command-rules.ts'
import { partsOf } from './parts.ts'
import { guardRules, skillRules } from './skill-rules.ts'
import { statesOf } from './states.ts'
import { turnRules, writtenRule } from './turn-rules.ts'

/** A rule with the state that it was made of; null: of the workflow as a whole. */
export interface GeneratedRule {
  state: string | null
  rule: RuleDocument
}

export interface Generated {
  sections: Record<string, Record<string, Json>>
  rules: GeneratedRule[]
}

/** The ordinary parts of a policy that a workflow stands for. */
export function generate(workflow: WorkflowDocument): Generated {
  const states = statesOf(workflow)
  const whole = (rules: RuleDocument[]): GeneratedRule[] => rules.map((rule) => ({ state: null, rule }))
  const each = (make: (state: (typeof states)[number]) => RuleDocument[]): GeneratedRule[] =>
    states.flatMap((state) => make(state).map((rule) => ({ state: state.name, rule })))
  return {
    sections: partsOf(workflow, states),
    rules: [
      ...whole(commandRules(workflow, states)),
      ...whole(guardRules(workflow, states)),
      ...each((state) => writtenRule(workflow, state, states)),
      ...each((state) => (state.skills === undefined ? [] : skillRules(workflow, state, states))),
      ...each((state) => turnRules(state, states)),
    ],
  }
}
