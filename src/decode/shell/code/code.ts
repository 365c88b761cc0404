import { withoutEnd } from '../../../core/text.ts'
import { listedToChange } from './listed.ts'
import { literalsOf } from './literals.ts'
import { unknown } from '../path.ts'
import { decoded, fromHex, unescaped } from './text.ts'

/** No line that is read is longer. */
const longest = 40_000
/** Each of these makes the code be read once more. */
const mostJoins = 12

const character = /(?:\bchr|(?:\bString)?\.from(?:CharCode|CodePoint))\(\s*(\d{1,3})\s*\)/g

/** A list that becomes one text, with what stands between its items. */
const joins = /\.join\(\s?(["'`])([^"'`]{0,3})\1|(["'`])([^"'`]{0,3})\3\.join\(|\bjoin\(\s?(["'`])([^"'`]{0,3})\5/g
/** Places in a text that are filled with others. */
const filled = /%[sdr]|[#$]?\{[^{}\n]{0,40}\}/g

const joinsIn = (code: string): Set<string> =>
  new Set([...code.matchAll(joins)].map(([, , first, , second, , third]) => first ?? second ?? third ?? ''))

/** The code in all the ways in which its pieces of text may be put together. */
function readings(code: string): string[] {
  const plain = unescaped(code)
    .replace(character, (_, number: string) => JSON.stringify(String.fromCharCode(Number(number))))
    .replace(/\$\{\s{0,9}["'`]([^"'`\n]*)["'`]\s{0,9}\}/g, '$1')
  const joined = plain.replace(/["'`]\s{0,9}(?:\+|\.\.|<>|&|\.concat\()?\s{0,9}["'`]/g, '')
  const dotted = plain.replace(/["'`]\s{0,9}\.?\s{0,9}["'`]/g, '')
  const folders = plain.replace(/["'`]\s{0,9}[,/]\s{0,9}["'`]/g, '/')
  const lists = [...joinsIn(plain)]
    .slice(0, mostJoins)
    .map((text) => plain.replace(/["'`]\s{0,9},\s{0,9}["'`]/g, () => text))
  return [plain, joined, dotted, folders, ...lists]
}

/** Texts that pieces of code stand for once they are decoded or turned round. */
function hidden(code: string): string[] {
  const isTurned = /\[::-1\]|revers|\brev\b/.test(code)
  return literalsOf(code).flatMap((text) => [
    ...decoded(text),
    ...fromHex(text),
    ...(/[%{]/.test(text) ? [text.replace(filled, '*')] : []),
    ...(isTurned ? [[...text].reverse().join('')] : []),
  ])
}

/** What may be paths in the code of any language: joined pieces of text count as one. */
export function pathsInCode(text: string): string[] {
  const code = text.slice(0, longest)
  const texts = [code, ...hidden(code)]
  const isMore = text.length > longest || texts.some((each) => joinsIn(unescaped(each)).size > mostJoins)
  const pieces = texts
    .flatMap(readings)
    .flatMap((each) => each.split(/[^\w./~*?@\-[\]{}]+/))
    .flatMap((piece) => (/^\w+[[{]/.test(piece) ? [piece, ...piece.split(/[[\]{}]/)] : [piece]))
  const named = pieces.map((piece) => withoutEnd(piece.replace(/^[*?[\]{}@]+/, ''), ',;:[]{}'))
  const paths = named.filter((piece) => /[./]|\w\*\w/.test(piece) && /\w{3}/.test(piece))
  return [...new Set([...(isMore ? [unknown] : []), ...listedToChange(code), ...paths])]
}
