import * as z from 'zod'
import { hostTools } from '../records/keys.ts'
import { condition, constant, name, value } from './values.ts'

const fieldBase = {
  required: z
    .union([z.boolean(), z.record(z.string(), value)])
    .optional()
    .describe('true, or a condition over "record", such as { "!": { var: record.chosen } }.'),
  description: z.string().optional().describe('What the agent is told of it; the hint where it is missing.'),
  as: name.optional().describe('Its name in the tool, if another.'),
  by: z.literal('rule').optional().describe('Only rules give it: the tool does not have it.'),
  shown: z
    .string()
    .min(1)
    .optional()
    .describe('Its name on the page; without it it is not shown. Of fields with one name the first with a value is.'),
  beside: name.optional().describe('The shown field that it stands behind in brackets.'),
}

const field = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('string').describe('A text.'), ...fieldBase }),
    z.strictObject({ type: z.literal('boolean').describe('Yes or no.'), ...fieldBase }),
    z.strictObject({ type: z.literal('integer').describe('A whole number.'), ...fieldBase }),
    z.strictObject({ type: z.literal('number').describe('A number.'), ...fieldBase }),
    z.strictObject({
      type: z.literal('enum').describe('One of the values.'),
      ...fieldBase,
      values: z.array(z.string().min(1)).min(1).describe('What it may be.'),
    }),
    z.strictObject({ type: z.literal('list').describe('A list of texts.'), ...fieldBase }),
  ])
  .meta({
    id: 'RecordField',
    description: 'What the agent gives, what a rule reads and a person sees, under one name.',
    examples: [{ type: 'string', required: true, description: 'What you decided' }],
  })

export const recordKind = z
  .strictObject({
    file: z.string().min(1).describe('The page that a person reads, relative to the project.'),
    tool: z.string().optional().describe('Offers the agent a tool of this name, with this description.'),
    title: name.describe('The field that is the line of an entry; a required string.'),
    label: z.array(name).optional().describe('The first of these fields that has a value stands before the line.'),
    same: name
      .optional()
      .describe('Entries with an equal value of this field are one; without it, of the title. A required string.'),
    answer: z
      .union([z.literal(true), name])
      .optional()
      .describe(
        'What a person answers: true for words, or the list field to choose from. Without it nobody is to answer.',
      ),
    fields: z.record(name, field).describe('What an entry says, by the names that rules, facts and pages use.'),
    cooldown: constant.optional().describe('How long the same is the same record after it was closed.'),
    max: constant.optional().describe('How many records of the agent one session tree may have, and as many of rules.'),
    beyond: z.string().min(1).optional().describe('The text of the one entry that stands for all above max.'),
    sections: z
      .array(
        z.strictObject({
          id: name.describe('What rules and facts call the section.'),
          title: z.string().min(1).describe('The heading on the page.'),
          checked: z
            .boolean()
            .optional()
            .describe('Its entries are ticked from the start: they were decided without a person.'),
          when: condition.optional().describe('A condition over "record"; the first that matches wins.'),
        }),
      )
      .min(1)
      .optional()
      .describe('Headings on the page; without it there is one, named like the file.'),
  })
  .meta({
    id: 'RecordKind',
    examples: [
      {
        file: 'decisions.md',
        tool: 'Note a decision that you took.',
        title: 'decision',
        fields: { decision: { type: 'string', required: true, description: 'What you decided' } },
      },
    ],
  })

/** Kinds by name. A kind with a tool gives it its name, and OpenCode would offer that in the place of its own. */
export const recordKinds = z.record(name, recordKind).superRefine((kinds, context) => {
  for (const [kind, { tool }] of Object.entries(kinds))
    if (tool !== undefined && hostTools.includes(kind))
      context.addIssue({
        code: 'custom',
        path: [kind],
        message: `Cannot offer a tool "${kind}": OpenCode has one of this name; give the kind another, such as "${kind}_note"`,
      })
})

export type RecordKindDocument = z.infer<typeof recordKind>
export type RecordFieldDocument = z.infer<typeof field>
