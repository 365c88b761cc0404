import type { RecordEntry } from '../../core/event.ts'
import type { PolicySet } from '../../core/policy.ts'
import { cut } from '../text/cut.ts'
import { labelOf, titleOf } from '../../core/records/reading.ts'
import { kindOf, waitingIn } from '../page/kinds.ts'
import type { Edited } from '../page/record-view.ts'
import { oneLine } from '../text/visible.ts'
import { editedLines } from './edited.ts'
import { localTime } from './local-time.ts'
import { sectionTitle } from './sections.ts'

const longestQuestion = 300
const longestAnswer = 120

/** One line a record: id, time, section, label, title. */
export function listText(
  set: PolicySet,
  records: readonly RecordEntry[],
  edited: readonly Edited[],
  waits: readonly string[],
  zone: string,
): string {
  const told = waits.map((line) => `Waits: ${line}`)
  if (records.length === 0) return ['Nothing is recorded in this session.', ...told].join('\n')
  const open = waitingIn(set, records).length
  const lines = records.map((record) => {
    const answer = record.answer === null ? '' : `: ${oneLine(cut(record.answer, longestAnswer))}`
    const status = record.status === 'open' || record.status === 'noted' ? '' : ` [${record.status}${answer}]`
    const seen = record.seen > 1 ? ` (seen ${record.seen} times)` : ''
    const kind = kindOf(set, record.kind)
    const label = labelOf(kind, record)
    const parts = [record.id, localTime(record.at, zone), sectionTitle(set, record), ...(label === null ? [] : [label])]
    return `${parts.map(oneLine).join(' · ')} · ${oneLine(cut(titleOf(kind, record), longestQuestion))}${seen}${status}`
  })
  return [`${records.length} recorded, ${open} open:`, ...lines, ...told, ...editedLines(edited)].join('\n')
}
