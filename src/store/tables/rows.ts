import { type Database, number, type Row } from '../database/database.ts'

/** A project as the tables know it. */
export interface ProjectRow {
  id: number
  directory: string
}

/** Rows behind the id `after`; those up to it are not believed. Seals are 64 hexadecimal digits. */
export interface Covered {
  after: number
  seal: string
}

/** A row with a higher id or number was made by somebody who does not count. */
export const highest = 999_999_999

/** The id of a new row: behind all that are there. */
export function nextId(database: Database, table: 'answers' | 'grants', after: number): number {
  const sql = `SELECT coalesce(max(id), 0) AS id FROM ${table} WHERE id <= ${highest}`
  return Math.max(after, number(database.prepare(sql).get() ?? {}, 'id')) + 1
}

export const hexadecimal = (seal: Uint8Array): string => Buffer.from(seal).toString('hex')

/** A word out of a closed list. Another one is read as `otherwise`, and the row's seal does not fit then. */
export function word<T extends string>(row: Row, column: string, allowed: readonly T[], otherwise: T): T {
  const found = row[column]
  return allowed.find((one) => one === found) ?? otherwise
}
