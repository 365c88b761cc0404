import type { Commit, NewLine, WrittenRecord } from '../../store/store.ts'
import { recordRows } from '../answers/record-rows.ts'
import { changesOf } from '../nights/journal-line.ts'
import { setRow } from '../policies.ts'
import { afterChanges, type TimedLine, titleOf, type Tree } from '../nights/tree.ts'

/**
 * What the store is to take with lines of a tree, given also as it takes them: what later processes must know of them,
 * the entries that they touch, the grants that they use up. `after` is the last line that they know.
 */
export function commitOf(
  tree: Tree,
  lines: readonly TimedLine[],
  texts: readonly NewLine[],
  after: number | null,
): Commit & { records: readonly WrittenRecord[] } {
  const root = tree.root.id
  const sessions = lines.flatMap(({ body }) => (body.line === 'session' && body.session !== root ? body.session : []))
  const hashes = lines.flatMap(({ body }) => (body.line === 'set' ? body.set : []))
  const changes = lines.flatMap(({ body }) => changesOf(body))
  const records = recordRows(root, afterChanges(tree.stored.state, changes), changes)
  // By the set an entry is shown; where the night was reduced meanwhile, it went with the line that named it.
  const isNeeded = hashes.includes(tree.policies.hash) || records.some(({ isNew }) => isNew)
  const sets = isNeeded ? [setRow(tree.policies)] : []
  const title = titleOf(tree)
  return {
    trees: [{ root, after, lines: texts, sessions, sets, ...(title !== '' && { title }) }],
    revision: null,
    records,
    ended: changes.flatMap((each) =>
      each.change === 'grant.used' ? { grant: each.grant, at: tree.lastNow, by: 'used' } : [],
    ),
  }
}
