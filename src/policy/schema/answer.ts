import * as z from 'zod'
import type { WordDecision } from '../../core/vocabulary.ts'

export interface Answer {
  decision: WordDecision
  text: string | null
}

/** A person's word on a record as a case writes it. */
export const answer: z.ZodType<Answer> = z.union([
  z.string().transform((text): Answer => ({ decision: 'words', text })),
  z
    .strictObject({ allow: z.enum(['once', 'project']) })
    .transform(({ allow }): Answer => ({ decision: allow, text: null })),
  z.strictObject({ never: z.literal(true) }).transform((): Answer => ({ decision: 'never', text: null })),
  z.strictObject({ skip: z.literal(true) }).transform((): Answer => ({ decision: 'skip', text: null })),
])
