import { checkGlob, globMatcher, type Matches } from '../glob-match.ts'
import { memo, once } from '../memo.ts'
import { readLine, type ShellCommand, type ShellRedirect, type ShellWord } from './line.ts'

export interface WordPattern {
  text: string
  value: string
  /** True if the word means itself only. */
  literal: boolean
  /** True if part of it stands for what nobody wrote; braces alone write all that they mean. */
  isStar: boolean
  /** How many characters stand before that part. */
  written: number
  /** As a shell reads it: "*" ends at a slash. For what is allowed. */
  narrow: (word: string) => boolean
  /** "*" is any text. For what is refused. */
  wide: (word: string) => boolean
}

/** A command pattern such as "npm test *". */
export interface CommandPattern {
  words: readonly WordPattern[]
  /** True if a last "*" lets any further words follow. */
  open: boolean
  assignments: readonly string[]
  redirects: readonly ShellRedirect[]
}

/** What stands for more than itself. */
export const star = /[*?[\]]|[!+@]\(/
const special = /[*?[\]{}()!+@\\]/

function wordPattern({ value, text }: Pick<ShellWord, 'value' | 'text'>): WordPattern {
  const any = () => true
  if (text === '*') return { text, value, literal: false, isStar: true, written: 0, narrow: any, wide: any }
  if (!special.test(value)) {
    const same = (word: string) => word === value
    return { text, value, literal: true, isStar: false, written: 0, narrow: same, wide: same }
  }
  const matchers = once(() => matchersOf(value) ?? { narrow: () => false, wide: any })
  return {
    text,
    value,
    literal: false,
    isStar: star.test(value),
    written: value.search(special),
    narrow: (word) => matchers().narrow(word),
    wide: (word) => matchers().wide(word),
  }
}

const withoutHere = (path: string): string => path.replace(/^(?:\.\/)+/, '')

/** Null for a word that cannot be matched in bounded time: it allows nothing, and may be whatever is refused. */
function matchersOf(glob: string): { narrow: Matches; wide: Matches } | null {
  if (checkGlob(glob) !== null) return null
  // For a glob `./a` is `a`; for a command it is another word, by which a program is meant that lies here.
  const bare = withoutHere(glob)
  const [narrow, wide] = [globMatcher(bare), globMatcher(bare, { wide: true })]
  if (bare === glob) return { narrow, wide }
  return {
    narrow: (word) => word !== withoutHere(word) && narrow(withoutHere(word)),
    wide: (word) => wide(withoutHere(word)),
  }
}

/** The one command that a pattern spells, or null if it is no single command. */
function commandIn(pattern: string): ShellCommand | null {
  const { commands, understood } = readLine(pattern)
  const [command, ...more] = commands
  return understood && command !== undefined && more.length === 0 && command.words.length > 0 ? command : null
}

/** Longer ones are written by nobody, and take long to be read. */
const longestPattern = 4096

/** One that is too long is the word of no program. */
function compile(given: string): CommandPattern {
  const pattern = given.length > longestPattern ? '\0' : given
  const split = pattern.trim().split(/\s+/)
  const words = split.map((word): ShellWord => ({ value: word, text: word, kind: 'plain', texts: [word], parts: [] }))
  const found = commandIn(pattern)
  // What stands before a star alone, as `time *`, is no command for a shell; the star is not meant to be any.
  const isBare = found?.words.length === 1 && found.words[0]?.text === '*' && split.length > 1
  const command: ShellCommand = found === null || isBare ? { words, assignments: [], redirects: [], fed: [] } : found
  const open = command.words.at(-1)?.text === '*'
  return {
    words: (open ? command.words.slice(0, -1) : command.words).map(wordPattern),
    open,
    assignments: command.assignments,
    redirects: command.redirects,
  }
}

export const compilePattern = memo(500, compile)

/** What is wrong with a command pattern, or null. */
export function checkCommand(pattern: string): string | null {
  if (pattern.length > longestPattern)
    return `Cannot use a command pattern of ${pattern.length} characters: allowed are ${longestPattern}`
  if (pattern.trim() === '') return 'Cannot use the command pattern: it is empty; write the words of a command'
  if (/\p{Cc}/u.test(pattern)) return 'Cannot use the command pattern: it holds a control character'
  const command = commandIn(pattern)
  if (command === null)
    return `Cannot use the command pattern ${JSON.stringify(pattern)}: it must be one command, without | && ; or $(…); write one pattern for each command`
  return command.words.map(({ value }) => checkGlob(value)).find((problem) => problem !== null) ?? null
}
