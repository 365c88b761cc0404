import { bytes, type Database, number, numberOrNull, type Row, text, textOrNull } from './database/database.ts'
import { type Link, readLines, type TreeRow } from './lines.ts'
import { nothingBefore, type Sealed, type SealedBy } from './seal.ts'
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

export interface Snapshot {
  /** The line that it stands behind. */
  seq: number
  state: string | null
  mac: Uint8Array
  isSealed: boolean
}

/** The snapshot of a tree with its seal looked at, which takes as long as it is big; null if there is none. */
export function snapshotOf(database: Database, { sealer }: SealedBy, row: Row): Snapshot | null {
  const found = database.prepare('SELECT seq, state, mac, seal FROM snapshots WHERE tree = ?').get(number(row, 'id'))
  if (found === undefined) return null
  const [seq, state, mac] = [number(found, 'seq'), textOrNull(found, 'state'), bytes(found, 'mac')]
  return { seq, state, mac, isSealed: sealer.isSealed(snapshotFields(row, seq, state), mac, found['seal']) }
}

export const asTree = (row: Row): TreeRow => ({
  id: number(row, 'id'),
  directory: text(row, 'directory'),
  root: text(row, 'root'),
  seq: number(row, 'seq'),
})

/** The state of a tree, and the lines behind it. */
export function openTree(database: Database, by: SealedBy, row: Row): Omit<OpenedTree, 'isRenewed'> {
  const tree = asTree(row)
  const snapshot = snapshotOf(database, by, row)
  const kept = snapshot?.isSealed === true ? snapshot : null
  const from = kept ?? beginning
  const found = readLines(database, by, tree, from)
  if (snapshot?.isSealed === false) found.unsealed.unshift({ seq: snapshot.seq, why: 'snapshot' })
  return {
    ...found,
    from: from.seq,
    snapshot: kept?.state ?? null,
    figures: keptFigures(by, row)?.figures ?? null,
  }
}

/** The lines behind one that the caller knows. */
export function linesSince(database: Database, by: SealedBy, row: Row, after: number, most?: number): Lines {
  const tree = asTree(row)
  const seq = Math.max(after, keptFigures(by, row)?.upTo ?? 0)
  const known = database.prepare('SELECT mac FROM lines WHERE tree = ? AND seq = ?').get(tree.id, seq)?.['mac']
  const found = readLines(database, by, tree, { seq, mac: known instanceof Uint8Array ? known : null }, most)
  if (tree.seq < seq) found.unsealed.push({ seq: tree.seq + 1, why: 'missing' })
  return found
}

/** What was kept of lines up to one that were taken away; null where nobody of ours took any. */
export function keptFigures({ sealer }: SealedBy, row: Row): { figures: string; upTo: number } | null {
  const [figures, upTo] = [textOrNull(row, 'figures'), numberOrNull(row, 'reduced_to')]
  if (figures === null || upTo === null) return null
  return sealer.isSealed(figuresFields(row, figures, upTo), nothingBefore, row['figures_seal'])
    ? { figures, upTo }
    : null
}

export function keepFigures(database: Database, { sealer }: SealedBy, row: Row, figures: string, upTo: number): void {
  const seal = sealer.seal(figuresFields(row, figures, upTo), nothingBefore)
  database
    .prepare('UPDATE trees SET figures = ?, reduced_to = ?, figures_seal = ? WHERE id = ?')
    .run(figures, upTo, seal, number(row, 'id'))
}

const figuresFields = (row: Row, figures: string, upTo: number): Sealed => [
  'figures',
  text(row, 'directory'),
  text(row, 'root'),
  upTo,
  figures,
]

/** The last line of a tree. Where its lines were taken away, the snapshot tells of it. */
export function lastLink(database: Database, by: SealedBy, row: Row): Link {
  const tree = asTree(row)
  const last = database.prepare('SELECT seq, mac FROM lines WHERE tree = ? ORDER BY seq DESC LIMIT 1').get(tree.id)
  if (last !== undefined) return { seq: Math.max(tree.seq, number(last, 'seq')), mac: bytes(last, 'mac') }
  const snapshot = snapshotOf(database, by, row)
  return { seq: tree.seq, mac: snapshot?.isSealed === true ? snapshot.mac : nothingBefore }
}

const snapshotFields = (row: Row, seq: number, state: string | null): Sealed => [
  'snapshot',
  text(row, 'directory'),
  text(row, 'root'),
  seq,
  state,
]

/** Keeps the state of a tree after a line. */
export function keepSnapshot(database: Database, { sealer }: SealedBy, row: Row, at: Link, state: string | null): void {
  const mac = at.mac ?? nothingBefore
  const seal = sealer.seal(snapshotFields(row, at.seq, state), mac)
  database
    .prepare('INSERT OR REPLACE INTO snapshots (tree, seq, state, mac, seal) VALUES (?, ?, ?, ?, ?)')
    .run(number(row, 'id'), at.seq, state, mac, seal)
}

/** See `namedBehind`. Lines have their places in the order in which they were written. */
export const rootsNaming = (
  database: Database,
  project: number,
  { root, seq }: { root: string; seq: number },
  named: string,
): string[] =>
  database
    .prepare(
      `WITH line AS (
         SELECT lines.rowid AS place, lines.at FROM lines JOIN trees ON trees.id = lines.tree
         WHERE trees.project = ?1 AND trees.root = ?2 AND lines.seq = ?3
       )
       SELECT trees.root FROM line JOIN lines ON lines.rowid > line.place JOIN trees ON trees.id = lines.tree
       WHERE trees.project = ?1 AND lines.kind = 'decision' AND instr(lines.body, ?4) > 0
       UNION
       SELECT trees.root FROM line JOIN trees ON trees.project = ?1 AND trees.at >= line.at
       WHERE trees.reduced_to IS NOT NULL`,
    )
    .all(project, root, seq, named)
    .map((row) => text(row, 'root'))
