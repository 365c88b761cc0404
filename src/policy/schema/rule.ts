import * as z from 'zod'
import { hearsCallsAlone } from '../records/keys.ts'
import { limit } from './limit.ts'
import { step } from './steps.ts'
import { active, condition, eventName, mode, name } from './values.ts'

const heard = z.array(eventName).min(1)

const ruleForm = z.strictObject({
  id: name.describe('Unique in the policy.'),
  description: z.string().optional(),
  events: heard.optional().describe('The rule is asked when one of these happens; without it those of its section.'),
  kind: name
    .optional()
    .describe(
      'Of the calls of record tools those of this kind alone; may be left out in a policy of one kind. For a rule on record.submitted alone.',
    ),
  when: condition.optional(),
  limit: limit.optional(),
  fallback: z.boolean().optional().describe('Asked only if no policy gave a verdict.'),
  active: active.optional(),
  mode: mode.optional(),
  because: z.string().optional().describe('Why the rule is disabled or only observes.'),
  then: z.array(step).min(1).describe('Steps, from top to bottom.'),
})

/** The name of the section that a rule belongs to stands in it once the sections have been taken out of the list. */
const inSection = { section: z.string().optional() }

/** A rule as it is written. */
export const rule = checked(ruleForm).meta({ id: 'Rule' })

/** The same once its section is known. */
export const placedRule = checked(ruleForm.extend(inSection))

/** The same once all layers are on each other: what the section says stands in it, but for conditions. */
export const settledRule = checked(ruleForm.extend({ ...inSection, events: heard }))

function checked<Form extends z.ZodType<z.infer<typeof ruleForm>>>(form: Form) {
  return form
    .refine((rule) => rule.mode !== 'disabled' || rule.because !== undefined, {
      path: ['mode'],
      message: 'Cannot disable a rule without a reason: add because',
    })
    .refine((rule) => rule.kind === undefined || rule.events === undefined || hearsCallsAlone(rule.events), {
      path: ['kind'],
      message: 'Cannot use kind: it is for a rule whose only event is record.submitted',
    })
}

const sectionForm = {
  description: z.string().optional(),
  events: heard.optional().describe('Of each rule that names none.'),
  kind: name.optional().describe('Of each rule that names no events: the kind of record whose calls it hears.'),
  when: condition.optional().describe('What must hold before a rule of the section is asked.'),
  fallback: z.boolean().optional().describe('Of each rule that does not say it.'),
  active: active.optional(),
}

/** What holds for all rules below it, up to the next section: an item of `rules`. */
export const section = z
  .strictObject({ section: name.describe('The name of the section, unique in the policy.'), ...sectionForm })
  .meta({
    id: 'RuleSection',
    description: 'What holds for all rules below it, up to the next section.',
    examples: [{ section: 'the-end-of-a-turn', events: ['turn.ended'], when: 'unattended' }],
  })

/** The same by its name, once it has been taken out of the list. */
export const placedSection = z.strictObject(sectionForm)

export type SectionDocument = z.infer<typeof placedSection>

export const ruleKeys = Object.keys(ruleForm.shape)

export type RuleDocument = z.infer<typeof settledRule>
