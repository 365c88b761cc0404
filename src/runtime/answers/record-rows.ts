import type { RecordEntry } from '../../core/event.ts'
import { placesWith, type Records } from '../../core/records/places.ts'
import type { Change } from '../../core/state.ts'
import { upgradedRecord } from '../older/records.ts'
import type { RecordName, WrittenRecord } from '../../store/store.ts'

/** The entries that changes touch, as they stand after them, for the store. */
export function recordRows(root: string, all: Records, changes: readonly Change[]): WrittenRecord[] {
  const touched = new Set(changes.flatMap((change) => touches(change) ?? []))
  if (touched.size === 0) return []
  const added = new Set(changes.flatMap((change) => (change.change === 'record.added' ? change.record.id : [])))
  const places = [...touched].flatMap((id) => placesWith(all, 'id', id)).sort((one, other) => one - other)
  return places.flatMap((at) => all.records[at] ?? []).map((record) => recordRow(root, record, added.has(record.id)))
}

export const recordRow = (root: string, record: RecordEntry, isNew: boolean): WrittenRecord => ({
  ...nameOf(record.id),
  root,
  kind: record.kind,
  fingerprint: record.fingerprint,
  status: record.status,
  at: record.at,
  body: JSON.stringify(record),
  isNew,
})

/** An entry of the store, as this version has it. */
export const recordIn = (body: string): RecordEntry => upgradedRecord(JSON.parse(body))

/** `b12` has the prefix `b` and the number 12. */
export const nameOf = (id: string): RecordName => ({ prefix: id.charAt(0), number: Number(id.slice(1)) })

/** The entry that a change is about; null for none. */
function touches(change: Change): string | null {
  switch (change.change) {
    case 'record.added':
      return change.record.id
    case 'record.counted':
    case 'record.closed':
    case 'record.reopened':
      return change.id
    default:
      return null
  }
}
