import type { Command, Redirection, SyntaxNode, Word, WordPart } from 'unbash'
import { unbashPackage } from '../../packages.ts'
import { bracesOf } from '../braces.ts'
import { memo } from '../memo.ts'
import { plainBodies, type Span } from './plain-body.ts'

/** A word of a command. `value` is what the program gets, quotes and backslashes gone. */
export interface ShellWord {
  value: string
  text: string
  /** plain: known now; glob: names of files; open: whatever a variable, substitution or brace gives. */
  kind: 'plain' | 'glob' | 'open'
  /** What it stands for, braces written out, with globs as they are; null if a variable or the like is in it. */
  texts: readonly string[] | null
  /** What it is made of. */
  parts: readonly WordPart[]
}

export type { WordPart }

export interface ShellRedirect {
  operator: string
  target: string
  text: string
}

/** One command of a line with its words, the name first. */
export interface ShellCommand {
  words: readonly ShellWord[]
  /** Assignments before the name. */
  assignments: readonly string[]
  redirects: readonly ShellRedirect[]
  /** Texts that here-documents and here-strings give to it. */
  fed: readonly string[]
}

/** A variable that takes one word after the other. */
export interface ShellLoop {
  name: string
  words: readonly ShellWord[]
}

export interface ShellLine {
  text: string
  /** Every command, also those in substitutions, groups and loops. */
  commands: readonly ShellCommand[]
  loops: readonly ShellLoop[]
  /** Files that redirections write, wherever they stand. */
  targets: readonly ShellWord[]
  /** Files that redirections read. */
  sources: readonly ShellWord[]
  /** Texts that here-documents and here-strings give to groups and loops. */
  fed: readonly string[]
  /** False if the line has errors, so that there may be commands that are not seen. */
  complete: boolean
  /** True if it is longer, or has more substitutions, than is read. */
  cut: boolean
  /** How many of its letters are texts in which nothing is replaced. */
  plain: number
  /** False too for a construct that may mean more than its commands say. */
  understood: boolean
}

const transparent: ReadonlySet<string> = new Set([
  'Script',
  'Statement',
  'CompoundList',
  'Pipeline',
  'Time',
  'Negation',
  'AndOr',
  'Command',
  'Subshell',
  'BraceGroup',
  'If',
  'Elif',
  'For',
  'While',
  'Word',
  'Redirect',
  'FileDescriptor',
  'Assignment',
])

/** Parts of words: whatever they hold is looked at, and the word says how far it is known. */
const wordParts: ReadonlySet<string> = new Set([
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
  'AnsiCQuoted',
  'LocaleString',
  'Glob',
  'ExtendedGlob',
  'BraceExpansion',
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ProcessSubstitution',
])

const quoted: ReadonlySet<string> = new Set(['Literal', 'SingleQuoted', 'DoubleQuoted', 'AnsiCQuoted', 'LocaleString'])

function kindOf(word: Word): ShellWord['kind'] {
  const parts = word.parts ?? []
  const isQuoted = (part: (typeof parts)[number]): boolean =>
    quoted.has(part.type) && (!('parts' in part) || (part.parts ?? []).every((inner) => inner.type === 'Literal'))
  if (parts.every(isQuoted)) return 'plain'
  return parts.every((part) => isQuoted(part) || part.type === 'Glob') ? 'glob' : 'open'
}

const mostTexts = 100

function textsOf({ parts, value }: Word): string[] | null {
  let texts = ['']
  for (const more of parts === undefined ? [[value]] : parts.map(textsOfPart)) {
    if (more === null || texts.length * more.length > mostTexts) return null
    texts = texts.flatMap((text) => more.map((each) => text + each))
  }
  return texts
}

