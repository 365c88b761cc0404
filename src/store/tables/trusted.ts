import { vias } from '../../core/vocabulary.ts'
import { type Database, number, text, textOrNull } from '../database/database.ts'
import { nothingBefore, type Sealed, type Sealer } from '../seal.ts'
import type { Trusted } from '../store.ts'
import { word } from './rows.ts'

const fields = ({ directory, at, via, name, body }: Trusted): Sealed => ['trusted', directory, at, via, name, body]

export function writeTrusted(database: Database, sealer: Sealer, given: Trusted): void {
  database
    .prepare('INSERT OR REPLACE INTO trusted (directory, at, via, name, body, seal) VALUES (?, ?, ?, ?, ?, ?)')
    .run(given.directory, given.at, given.via, given.name, given.body, sealer.seal(fields(given), nothingBefore))
}

/** What is trusted in a folder; null for nothing, and for a row that nobody of ours wrote. */
export function readTrusted(database: Database, sealer: Sealer, directory: string): Trusted | null {
  const row = database.prepare('SELECT * FROM trusted WHERE directory = ?').get(directory)
  if (row === undefined) return null
  const found: Trusted = {
    directory: text(row, 'directory'),
    at: number(row, 'at'),
    via: word(row, 'via', vias, 'page'),
    name: textOrNull(row, 'name'),
    body: text(row, 'body'),
  }
  return sealer.isSealed(fields(found), nothingBefore, row['seal']) ? found : null
}

export const removeTrusted = (database: Database, directory: string): boolean =>
  database.prepare('DELETE FROM trusted WHERE directory = ? RETURNING directory').get(directory) !== undefined
