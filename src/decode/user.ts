import { fieldsOf, listOf, textOf } from './payload.ts'

/** Where our own texts carry their mark. */
export const markKey = 'diverter'

/** The mark of a text that is only shown: nobody answers it, and it is nobody's word. */
export const shownMark = 'shown'

/** Who wrote a message of the user's side. */
export type Author = { by: 'us'; mark: string } | { by: 'host' } | { by: 'person'; text: string }

export function authorOf(parts: unknown): Author {
  const all = listOf(parts).map(fieldsOf)
  const mark = all.map((part) => textOf(fieldsOf(part['metadata'])[markKey])).find((found) => found !== null)
  if (mark) return { by: 'us', mark }
  if (all.length > 0 && all.every((part) => part['synthetic'] === true || part['type'] === 'compaction')) {
    return { by: 'host' }
  }
  const written = all.filter(
    (part) => part['type'] === 'text' && part['synthetic'] !== true && part['ignored'] !== true,
  )
  return { by: 'person', text: written.flatMap((part) => textOf(part['text']) ?? []).join('\n') }
}
