import { bytes, type Database, number, text } from '../database/database.ts'
import { nothingBefore, type SealedBy } from '../seal.ts'
import { hexadecimal, highest, type ProjectRow } from '../tables/rows.ts'

/** Before the first mark: 64 hexadecimal digits. */
export const noMarks = hexadecimal(nothingBefore)

/** Mixed in twice a mark is gone, so what it stands for comes, changes and goes in any order. */
export function mixed(digest: string, marks: readonly (Uint8Array | null)[]): string {
  const sum = Buffer.from(digest, 'hex')
  for (const mark of marks) for (const [at, byte] of mark?.entries() ?? []) sum[at] = (sum[at] ?? 0) ^ byte
  return hexadecimal(sum)
}

/** Where a tree ends. Nobody without the key knows it, so nobody can tell which marks make up for each other. */
function treeMark({ sealer, marks }: SealedBy, { id, directory }: ProjectRow, root: string, seq: number): Uint8Array {
  const name = `${id} ${root}`
  const known = marks.get(name)
  if (known?.seq === seq) return known.mark
  const mark = sealer.seal(['tree', directory, root, seq], nothingBefore)
  marks.set(name, { seq, mark })
  return mark
}

export function treesDigest(database: Database, by: SealedBy, project: ProjectRow): string {
  const rows = database.prepare('SELECT root, seq FROM trees WHERE project = ?').all(project.id)
  return mixed(
    noMarks,
    rows.map((row) => treeMark(by, project, text(row, 'root'), number(row, 'seq'))),
  )
}

/** The digest after a tree grew; `from` is null for a new one. */
export const grown = (
  by: SealedBy,
  project: ProjectRow,
  trees: string,
  root: string,
  { from, to }: { from: number | null; to: number },
): string => mixed(trees, [from === null ? null : treeMark(by, project, root, from), treeMark(by, project, root, to)])

/** How an entry stands in the store. */
export interface EntrySeal {
  prefix: string
  number: number
  seal: Uint8Array
}

export const entryMark = (
  { sealer }: SealedBy,
  { directory }: ProjectRow,
  { prefix, number: of, seal }: EntrySeal,
): Uint8Array => sealer.seal(['entry', directory, prefix, of, hexadecimal(seal)], nothingBefore)

export function entriesDigest(database: Database, by: SealedBy, project: ProjectRow): string {
  const rows = database.prepare(`SELECT prefix, number, seal FROM records WHERE project = ? AND number <= ${highest}`)
  return mixed(
    noMarks,
    rows.all(project.id).map((row) =>
      entryMark(by, project, {
        prefix: text(row, 'prefix'),
        number: number(row, 'number'),
        seal: bytes(row, 'seal'),
      }),
    ),
  )
}
