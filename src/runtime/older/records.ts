import type { RecordEntry } from '../../core/event.ts'
import { wordDecisions } from '../../core/vocabulary.ts'

/**
 * An entry as this version has it. In an older one `decision` said how it was answered, and one that said nothing of
 * `blocks` said no.
 */
export function upgradedRecord(record: RecordEntry): RecordEntry {
  if (Object.hasOwn(record, 'answeredAs')) return record
  const { decision, ...rest } = record
  const isUnsaid = rest['blocks'] === false && (rest.bare || (rest['chosen'] ?? null) !== null)
  return {
    ...rest,
    answeredAs: wordDecisions.find((word) => word === decision) ?? null,
    ...(isUnsaid && { blocks: null }),
  }
}
