import { type Database, number, type Row, text, textOrNull } from './database.ts'
import { type Link, readLines, type SealedBy, type TreeRow } from './lines.ts'
import { nothingBefore, type Sealed } from './seal.ts'
import type { Lines, OpenedTree } from './store.ts'

const beginning: Link = { seq: 0, mac: nothingBefore }

/** The row of a tree; null if there is none. */
export function treeRow(database: Database, project: number, directory: string, root: string): Row | null {
  return (
    database
      .prepare('SELECT trees.*, ? AS directory FROM trees WHERE project = ? AND root = ?')
      .get(directory, project, root) ?? null
  )
}

export const asTree = (row: Row): TreeRow => ({
  id: number(row, 'id'),
  directory: text(row, 'directory'),
  root: text(row, 'root'),
  seq: number(row, 'seq'),
})

/** The state of a tree, and the lines behind it. */
export function openTree(database: Database, by: SealedBy, row: Row): OpenedTree {
  const tree = asTree(row)
  const kept = snapshotLink(by, row)
  const from = kept ?? beginning
  const found = readLines(database, by, tree, from)
  if (kept === null) found.unsealed.unshift({ seq: number(row, 'snapshot_seq'), why: 'snapshot' })
  return {
    ...found,
    from: from.seq,
    snapshot: kept === null ? null : textOrNull(row, 'snapshot'),
    figures: textOrNull(row, 'figures'),
  }
}

/** The lines behind one that the caller knows. */
export function linesSince(database: Database, by: SealedBy, row: Row, after: number, most?: number): Lines {
  const tree = asTree(row)
  // Of a night that was reduced only what came later is there.
  const seq = row['figures'] === null ? after : Math.max(after, number(row, 'snapshot_seq'))
  const known = database.prepare('SELECT mac FROM lines WHERE tree = ? AND seq = ?').get(tree.id, seq)?.['mac']
  const found = readLines(database, by, tree, { seq, mac: known instanceof Uint8Array ? known : null }, most)
  if (tree.seq < seq) found.unsealed.push({ seq: tree.seq + 1, why: 'missing' })
  return found
}

/** The line that a tree's snapshot stands behind; null if it is not sealed. */
export function snapshotLink({ sealer }: SealedBy, row: Row): Link | null {
  const seq = number(row, 'snapshot_seq')
  const mac = row['snapshot_mac']
  if (seq === 0) return beginning
  if (!(mac instanceof Uint8Array)) return null
  return sealer.isSealed(snapshotFields(row, seq, textOrNull(row, 'snapshot')), mac, row['snapshot_seal'])
    ? { seq, mac }
    : null
}

const snapshotFields = (row: Row, seq: number, state: string | null): Sealed => [
  'snapshot',
  text(row, 'directory'),
  text(row, 'root'),
  seq,
  state,
]

/** Keeps the state of a tree after a line; null where only figures are left. */
export function keepSnapshot(database: Database, { sealer }: SealedBy, row: Row, at: Link, state: string | null): void {
  const mac = at.mac ?? nothingBefore
  const seal = sealer.seal(snapshotFields(row, at.seq, state), mac)
  database
    .prepare('UPDATE trees SET snapshot_seq = ?, snapshot = ?, snapshot_mac = ?, snapshot_seal = ? WHERE id = ?')
    .run(at.seq, state, mac, seal, number(row, 'id'))
}
