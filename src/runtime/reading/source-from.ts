import type { Source } from '../../policy/source.ts'
import { failureText, isSystemError } from '../text/failure-text.ts'

/** A source of what is read, or the reason why there is none. */
export function sourceFrom(name: string, read: () => string): Source | string {
  try {
    return { name, text: read() }
  } catch (error) {
    return isSystemError(error) && error.code === 'ENOENT' ? 'there is no such file' : failureText(error)
  }
}
