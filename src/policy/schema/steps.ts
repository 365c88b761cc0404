import * as z from 'zod'
import { levels, type MapStepName, type RecordMark, recordStatuses, wordStepNames } from '../../core/vocabulary.ts'
import { duration, name, reason, text, textOrValue, textWith, value } from './values.ts'

const word = z.enum(wordStepNames).meta({ description: 'A step without more to say.' })

const due = {
  after: duration
    .optional()
    .describe('How long to wait.')
    .meta({ examples: ['5m', { var: 'params.retryDelay' }] }),
  at: value.optional().describe('The time to wait for, in milliseconds since 1970.'),
}

const slots = z.record(name, value).describe('Memory slots with what to do to them.')

/** What a record is told apart by. */
const recordMarks = {
  fingerprint: value.optional().describe('What makes two records the same; null: the words of the field same.'),
  class: value.optional().describe('What alike records have in common, for finding them by the fact records.'),
  request: value.optional(),
} satisfies Record<RecordMark, z.ZodType>

const record = z
  .strictObject({
    kind: name.optional().describe('The kind of record; without it that of the rule, or the first of the policy.'),
    from: z.literal('event').optional().describe('The fields of record.submitted are the record.'),
    each: value.optional().describe('A list; one record for each entry, which is read as "item".'),
    into: value.optional().describe('The id of a record that takes the fields instead of a new one; null: a new one.'),
    ...recordMarks,
  })
  .catchall(textOrValue)
  .describe('Beside these the fields of the kind.')

/** Every step that is written as a map of one entry. */
const maps = {
  ask: z.strictObject({ ask: z.strictObject({ for: duration.optional().describe('How long a person may answer.') }) }),
  deny: z.strictObject({ deny: text.describe('What the agent is told.') }),
  answer: z.strictObject({
    answer: value.describe('What each open question, read as item, is answered with; null: it stays open.'),
  }),
  switch: z.strictObject({
    switch: z.strictObject({
      model: value.describe('Prompts go to this model from here on, as provider/model; null: the one of the session.'),
      until: value
        .optional()
        .describe('When the model of the session is there again; null, or left out: nobody knows.'),
    }),
  }),
  pause: z.strictObject({ pause: z.strictObject({ reason }) }),
  stop: z.strictObject({ stop: z.strictObject({ reason, detail: text.optional() }) }),
  prompt: z.strictObject({
    prompt: textWith({ ...due, why: text.optional().describe('Why it waits, for the person: "since …".') }),
  }),
  reply: z.strictObject({ reply: text }),
  notify: z.strictObject({ notify: textWith({ level: z.enum(levels).optional() }) }),
  instruct: z.strictObject({ instruct: text }),
  show: z.strictObject({ show: value }),
  schedule: z.strictObject({ schedule: z.strictObject({ timer: name, ...due }) }),
  cancel: z.strictObject({ cancel: z.strictObject({ timer: name }) }),
  record: z.strictObject({ record }),
  close: z.strictObject({
    close: z.strictObject({
      request: value.optional(),
      fingerprint: value.optional(),
      status: z.enum(recordStatuses).exclude(['open']),
    }),
  }),
  set: z.strictObject({ set: slots }),
  add: z.strictObject({ add: slots }),
  push: z.strictObject({ push: slots }),
  remove: z.strictObject({ remove: slots }),
  put: z.strictObject({ put: z.record(name, z.strictObject({ key: value, value })) }),
  clear: z.strictObject({ clear: z.array(name).min(1) }),
} satisfies { [Name in MapStepName]: z.ZodType<Record<Name, unknown>> }

export const step = z.union([word, ...Object.values(maps)]).meta({
  id: 'Step',
  description: 'What a matching rule does: one word, or a map with one step.',
  examples: ['pass', { deny: 'No network at night.' }, { stop: { reason: 'done' } }],
})

export type StepDocument = z.infer<typeof step>
export type StepMap = Exclude<StepDocument, string>
/** A step of one name, written as a map. */
export type MapOf<Name extends MapStepName> = Extract<StepMap, Record<Name, unknown>>
