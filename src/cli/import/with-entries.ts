import { emptyTree } from '../../core/state.ts'
import { recordRows } from '../../runtime/answers/record-rows.ts'
import { renumbered } from '../../runtime/answers/renumber.ts'
import { changesOf, type LineBody } from '../../runtime/nights/journal-line.ts'
import { afterChanges } from '../../runtime/nights/tree.ts'
import type { WrittenRecord } from '../../store/store.ts'

interface TimedBody {
  at: number
  body: LineBody
}

/**
 * The lines of a night with its entries as they stand at its end. Where a number is given here already, an entry gets
 * another one: what was told under the old one stays as it was told.
 */
export function withEntries(
  root: string,
  lines: readonly TimedBody[],
  next: (prefix: string) => number,
): { lines: TimedBody[]; records: WrittenRecord[] } {
  const bodies = renumbered(
    lines.map(({ body }) => body),
    next,
  )
  const changes = bodies.flatMap(changesOf)
  return {
    lines: bodies.flatMap((body, index) => {
      const line = lines[index]
      return line === undefined ? [] : { at: line.at, body }
    }),
    records: recordRows(root, afterChanges(emptyTree, changes), changes),
  }
}
