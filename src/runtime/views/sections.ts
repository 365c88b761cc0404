import type { RecordEntry } from '../../core/event.ts'
import type { PolicySet } from '../../core/policy.ts'

export interface RecordGroup {
  title: string
  checked: boolean
  records: RecordEntry[]
}

/** Records under their sections, in the order in which the policies name these. */
export function bySection(set: PolicySet, records: readonly RecordEntry[]): RecordGroup[] {
  const groups: RecordGroup[] = []
  const left = new Set(records)
  for (const { records: kinds } of set.policies) {
    for (const [kind, { sections }] of Object.entries(kinds)) {
      for (const { id, title, checked } of sections) {
        const here = records.filter((record) => record.kind === kind && record.section === id && left.has(record))
        for (const record of here) left.delete(record)
        if (here.length > 0) groups.push({ title, checked, records: here })
      }
    }
  }
  if (left.size > 0) groups.push({ title: 'Other', checked: false, records: [...left] })
  return groups
}

export function sectionTitle(set: PolicySet, record: RecordEntry): string {
  return bySection(set, [record])[0]?.title ?? record.section
}
