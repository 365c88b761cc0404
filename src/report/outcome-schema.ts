import * as z from 'zod'
import { reasons } from '../core/vocabulary.ts'

export const time = z.int().describe('Milliseconds since 1970')
export const count = z.int().min(0)
export const saidText = z
  .string()
  .describe('Redacted, and cut with its length; what others wrote is data, never markup')

/** What became of a run. `claimed` and `verified` are both a run that the agent called done. */
export const outcome = z
  .discriminatedUnion('is', [
    z.strictObject({
      is: z.literal('verified'),
      at: time,
      by: z.array(saidText).describe('Commands that ended well since the last file was written'),
      shownAt: time,
    }),
    z.strictObject({
      is: z.literal('claimed'),
      at: time,
      wanted: z
        .array(saidText)
        .nullable()
        .describe('Commands that should have ended well; none: nothing was asked for; null: not known any more'),
    }),
    z.strictObject({
      is: z.literal('stopped'),
      at: time,
      reason: z.enum(reasons),
      detail: saidText.nullable(),
      cost: z.number().min(0).describe('What this run has cost'),
    }),
    z.strictObject({ is: z.literal('paused'), at: time, reason: z.enum(reasons), detail: saidText.nullable() }),
    z.strictObject({
      is: z.literal('at-work'),
      since: time,
      next: time.nullable(),
      asks: z.array(z.strictObject({ subject: saidText, until: time })).describe('What OpenCode asks a person now'),
    }),
    z.strictObject({ is: z.literal('no-run') }),
    z.strictObject({
      is: z.literal('unknown'),
      why: z.enum(['reduced', 'unreadable']).describe('Its lines were taken away, or come from another version'),
    }),
  ])
  .describe('How the last run of the session stands')
