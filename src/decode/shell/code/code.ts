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

const constant = /(?<![\w$.])\$?(\w{1,40})\s{0,9}:?=\s{0,9}(["'`])([^"'`\n]{0,200})\2/g
const mostConstants = 50
/** A name in a text, such as `${x}`, `#{x}`, `{x}` and `$x/`; and one beside texts. */
const within = /[$#]?\{(\w{1,40})\}|\$(\w{1,40})(?=[./-]{0,3}\w)/g
const alone = /(?<![\w.])\$?(\w{1,40})\b(?!\s{0,9}:?=[^=])/g

/** The code with texts in the place of names that it gave them; not whole if that would make it far longer. */
function withConstants(code: string): { inlined: string; whole: boolean } {
  const found = [...code.matchAll(constant)]
  const texts = new Map(found.slice(0, mostConstants).map(([, name = '', , text = '']) => [name, text]))
  let room = longest
  const put = (name: string, whole: string, write: (text: string) => string): string => {
    const text = texts.get(name)
    if (text === undefined) return whole
    room -= text.length
    return room < 0 ? whole : write(text)
  }
  const inlined =
    texts.size === 0
      ? code
      : code
          .replace(within, (whole, braced?: string, bare?: string) => put(braced ?? bare ?? '', whole, (text) => text))
          .replace(alone, (whole, name: string) => put(name, whole, JSON.stringify))
  return { inlined, whole: room >= 0 && found.length <= mostConstants }
}

/** The code in all the ways in which its pieces of text may be put together. */
export function readings(code: string): string[] {
  const plain = unescaped(code)
    .replace(character, (_, number: string) => JSON.stringify(String.fromCharCode(Number(number))))
    .replace(/\$\{\s{0,9}["'`]([^"'`\n]*)["'`]\s{0,9}\}/g, '$1')
  const { inlined } = withConstants(plain)
  const joined = inlined.replace(/["'`]\s{0,9}(?:\+|\.\.|<>|&|\.concat\()?\s{0,9}["'`]/g, '')
  const dotted = inlined.replace(/["'`]\s{0,9}\.?\s{0,9}["'`]/g, '')
  const folders = inlined.replace(/["'`]\s{0,9}[,/]\s{0,9}["'`]/g, '/')
  const lists = [...joinsIn(plain)]
    .slice(0, mostJoins)
    .map((text) => inlined.replace(/["'`]\s{0,9},\s{0,9}["'`]/g, () => text))
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
  const isMore =
    text.length > longest ||
    texts.some((each) => joinsIn(unescaped(each)).size > mostJoins || !withConstants(unescaped(each)).whole)
  const pieces = texts
    .flatMap(readings)
    .flatMap((each) => each.split(/[^\w./~*?@\-[\]{}]+/))
    .flatMap((piece) => (/^\w+[[{]/.test(piece) ? [piece, ...piece.split(/[[\]{}]/)] : [piece]))
  const named = pieces.map((piece) => withoutEnd(piece.replace(/^[*?[\]{}@]+/, ''), ',;:[]{}'))
  const attached = named.flatMap((piece) => (/^-[a-zA-Z]\w/.test(piece) ? piece.slice(2) : []))
  const paths = [...named, ...attached].filter((piece) => /[./]|\w\*\w/.test(piece) && /\w{3}/.test(piece))
  return [...new Set([...(isMore ? [unknown] : []), ...listedToChange(code), ...paths])]
}
