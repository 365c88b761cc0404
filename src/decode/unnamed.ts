import { carriers, interpreters, programOf, shells, wrappers } from '../core/operators/shell/wrapper.ts'
import { readLine } from '../core/operators/shell/line.ts'
import { literalsOf } from './shell/code/literals.ts'
import { mannerOf } from './shell/manner.ts'

/** Arguments of unknown tools that are for people, or become what a file holds. */
const proseKeys =
  /^(?:contents?|body|description|title|subject|message|comments?|notes?|summary|reason|explanation|thought|thinking|markdown|html|old_?\w*|new_?\w*|replacement|diff)$/i
const deepest = 8
/** No honest line for a shell is longer where it stands under a name that does not tell of it. */
const longest = 4000
const most = 50

/** Texts of an unknown tool that stand under names which say nothing of them. */
function plainTexts(input: unknown, known: RegExp, depth = 0): string[] {
  if (typeof input === 'string') {
    // Keys such as that which breaks off stand before what is typed.
    const text = input.replace(/^[\p{Cc}\s]+/u, '').trimEnd()
    return text.length <= longest ? [text] : []
  }
  if (typeof input !== 'object' || input === null || depth > deepest) return []
  return Object.entries(input).flatMap(([key, value]) =>
    proseKeys.test(key) || known.test(key) ? [] : plainTexts(value, known, depth + 1),
  )
}

const quoted = /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g
/** Words by which people are told from shells. */
const prose =
  /(?:^|\s)(?:the|an|is|are|was|were|its?|that|this|these|those|of|should|must|please|because|which|so|not|we|you|I|my|your|with|about|into)(?=[\s.,;:!?]|$)/i

const isProse = (text: string): boolean => prose.test(text.replace(quoted, ' '))

/** Commands of PowerShell that write. */
const cmdlet = /^(?:set|add|clear|remove|move|rename|copy|new|out)-(?:content|item|file)$/i

function isProgram(name: string): boolean {
  const program = programOf(name)
  return (
    /^(?:cd|pushd|export|eval|npm|pnpm|opencode-diverter|policy)$/.test(program) ||
    cmdlet.test(program) ||
    shells.has(program) ||
    carriers.has(program) ||
    interpreters.test(program) ||
    Object.hasOwn(wrappers, program) ||
    mannerOf(program, []).kind !== 'unknown'
  )
}

function isLine(text: string): boolean {
  if (!/^[\w./~\\"'$({]/.test(text) || isProse(text)) return false
  const { commands, complete } = readLine(text)
  const named = commands.filter(({ words }) => words.length > 0)
  return (
    complete &&
    named.some(({ words }) => words.length > 1) &&
    named.every(({ words: [name] }) => isProgram(name?.value ?? ''))
  )
}

/** A call with a text, such as `open('a')` or `run(['a'])`; or SQL that writes a file, or gives a line to a shell. */
const isCode = (text: string): boolean =>
  (/\w\(\s{0,9}(?:\[\s{0,9})?["'`]/.test(text) && !isProse(text)) || writesBySql(text)

const writesBySql = (text: string): boolean =>
  /\binto\s{1,9}(?:outfile|dumpfile)\b|\b(?:attach|vacuum\s{1,9}into|export\s{1,9}database)\b[^'\n]{0,40}'/i.test(
    text,
  ) ||
  /\b(?:lo_export|pg_file_write|writefile|xp_cmdshell)\s{0,9}\(?\s{0,9}['"\d]/i.test(text) ||
  (/\bcopy\b/i.test(text) && /\bto\s{1,9}(?:program\s{1,9})?'/i.test(text))

/** Texts under names that say nothing which are lines for a shell, or code, by their own words. */
export function unnamed(input: unknown, known: RegExp): { lines: string[]; code: string[] } {
  const texts = plainTexts(input, known).slice(0, most)
  return { lines: asOne(texts.filter(isLine)), code: asOne(texts.filter(isCode)) }
}

/** So many words of a list, or texts of code, are looked at behind the name of a program. */
const mostWords = 20

/** Lists of words, and what stands beside the name of a program, as the lines that they are for a shell. */
export const spelled = (input: unknown): string[] => pieces(input).filter(isShortLine)

function pieces(input: unknown, depth = 0): string[] {
  if (typeof input !== 'object' || input === null || depth > deepest) return []
  const kept = Object.entries(input).flatMap(([key, value]) => (proseKeys.test(key) ? [] : [value]))
  const within = kept.flatMap((value) => pieces(value, depth + 1))
  if (Array.isArray(input)) return [wordsOf(input) ?? '', ...within]
  const words = kept.flatMap((value) => wordsOf(value) ?? [])
  return [
    ...within,
    ...words
      .filter(isName)
      .slice(0, most)
      .flatMap((program) => behind(program, words)),
  ]
}

const behind = (program: string, words: readonly string[]): string[] =>
  words.slice(0, mostWords).flatMap((rest) => (rest === program ? [] : `${program} ${rest}`))

/** Longer code is refused for what it may name. */
const longestCode = 40_000

/** The lines for a shell that code has in its texts, in one of them or word by word. */
export function linesInCode(code: string): string[] {
  const texts = literalsOf(code.slice(0, longestCode))
  const listed = texts.flatMap((text, at) => (isName(text) ? [texts.slice(at, at + mostWords).join(' ')] : []))
  return [...texts, ...listed].filter(isShortLine)
}

const isName = (text: string): boolean => /^[\w./~@-]{1,200}$/.test(text) && isProgram(text)
const isShortLine = (text: string): boolean => text.length <= longest && isLine(text)

/** A text, or a list of texts as one; null for what has no words. */
function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(' ') : null
}

/** As one text they cost no more than one does. */
const asOne = (texts: readonly string[]): string[] => (texts.length === 0 ? [] : [texts.join('\n')])
