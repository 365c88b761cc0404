import { withoutEnd } from '../core/text.ts'

const most = 200
const longest = 20_000

/** What may be paths in the code of any language: joined pieces of text count as one. */
export function pathsInCode(text: string): string[] {
  const code = text.slice(0, longest)
  const joined = code.replace(/["'`]\s{0,9}(?:\+|\.\.?|<>|&)?\s{0,9}["'`]/g, '')
  const folders = code.replace(/["'`]\s{0,9}[,/]\s{0,9}["'`]/g, '/')
  const pieces = [code, joined, folders].flatMap((each) => each.split(/[^\w./~*?@\-[\]{}]+/))
  const named = pieces.map((piece) => withoutEnd(piece.replace(/^[*?[\]{}@]+/, ''), ',;:[]{}'))
  return [...new Set(named.filter((piece) => /[./]/.test(piece) && /\w{3}/.test(piece)))].slice(0, most)
}
