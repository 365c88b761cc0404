import { Lexer } from 'yaml'
import { templateComments } from '../../core/template/syntax.ts'
import type { Lines } from './text-position.ts'

/** A comment of a YAML text, with the `#`, or of a template, without its braces. */
export interface Comment {
  text: string
  offset: number
  end: number
}

/** A stretch of offsets. */
export interface Stretch {
  start: number
  end: number
}

const scalarFollows = '\u001f'
/** Marks of the lexer that stand for no text. */
const marks = ['\u0002', '\u0018', scalarFollows]

/** The comments of a YAML text, and the scalars that go over several lines. */
export function commentsOf(text: string): { comments: Comment[]; longScalars: Stretch[] } {
  const comments: Comment[] = []
  const longScalars: Stretch[] = []
  let offset = 0
  let isScalar = false
  for (const part of new Lexer().lex(text)) {
    if (!isScalar && marks.includes(part)) {
      isScalar = part === scalarFollows
      continue
    }
    if (isScalar && part.includes('\n')) longScalars.push({ start: offset, end: offset + part.trimEnd().length })
    if (!isScalar && part.startsWith('#')) comments.push({ text: part, offset, end: offset + part.length })
    if (!isScalar && /^["']/.test(part) && part.includes('\n'))
      longScalars.push({ start: offset, end: offset + part.length })
    offset += part.length
    isScalar = false
  }
  return { comments, longScalars }
}

/** The comments of a template. */
export function commentsOfTemplate({ text, starts }: Lines): Comment[] {
  const offsetOf = ({ line, column }: { line: number; column: number }): number => (starts[line - 1] ?? 0) + column
  return templateComments(text).map(({ value, loc }) => ({
    text: value.trim(),
    offset: offsetOf(loc.start),
    end: offsetOf(loc.end),
  }))
}
