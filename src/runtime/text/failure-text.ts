import { EvaluationError } from '../../core/operators/error.ts'
import { ExpectedError, FileFailure } from '../ports.ts'

const words: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  EDQUOT: 'the disk quota is used up',
}

/** Why something failed that may well fail, short enough for a sentence; null for a fault, which nobody expected. */
export function expectedText(error: unknown): string | null {
  if (error instanceof FileFailure) return systemText(error.code, error.message)
  if (error instanceof ExpectedError) return error.message
  if (error instanceof EvaluationError)
    return error.cause === undefined || expectedText(error.cause) !== null ? error.message : null
  return isSystemError(error) ? systemText(error.code, error.message) : null
}

/** The same where somebody above catches faults: they are thrown on. */
export function failureText(error: unknown): string {
  const text = expectedText(error)
  if (text === null) throw error
  return text
}

/** A value in place of what failed as it may; faults are thrown on. */
export function unlessFault<T>(error: unknown, otherwise: T): T {
  if (expectedText(error) === null) throw error
  return otherwise
}

function systemText(code: string, message: string): string {
  const known = words[code]
  return known === undefined ? message : `${known}, ${code}`
}

/** What the operating system refused, by its code. */
export function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code)
}
