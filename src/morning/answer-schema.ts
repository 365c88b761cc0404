import * as z from 'zod'
import { wordDecisions } from '../core/vocabulary.ts'

/** An entry, by all that the page knows of it. */
const shownEntry = z.strictObject({ id: z.string(), session: z.string(), fingerprint: z.string() })
export type ShownEntry = z.infer<typeof shownEntry>

/** A person's decision as the page sends it. */
export const answerSchema = z.strictObject({
  entry: shownEntry,
  decision: z.enum(wordDecisions),
  text: z.string().nullable(),
})
export type PageAnswer = z.infer<typeof answerSchema>

/** The entry whose last word is taken back. */
export const undoSchema = z.strictObject({ entry: shownEntry })

/** The sessions that a person saw at rest. */
export const goOnSchema = z.strictObject({ sessions: z.array(z.string()) })
