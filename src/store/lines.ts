import { bytes, type Database, number, numberOrNull, type Row, text } from './database/database.ts'
import { nothingBefore, type Sealed, type SealedBy } from './seal.ts'
import type { Line, Lines, NewLine, Unsealed } from './store.ts'

/** A tree as its row has it. */
export interface TreeRow {
  id: number
  directory: string
  root: string
  /** The highest number that was ever given. */
  seq: number
}

const fields = ({ directory, root }: TreeRow, line: Line): Sealed => [
  'line',
  directory,
  root,
  line.seq,
  line.at,
  line.process,
  line.kind,
  line.body,
]

/** Where a chain of lines goes on: after this number, with this seal before it. */
export interface Link {
  seq: number
  mac: Uint8Array | null
}

/** The lines behind one, at most `most`, each with its seal looked at. */
export function readLines(database: Database, by: SealedBy, tree: TreeRow, from: Link, most = -1): Lines {
  const rows = database
    .prepare('SELECT rowid AS place, * FROM lines WHERE tree = ? AND seq > ? ORDER BY seq LIMIT ?')
    .all(tree.id, from.seq, most)
  const lines: Line[] = []
  const unsealed: Unsealed[] = []
  let before = from.mac
  let last = from.seq
  for (const row of rows) {
    const line = lineOf(row)
    const prev = bytes(row, 'prev')
    if (line.seq > last + 1 || (before !== null && !equal(prev, before)))
      unsealed.push({ seq: last + 1, why: 'missing' })
    if (by.sealer.isSealed(fields(tree, line), prev, row['mac'])) lines.push(line)
    else unsealed.push({ seq: line.seq, why: number(row, 'place') <= by.lostUpTo ? 'lost-key' : 'forged' })
    before = bytes(row, 'mac')
    last = line.seq
  }
  if (rows.length === most) return { seq: last, lines, unsealed }
  if (tree.seq > last) unsealed.push({ seq: last + 1, why: 'missing' })
  return { seq: Math.max(last, tree.seq), lines, unsealed }
}

const lineOf = (row: Row): Line => ({
  seq: number(row, 'seq'),
  at: number(row, 'at'),
  process: text(row, 'process'),
  kind: text(row, 'kind'),
  body: text(row, 'body'),
})

const equal = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** The number of the first line that is still there; null if there is none. */
export function firstLine(database: Database, tree: number): number | null {
  const row = database.prepare('SELECT min(seq) AS seq FROM lines WHERE tree = ?').get(tree) ?? {}
  return numberOrNull(row, 'seq')
}

/** Writes lines behind the last one and gives the new last one. Call it within a transaction. */
export function appendLines(
  database: Database,
  { sealer }: SealedBy,
  tree: TreeRow,
  process: string,
  lines: readonly NewLine[],
  behind: Link,
): Link {
  const insert = database.prepare(
    'INSERT INTO lines (tree, seq, at, process, kind, body, prev, mac) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  let { seq } = behind
  let prev = behind.mac ?? nothingBefore
  for (const { at, kind, body } of lines) {
    seq += 1
    const mac = sealer.seal(fields(tree, { seq, at, process, kind, body }), prev)
    insert.run(tree.id, seq, at, process, kind, body, prev, mac)
    prev = mac
  }
  return { seq, mac: prev }
}
