import type { CheckCode, Severity } from './checks.ts'

/** Something wrong with a policy or a case file, as data. */
export interface Problem {
  /** The check that found it, such as `unknown-key`. */
  code: CheckCode
  severity: Severity
  /** One sentence that says what is wrong and what to do, without a full stop. */
  message: string
  /** The name of the source as the user gave it. */
  file: string
  /** From 1; 0 means the file as a whole. */
  line: number
  /** From 1; 0 means the line as a whole. */
  column: number
}
