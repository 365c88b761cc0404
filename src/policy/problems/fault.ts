import type { CheckCode } from './checks.ts'
import type { Path } from '../yaml/tree.ts'

/** What is wrong at a path of a document, before it is known in which file that stands. */
export interface Fault {
  path: Path
  code: CheckCode
  message: string
}

/** A value, or what is wrong with it. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; message: string }

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const failed = (message: string): { ok: false; message: string } => ({ ok: false, message })
