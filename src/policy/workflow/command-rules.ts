import type { Json } from '../../core/event.ts'
import type { RuleDocument } from '../schema/rule.ts'
import type { WorkflowDocument } from '../schema/workflow.ts'
import { all, is, isNot, not, oneOf, read } from './logic.ts'
import { leaveArtifacts, nextSkills, type State } from './states.ts'
import { aheadText, passedText } from './status.ts'
import { optionalText } from './texts.ts'

export const status = (value: 'absent' | 'ok' | 'broken'): Json => is(read('facts.project.status'), value)

/** What a session tree remembers of one workflow. */
export const ofThisWorkflow = ['written', 'entered', 'advanced']

/** What a person can do with the workflow: only they give commands. */
export function commandRules(workflow: WorkflowDocument, states: readonly State[]): RuleDocument[] {
  return [...startRules(workflow, states), ...manageRules(workflow, states)]
}

function startRules(workflow: WorkflowDocument, states: readonly State[]): RuleDocument[] {
  if (workflow.startCommand === undefined) return []
  const starts = is(read('event.name'), workflow.startCommand)
  return [
    {
      id: 'start-again',
      events: ['command.run'],
      when: all(starts, not(status('absent'))),
      then: [{ deny: text(optionalText(workflow, 'again')) }],
    },
    ...(leaveArtifacts(states) ? [afterAnother(starts)] : []),
    {
      id: 'start',
      events: ['command.run'],
      when: starts,
      then: [
        { set: { phase: workflow.start, begun: read('now'), of: read('now') } },
        { clear: ['artifacts', 'skipped', ...ofThisWorkflow] },
        { reply: text(optionalText(workflow, 'started', { next: nextSkills })) },
      ],
    },
  ]
}

/** What earlier workflows left is known by the copies of their files, since nothing else of them is. */
const afterAnother = (starts: Json): RuleDocument => ({
  id: 'start-after-another',
  events: ['command.run'],
  when: all(starts, { '>': [{ count: [read('facts.ended.paths')] }, 0] }),
  then: [{ set: { left: read('facts.documents.paths') } }],
})

function manageRules(workflow: WorkflowDocument, states: readonly State[]): RuleDocument[] {
  if (workflow.command === undefined) return []
  const managed = is(read('event.name'), workflow.command)
  const ends = oneOf(read('event.action'), ['finish', 'reset'])
  const shown = { ahead: aheadText(states), passed: passedText(states) }
  return [
    {
      id: 'end',
      events: ['command.run'],
      when: all(managed, ends, not(status('absent'))),
      then: ['archive', { clear: [...ofThisWorkflow, 'of'] }, { reply: text(optionalText(workflow, 'ended')) }],
    },
    {
      id: 'status',
      events: ['command.run'],
      when: managed,
      then: [{ reply: text(optionalText(workflow, 'status', shown)) }],
    },
  ]
}

type Text = Extract<Exclude<RuleDocument['then'][number], string>, { deny: unknown }>['deny']

/** Generated texts are maps by their making; the schema looks at the whole document afterwards. */
export const text = (value: Json): Text => value as Text

/** Two workflows of one project are told apart, so that what a session knows of the first is no evidence in the second. */
export const otherWorkflow: RuleDocument = {
  id: 'other-workflow',
  events: ['skill.requested', 'turn.ended', 'tool.finished'],
  when: isNot(read('memory.of'), read('memory.begun')),
  then: [{ clear: ofThisWorkflow }, { set: { of: read('memory.begun') } }],
}
