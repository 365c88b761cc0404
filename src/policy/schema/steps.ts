import * as z from 'zod'
import { levels, recordStatuses } from '../../core/vocabulary.ts'
import { duration, name, reason, text, textOrValue, textWith, value } from './values.ts'

const bare = z
  .enum(['pass', 'allow', 'ask', 'arm', 'reset', 'abort', 'reconsider', 'archive'])
  .meta({ description: 'A step without more to say.' })

const due = {
  after: duration
    .optional()
    .describe('How long to wait.')
    .meta({ examples: ['5m', { var: 'params.retryDelay' }] }),
  at: value.optional().describe('The time to wait for, in milliseconds since 1970.'),
}

const slots = z.record(name, value).describe('Memory slots with what to do to them.')

const record = z.strictObject({
  kind: name.optional().describe('The kind of record; may be left out if the policy has one kind.'),
  from: z.literal('event').optional().describe('The fields of record.submitted are the record.'),
  each: value.optional().describe('A list; one record for each entry, which is read as "item".'),
  into: value.optional().describe('The id of a record that takes the fields instead of a new one; null: a new one.'),
  category: value.optional(),
  topic: textOrValue.optional(),
  question: textOrValue.optional(),
  context: textOrValue.optional(),
  why: textOrValue.optional().describe('Why it is needed.'),
  holds: textOrValue.optional().describe('What waits for it.'),
  blocks: value.optional(),
  options: value.optional(),
  chosen: value.optional(),
  reasoning: textOrValue.optional(),
  fingerprint: value.optional().describe('What makes two records the same; without it the question does.'),
  class: value.optional().describe('What alike records have in common, for finding them by the fact records.'),
  request: value.optional(),
})

export const step = z
  .union([
    bare,
    z.strictObject({ ask: z.strictObject({ for: duration.optional().describe('How long a person may answer.') }) }),
    z.strictObject({ deny: text.describe('What the agent is told.') }),
    z.strictObject({ pause: z.strictObject({ reason }) }),
    z.strictObject({ stop: z.strictObject({ reason, detail: text.optional() }) }),
    z.strictObject({ prompt: textWith(due) }),
    z.strictObject({ reply: text }),
    z.strictObject({ notify: textWith({ level: z.enum(levels).optional() }) }),
    z.strictObject({ instruct: text }),
    z.strictObject({ show: value }),
    z.strictObject({ schedule: z.strictObject({ timer: name, ...due }) }),
    z.strictObject({ cancel: z.strictObject({ timer: name }) }),
    z.strictObject({ record }),
    z.strictObject({
      close: z.strictObject({
        request: value.optional(),
        fingerprint: value.optional(),
        status: z.enum(recordStatuses).exclude(['open']),
      }),
    }),
    z.strictObject({ set: slots }),
    z.strictObject({ add: slots }),
    z.strictObject({ push: slots }),
    z.strictObject({ remove: slots }),
    z.strictObject({ put: z.record(name, z.strictObject({ key: value, value })) }),
    z.strictObject({ clear: z.array(name).min(1) }),
  ])
  .meta({
    id: 'Step',
    description: 'What a matching rule does: one word, or a map with one step.',
    examples: ['pass', { deny: 'No network at night.' }, { stop: { reason: 'done' } }],
  })

export type StepDocument = z.infer<typeof step>
