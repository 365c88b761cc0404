import { fieldsOf, listOf, textOf } from './payload.ts'

/** Where our own texts carry their mark. */
export const markKey = 'diverter'

/** Where they name the model that answers them, as `provider/model`, if it is not the session's own. */
export const modelKey = 'diverterModel'

/** The mark of a text that is only shown: nobody answers it, and it is nobody's word. */
export const shownMark = 'shown'

/** Who wrote a message of the user's side. */
export type Author = { by: 'us'; mark: string; model: string | null } | { by: 'host' } | { by: 'person'; text: string }

export function authorOf(parts: unknown): Author {
  const all = listOf(parts).map(fieldsOf)
  const metadata = all.map((part) => fieldsOf(part['metadata'])).find((some) => textOf(some[markKey]) !== null)
  if (metadata) return { by: 'us', mark: String(metadata[markKey]), model: textOf(metadata[modelKey]) }
  if (all.length > 0 && all.every((part) => part['synthetic'] === true || part['type'] === 'compaction')) {
    return { by: 'host' }
  }
  const written = all.filter(
    (part) => part['type'] === 'text' && part['synthetic'] !== true && part['ignored'] !== true,
  )
  return { by: 'person', text: written.flatMap((part) => textOf(part['text']) ?? []).join('\n') }
}