function textsOfPart(part: WordPart): string[] | null {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [part.value]
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.every((inner) => inner.type === 'Literal')
        ? [part.parts.map((inner) => (inner.type === 'Literal' ? inner.value : '')).join('')]
        : null
    case 'Glob':
      return [part.text]
    case 'BraceExpansion':
      return bracesOf(part.text)?.map((text) => text.replace(/["'\\]/g, '')) ?? null
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution':
    case 'ExtendedGlob':
      return null
  }
}

const wordOf = (word: Word): ShellWord => ({
  value: word.value,
  text: word.text,
  kind: kindOf(word),
  texts: textsOf(word),
  parts: word.parts ?? [{ type: 'Literal', pos: word.pos, end: word.end, value: word.value, text: word.text }],
})

/** Null for a redirection that feeds text in, which only a shell would understand. */
function redirectOf(redirect: Redirection): ShellRedirect | null {
  if (redirect.type !== 'Redirect' || redirect.target === undefined || kindOf(redirect.target) !== 'plain') return null
  const from = redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : ''
  const target = redirect.target.value
  return { operator: redirect.operator, target, text: `${from}${redirect.operator}${target}` }
}

const writing: ReadonlySet<string> = new Set(['>', '>>', '>|', '<>', '>&', '&>', '&>>'])

const fedBy = (redirect: Redirection): string[] =>
  redirect.type === 'HereDoc'
    ? [redirect.body.text]
    : redirect.type === 'HereString' && redirect.target !== undefined
      ? [redirect.target.value]
      : []

function commandOf(command: Command, redirects: readonly ShellRedirect[]): ShellCommand {
  const following = command.args.map(
    (word): ShellWord =>
      word.type === 'Word' ? wordOf(word) : { value: word.text, text: word.text, kind: 'open', texts: null, parts: [] },
  )
  return {
    words: command.name === undefined ? [] : [wordOf(command.name), ...following],
    assignments: command.prefix.flatMap((part) => (part.type === 'Assignment' ? [part.text] : [])),
    redirects,
    fed: command.redirects.flatMap(fedBy),
  }
}

const longest = 40_000
/** Each of these is read again within the one around it, so that time and stack grow with their number. */
const substitution = /[$<>]\(|(?<!\\)`/g
const mostSubstitutions = 64
/** Each of these begins a command, or a value within another. */
const piece = /[;&|\n]|\$\{/g
const mostPieces = 4000

/** So much of a text as can be read in bounded time; texts in which nothing is replaced cost nothing. */
function readable(text: string, plain: readonly Span[]): string {
  const start = text.slice(0, longest + lengthOf(plain))
  const ends = [before(start, substitution, mostSubstitutions, plain), before(start, piece, mostPieces, plain)]
  return start.slice(0, Math.min(...ends))
}

/** Where one more sign than so many stands, apart from those in plain texts; else the end of the text. */
function before(text: string, sign: RegExp, most: number, plain: readonly Span[]): number {
  let count = 0
  let at = 0
  for (const { index } of text.matchAll(sign)) {
    while ((plain[at]?.end ?? Number.POSITIVE_INFINITY) <= index) at += 1
    if (index >= (plain[at]?.from ?? Number.POSITIVE_INFINITY)) continue
    count += 1
    if (count > most) return index
  }
  return text.length
}

const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, end }) => sum + end - from, 0)

const hasErrors = (node: SyntaxNode): boolean =>
  (node.type === 'Script' && 'errors' in node && (node.errors?.length ?? 0) > 0) ||
  ((node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') && node.script === undefined)

function read(text: string): ShellLine {
  const commands: ShellCommand[] = []
  const loops: ShellLoop[] = []
  const targets: ShellWord[] = []
  const sources: ShellWord[] = []
  const fed: string[] = []
  const plain = plainBodies(text)
  const start = readable(text, plain)
  const cut = start.length < text.length
  let complete = !cut
  let isKnown = true
  const { parse, forEachChild } = unbashPackage()
  const visit = (node: SyntaxNode): void => {
    if (hasErrors(node)) complete = false
    if (!transparent.has(node.type) && !wordParts.has(node.type)) isKnown = false
    if (node.type === 'For') loops.push({ name: node.name.value, words: (node.wordlist ?? []).map(wordOf) })
    if (node.type === 'Redirect' && node.target !== undefined) {
      if (writing.has(node.operator)) targets.push(wordOf(node.target))
      else if (node.operator === '<') sources.push(wordOf(node.target))
    }
    if (node.type !== 'Command' && 'redirects' in node) fed.push(...node.redirects.flatMap(fedBy))
    if (node.type === 'Command') {
      const redirects = node.redirects.map(redirectOf)
      if (redirects.includes(null)) isKnown = false
      commands.push(
        commandOf(
          node,
          redirects.filter((redirect) => redirect !== null),
        ),
      )
    }
    forEachChild(node, visit)
  }
  visit(parse(start))
  return {
    text,
    commands,
    loops,
    targets,
    sources,
    fed,
    complete,
    cut,
    plain: lengthOf(plain),
    understood: complete && isKnown,
  }
}

/** Reads a shell line with everything nested in it; comments and quoted operators are no commands. */
export const readLine = memo(50, read)
