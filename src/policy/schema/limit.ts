import * as z from 'zod'
import { clears, constant, span, text, value } from './values.ts'

const silenceByKind = z.strictObject({
  model: constant.optional().describe('How long a model may say nothing.'),
  tool: constant.optional().describe('How long a tool may say nothing.'),
})

/** One for each kind of work, or a span or a param for all. */
const silence = z.union([silenceByKind, z.strictObject({ var: z.string() }), span, z.null()])

export const limit = z
  .strictObject({
    of: value.optional().describe('The rule acts from this match on; null: never.'),
    first: value.optional().describe('The rule acts for so many matches only.'),
    same: value.optional().describe('Only matches with an equal value count together.'),
    within: constant.optional().describe('Only matches of that long ago count; beside same.'),
    clears: clears
      .optional()
      .describe('When the count begins anew: progress, turn, an event, otherwise, or a list; else with the run.'),
    per: z
      .enum(['run', 'session', 'tree'])
      .optional()
      .describe("Whose count it is: the run's, each session's of the run, or the tree's, which is never emptied."),
    prompts: constant.optional().describe('Prompts that a run may send.'),
    time: constant.optional().describe('How long a run may take, such as 12h.'),
    until: constant.optional().describe('A local time at which the run ends, such as "07:00".'),
    cost: constant.optional().describe('Cost that a run may reach, in the unit that the provider reports.'),
    tokens: constant.optional().describe('Tokens that a run may use.'),
    warn: text.optional().describe('Said to the person once a run at four fifths of time, cost, tokens or prompts.'),
    silence: silence
      .optional()
      .describe('How long a session at work may give no sign of life, or a model and a tool; for session.silent.'),
  })
  .meta({
    id: 'Limit',
    description:
      'How often the rule must match before it acts, what a run may use, or how long it may be silent; null: no limit.',
    examples: [
      { of: { var: 'params.stillTurns' }, clears: 'progress' },
      { first: 2, clears: 'progress' },
      { time: '12h', cost: { var: 'params.maxCost' }, warn: { template: 'nearly-spent' } },
    ],
  })

export type LimitDocument = z.infer<typeof limit>
