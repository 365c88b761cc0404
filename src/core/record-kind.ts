import type { RecordEntry } from './event.ts'
import type { RecordKind } from './policy.ts'

/** Whether an entry stands in a section whose boxes are ticked from the start: it was decided without a person. */
export const isDecided = ({ sections }: RecordKind, record: RecordEntry): boolean =>
  sections.find(({ id }) => id === record.section)?.checked ?? false

/** Whether an entry waits for a person: it is open and nobody has decided it. `kind` is null where no policy knows it. */
export const isWaiting = (kind: RecordKind | null, record: RecordEntry): boolean =>
  record.status === 'open' && (kind === null || !isDecided(kind, record))
