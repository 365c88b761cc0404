import { Lexer } from 'yaml'

/** A YAML comment, with the `#`. */
export interface Comment {
  text: string
  offset: number
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
    if (!isScalar && part.startsWith('#')) comments.push({ text: part, offset })
    if (!isScalar && /^["']/.test(part) && part.includes('\n'))
      longScalars.push({ start: offset, end: offset + part.length })
    offset += part.length
    isScalar = false
  }
  return { comments, longScalars }
}
