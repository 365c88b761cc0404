import { readLine, type ShellCommand, type ShellWord } from './line.ts'
import type { CommandPattern } from './pattern.ts'
import { carriers, interpreters, programOf, shells } from './wrapper.ts'

const deepest = 5
const mostCommands = 2000
/** Those of nested commands count again for each command around them. */
const mostWords = 20_000

interface Found {
  commands: ShellCommand[]
  /** How many words may still be looked at. */
  left: number
  /** False if something may run that no word says. */
  clear: boolean
}

/** Subcommands such as those of npm, pnpm and docker. */
const running = /^(?:exec|dlx|x)$/
const executed = /^-(?:exec|execdir|ok|okdir)$/

/** Places in a command where another one may begin. */
function starts(words: readonly ShellWord[]): number[] {
  const program = programOf(words[0]?.value ?? '')
  const places = words.map((_, place) => place).slice(1)
  if (carriers.has(program) || program === 'pnpm' || running.test(words[1]?.value ?? '')) return places
  return places.filter((place) => executed.test(words[place - 1]?.value ?? ''))
}

/** Programs that are given commands on their standard input, or code that may run any. */
const given: ReadonlySet<string> = new Set(['at', 'batch', 'crontab', 'xargs'])
const code = /^(?:-[a-zA-Z]*[cepr]|--eval|--print|eval)$/

/** Words of one that carries others that are a whole line for a shell, such as those of tmux. */
const linesIn = (words: readonly ShellWord[]): string[] =>
  carriers.has(programOf(words[0]?.value ?? ''))
    ? words.slice(1).flatMap(({ value }) => (/\s/.test(value.trim()) ? value : []))
    : []

/** The text that a command gives to a shell; null if it gives none, undefined if it cannot be told. */
function scriptOf(words: readonly ShellWord[]): string | null | undefined {
  const [name, ...rest] = words
  const program = programOf(name?.value ?? '')
  if (given.has(program)) return undefined
  if (interpreters.test(program) && (program.endsWith('awk') || rest.some(({ value }) => code.test(value))))
    return undefined
  if (program === 'eval' || program === 'watch') return rest.map((word) => word.value).join(' ')
  const option = rest.findIndex(({ value }) => /^-[a-zA-Z]*c$/.test(value) || value === '--command')
  const split = program === 'env' ? rest.findIndex(({ value }) => /^-S$|^--split-string$/.test(value)) : -1
  const at = split >= 0 ? split : option
  if (shells.has(program)) {
    if (at >= 0) return rest.slice(at + 1).find(({ value }) => !value.startsWith('-'))?.value
    return rest.some(({ value }) => !value.startsWith('-')) ? null : undefined
  }
  return at >= 0 && carriers.has(program) ? rest[at + 1]?.value : null
}

function search(text: string, depth: number, found: Found): void {
  const line = readLine(text)
  found.clear &&= line.complete
  for (const command of line.commands) {
    for (const at of [0, ...starts(command.words)]) {
      found.left -= command.words.length - at
      if (depth >= deepest || found.commands.length >= mostCommands || found.left < 0) {
        found.clear = false
        return
      }
      const words = command.words.slice(at)
      found.commands.push({ ...command, words })
      const script = scriptOf(words)
      if (words[0] !== undefined && words[0].kind !== 'plain') found.clear = false
      if (script === undefined) found.clear = false
      else if (script !== null && script !== '') search(script, depth + 1, found)
      for (const inner of linesIn(words)) search(inner, depth + 1, found)
    }
  }
}

/** Options between the name and the words of a pattern are stepped over, with a value each. */
function fitsFrom(words: readonly ShellWord[], at: number, pattern: CommandPattern): boolean {
  const wanted = pattern.words.slice(1)
  const rest = words.slice(at)
  const fits = (word: ShellWord | undefined, place: number): boolean =>
    word !== undefined && (word.kind !== 'plain' || (wanted[place]?.wide(word.value) ?? true))
  const isLength = pattern.open ? rest.length >= wanted.length : rest.length === wanted.length
  return isLength && isNamed(rest, pattern) && wanted.every((_, place) => fits(rest[place], place))
}

/** A word that may be anything is no match by itself: some word has to say what the pattern says. */
const isNamed = (rest: readonly ShellWord[], { words: [name, ...wanted] }: CommandPattern): boolean =>
  name?.text !== '*' ||
  !wanted.some(({ literal }) => literal) ||
  wanted.some(({ literal }, place) => literal && rest[place]?.kind === 'plain')

function fits({ words, redirects }: ShellCommand, pattern: CommandPattern): boolean {
  const [name] = words
  const [wanted] = pattern.words
  if (name === undefined) return false
  if (wanted !== undefined && !wanted.wide(name.value) && !wanted.wide(programOf(name.value))) return false
  if (!pattern.redirects.every(({ text }) => redirects.some((redirect) => redirect.text === text))) return false
  const isOption = (place: number): boolean => words[place]?.value.startsWith('-') ?? false
  for (let at = 1; at <= words.length; at += 1) {
    if (fitsFrom(words, at, pattern)) return true
    if (!isOption(at) && !(at > 1 && isOption(at - 1))) return false
  }
  return false
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** A line without its quotes and backslashes, and the words in it. */
interface Bare {
  text: string
  words: readonly string[]
}

function bareOf(line: string): Bare {
  const text = line.replace(/["'\\]/g, '')
  // Code gives the words of a command as a list.
  const words = new Set(text.split(/[\s;|&()<>[\],=]+/))
  return { text, words: [...words, ...[...words].map(programOf)] }
}

/** For lines that are not clear: all words of a pattern occur somewhere. */
const occurs = (bare: Bare, pattern: CommandPattern): boolean =>
  pattern.words.every((word) =>
    word.literal
      ? new RegExp(`(?<![\\w-])${escaped(word.value)}(?![\\w-])`).test(bare.text)
      : bare.words.some((piece) => word.wide(piece)),
  )

/** The commands of a line and those that they run, as far as their words tell; `clear`: no other can run. */
export function commandsIn(text: string): Pick<Found, 'commands' | 'clear'> {
  const found: Found = { commands: [], left: mostWords, clear: true }
  search(text, 0, found)
  return found
}

export function someCommand(text: string, patterns: readonly CommandPattern[]): boolean {
  const found = commandsIn(text)
  const bare = found.clear ? null : bareOf(text)
  return patterns.some(
    (pattern) => found.commands.some((command) => fits(command, pattern)) || (bare !== null && occurs(bare, pattern)),
  )
}
