import type { Json } from '../../core/event.ts'
import type { RuleDocument } from '../schema/rule.ts'
import type { WorkflowDocument } from '../schema/workflow.ts'
import { otherWorkflow, status, text } from './command-rules.ts'
import { entryChecks } from './entry.ts'
import { all, any, entry, not, oneOf, read } from './logic.ts'
import { at, atOneOf, nextSkills, outcome, passedOver, type State } from './states.ts'
import { reasonOf, refusal, textOf } from './texts.ts'

const event = ['skill.requested'] satisfies RuleDocument['events']
const everywhere = ['skill.requested', 'turn.ended', 'tool.finished'] satisfies RuleDocument['events']
const skill = read('event.skill')

/** When the workflow has nothing to say, and calls of skills that belong to no state. */
export function guardRules(workflow: WorkflowDocument, states: readonly State[]): RuleDocument[] {
  const known = states.flatMap(({ skills }) => skills ?? [])
  const unknown = not(oneOf(skill, known))
  const exempt: RuleDocument[] =
    workflow.exempt === undefined
      ? []
      : [{ id: 'exempt', events: event, when: { glob: [skill, workflow.exempt] }, then: ['pass'] }]
  return [
    { id: 'inactive', events: everywhere, when: status('absent'), then: ['pass'] },
    ...exempt,
    {
      id: 'broken',
      events: event,
      when: all(status('broken'), oneOf(skill, known)),
      then: [{ deny: text(textOf(workflow.broken, { skill })) }],
    },
    { id: 'broken-rest', events: everywhere, when: status('broken'), then: ['pass'] },
    otherWorkflow,
    {
      id: 'unknown',
      events: event,
      when: all(unknown, not(oneOf(read('memory.phase'), workflow.unknown.except))),
      then: [{ deny: text(textOf(workflow.unknown.refuse, { skill, known, next: nextSkills })) }],
    },
    { id: 'unknown-free', events: event, when: unknown, then: ['pass'] },
  ]
}

/** A call of a skill of `target`: refused, or the state is entered. */
export function skillRules(workflow: WorkflowDocument, target: State, states: readonly State[]): RuleDocument[] {
  const rule = (id: string, conditions: readonly Json[], then: RuleDocument['then']): RuleDocument => ({
    id: `${target.name}-${id}`,
    events: event,
    when: all(oneOf(skill, target.skills ?? []), ...conditions),
    then,
  })
  const refusals = entryChecks(target, states).map((check) =>
    rule(check.id, [check.when], [{ deny: text(refusal(workflow, target, check)) }]),
  )
  const skips = passedOver(target).map(({ state, from }) =>
    rule(`skips-${state.name}`, [isPassedOver(state, from, states), notYetSkipped(state)], passOver(state)),
  )
  const keeps = target.before
    .filter(({ artifact }) => artifact !== undefined)
    .map((from) => rule(`keeps-${from.name}`, [at(from), read(`facts.${from.name}.exists`)], keep(from)))
  const known = { put: { entered: { key: target.name, value: skill } } }
  return [
    ...refusals,
    ...skips,
    ...keeps,
    rule('again', [at(target), oneOf(entry('memory.entered', target.name), target.skills ?? [])], ['pass']),
    rule('again-here', [at(target)], [known, 'pass']),
    rule('enter', [], [{ set: { phase: target.name } }, known, 'pass']),
  ]
}

/** Left by its skip condition, a state counts as skipped even if it had been entered; so does an optional one without outcome. */
function isPassedOver(state: State, from: readonly State[], states: readonly State[]): Json {
  if (state.skip !== undefined) return atOneOf([...from, state])
  const there = outcome(state, states)
  return there === null ? atOneOf(from) : any(atOneOf(from), all(at(state), not(there)))
}

export const notYetSkipped = (state: State): Json => not(oneOf(state.name, read('memory.skipped')))

export function passOver(state: State): RuleDocument['then'] {
  const told: RuleDocument['then'] =
    state.skip === undefined ? [] : [{ notify: { text: reasonOf(state), level: 'info' } }]
  return [{ add: { skipped: state.name } }, ...told]
}

export const keep = (state: State): RuleDocument['then'] =>
  state.artifact === undefined
    ? []
    : [{ put: { artifacts: { key: state.name, value: read(`facts.${state.name}.path`) } } }]
