import * as z from 'zod'
import { plainRefusals } from './refusal.ts'
import type { Listed } from './section.ts'

const reason = z.union([
  z.object({ is: z.literal('deny'), policy: z.string() }),
  z.object({ is: z.enum(plainRefusals) }),
])
const listed: z.ZodType<Listed> = z.object({
  file: z.string(),
  older: z.number(),
  suggestions: z.array(
    z.object({ number: z.number(), line: z.string(), grounds: z.array(z.string()), writable: z.boolean() }),
  ),
  notSuggested: z.array(z.object({ reason, times: z.number() })),
})

/** The list that `suggest --json` wrote; null for what is none. */
export function listedIn(text: string): Listed | null {
  try {
    const found = listed.safeParse(JSON.parse(text))
    return found.success ? found.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
