import * as z from 'zod'
import { step } from './steps.ts'
import { condition, eventName, mode, name } from './values.ts'

const ruleForm = z.strictObject({
  id: name.describe('Unique in the policy.'),
  description: z.string().optional(),
  events: z.array(eventName).min(1).describe('The rule is asked when one of these happens.'),
  when: condition.optional(),
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
  .meta({ id: 'Rule' })

export const ruleKeys = Object.keys(ruleForm.shape)

export type RuleDocument = z.infer<typeof rule>
