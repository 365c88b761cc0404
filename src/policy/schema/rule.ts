import * as z from 'zod'
import { hearsCallsAlone } from '../records/keys.ts'
import { step } from './steps.ts'
import { condition, constant, eventName, mode, name } from './values.ts'

const limit = z
  .strictObject({
    time: constant.optional().describe('How long a run may take, such as 12h; for run.expired.'),
    until: constant.optional().describe('A local time, such as "07:00"; for run.expired.'),
    silence: z
      .strictObject({
        model: constant.optional().describe('How long a model may say nothing.'),
        tool: constant.optional().describe('How long a tool may say nothing.'),
      })
      .optional()
      .describe('How long a session at work may give no sign of life; for session.silent.'),
  })
  .meta({
    id: 'Limit',
    description: 'What must be over before the rule is asked; null: never. It says when its event is raised.',
    examples: [{ time: { var: 'params.for' } }],
  })

const ruleForm = z.strictObject({
  id: name.describe('Unique in the policy.'),
  description: z.string().optional(),
  events: z.array(eventName).min(1).describe('The rule is asked when one of these happens.'),
  kind: name
    .optional()
    .describe(
      'Of the calls of record tools those of this kind alone; may be left out in a policy of one kind. For a rule on record.submitted alone.',
    ),
  when: condition.optional(),
  limit: limit.optional(),
  fallback: z.boolean().optional().describe('Asked only if no policy gave a verdict.'),
  mode: mode.optional(),
  because: z.string().optional().describe('Why the rule is disabled or only observes.'),
  then: z.array(step).min(1).describe('Steps, from top to bottom.'),
})

export const rule = ruleForm
  .refine((rule) => rule.mode !== 'disabled' || rule.because !== undefined, {
    path: ['mode'],
    message: 'Cannot disable a rule without a reason: add because',
  })
  .refine((rule) => isHeard(rule.limit, rule.events), {
    path: ['limit'],
    message: 'Cannot use this limit: time and until are of run.expired, silence is of session.silent; add the event',
  })
  .refine((rule) => rule.kind === undefined || hearsCallsAlone(rule.events), {
    path: ['kind'],
    message: 'Cannot use kind: it is for a rule whose only event is record.submitted',
  })
  .meta({ id: 'Rule' })

function isHeard(given: z.infer<typeof limit> | undefined, heard: readonly string[]): boolean {
  if (given === undefined) return true
  const { time, until, silence } = given
  const ofRun = time !== undefined || until !== undefined
  return (!ofRun || heard.includes('run.expired')) && (silence === undefined || heard.includes('session.silent'))
}

export const ruleKeys = Object.keys(ruleForm.shape)

export type RuleDocument = z.infer<typeof rule>
export type LimitDocument = z.infer<typeof limit>
