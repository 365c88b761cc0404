import { FileFailure } from './ports.ts'

const words: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  EDQUOT: 'the disk quota is used up',
}

/** Why a file operation failed, short enough for a sentence. */
export function failureText(error: unknown): string {
  if (error instanceof FileFailure) {
    const known = words[error.code]
    return known === undefined ? error.message : `${known}, ${error.code}`
  }
  return error instanceof Error ? error.message : String(error)
}
