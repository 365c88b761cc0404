import { createHash } from 'node:crypto'
import { EvaluationError } from '../../../../src/core/operators/error.ts'
import { createProjectPaths } from '../../../../src/decode/project-paths.ts'
import type { Kind } from '../hostile.ts'

/** Who reads a text that we did not write. */
export interface TextReader {
  name: string
  /** The modules that read it, as beginnings of their paths. */
  of: readonly string[]
  /** What it looks for. */
  kinds: readonly Kind[]
  read: (text: string) => unknown
  /**
   * Where nobody decides meanwhile, as at a start or in a command of a person: the length that is tried, in UTF-16
   * units. Then the time may be longer and must grow with the text.
   */
  apart?: number
  /** So much of a longer text is read, in UTF-16 units, so that one of this length is tried too. */
  alsoAt?: number
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
export const context = { digest, paths: createProjectPaths('/project', '/project', (path) => path) }

/** A reader that may refuse a text: its own error is an answer. */
export const orRefused =
  (read: (text: string) => unknown) =>
  (text: string): unknown => {
    try {
      return read(text)
    } catch (error) {
      if (error instanceof EvaluationError) return error.message
      throw error
    }
  }
