import * as z from 'zod'
import { wordDecisions } from '../core/vocabulary.ts'

/** A person's decision as the page sends it. The entry is named by all that the page knows of it. */
export const answerSchema = z.strictObject({
  entry: z.strictObject({ id: z.string(), session: z.string(), fingerprint: z.string() }),
  decision: z.enum(wordDecisions),
  text: z.string().nullable(),
})
export type PageAnswer = z.infer<typeof answerSchema>

/** The sessions that a person saw at rest. */
export const goOnSchema = z.strictObject({ sessions: z.array(z.string()) })
