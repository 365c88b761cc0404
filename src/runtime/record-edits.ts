import type { RecordEntry } from '../core/event.ts'
import { entryLines, supplementLines } from './record-markdown.ts'
import { pageEntries } from './record-page.ts'

/**
 * Ids of the given records whose entries a person ticked or wrote into, in the order of the page. Such words are
 * kept but are no answers, and whoever wrote them must hear so.
 */
export function editedByHand(
  page: string,
  root: string,
  records: readonly RecordEntry[],
  isChecked: (record: RecordEntry) => boolean,
): string[] {
  const entries = pageEntries(page).filter(({ session }) => session === root)
  const found = new Set<string>()
  let record: RecordEntry | undefined
  let ours = new Set<string>()
  let at = 0
  for (const written of page.split('\n')) {
    const begin = at
    at += written.length + 1
    const line = plainLine(written)
    const entry = entries.find(({ box }) => box >= begin && box < at)
    const about = entry?.id ?? /^- \*\*More about \(([a-z]\d+)\)\*\*$/.exec(line)?.[1]
    if (about !== undefined) {
      record = records.find(({ id }) => id === about)
      ours = new Set(record === undefined ? [] : linesOf(record))
    } else if (/^(#|- \[)/.test(line)) {
      record = undefined
    }
    if (record === undefined || line === '') continue
    const isTicked = entry !== undefined && entry.checked !== isChecked(record)
    if (isTicked || !ours.has(line)) found.add(record.id)
  }
  return [...found]
}

/** Every line that we may have written of a record, now or before more became known of it. */
function linesOf(record: RecordEntry): string[] {
  const before: Partial<RecordEntry>[] = [
    { holds: null, blocks: true },
    { holds: null, blocks: false, bare: false, chosen: null },
    { bare: true },
    { reasoning: null },
  ]
  return [
    ...entryLines(record, true),
    ...entryLines(record, false),
    ...supplementLines(record.id, record),
    ...before.flatMap((parts) => supplementLines(record.id, { ...record, ...parts })),
  ].map(plainLine)
}

/** What an editor may change of a line without anybody meaning it. */
const plainLine = (line: string): string =>
  line
    .trimEnd()
    .replace(/^\uFEFF/, '')
    .replace(/^(\s*)[*+] /, '$1- ')
    .replace(/^- \\?\[([ xX])\\?\]/, (_, box: string) => `- [${box.toLowerCase()}]`)
