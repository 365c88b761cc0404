import { type Indirection, indirections } from './indirection.ts'
import { readLine, type ShellCommand, type ShellRedirect, type ShellWord } from './line.ts'
import type { CommandPattern } from './pattern.ts'
import { starCovers } from './star.ts'
import { carriers, innerStart, programOf, runners, shells, wrappers } from './wrapper.ts'

const deepest = 3

/** Variables of loops that no shell and no program reads: `for PATH in x` is an assignment too. */
const counters = /^(?:[a-z]|dir|file|name|pkg|test)$/

interface Allowed {
  patterns: readonly CommandPattern[]
  depth: number
}

/** True for a redirection that writes and reads no file. */
export const isHarmless = ({ operator, target }: ShellRedirect): boolean =>
  target === '/dev/null' || ((operator === '>&' || operator === '<&') && /^(?:\d|-)$/.test(target))

const fromWord = (pattern: CommandPattern, at: number): CommandPattern => ({
  ...pattern,
  words: pattern.words.slice(at),
})

/** True if the pattern writes this very word, so that the author of the policy meant it. */
const isSpelled = (pattern: CommandPattern, place: number): boolean => pattern.words[place]?.literal ?? false

/** True if a pattern covers a word. The end of options counts right behind what is written. */
export function coversWord(word: ShellWord, pattern: CommandPattern, place: number): boolean {
  const wanted = pattern.words[place]
  if (wanted === undefined) {
    if (!pattern.open) return false
    return (word.value === '--' && place === pattern.words.length) || starCovers(word, 0)
  }
  if (wanted.literal) return word.kind === 'plain' ? word.value === wanted.value : word.text === wanted.text
  if (word.kind === 'open' && word.text === wanted.text && !wanted.isStar) return true
  return wanted.narrow(word.value) && (wanted.isStar ? starCovers(word, wanted.written) : word.kind === 'plain')
}

/** The words that may be the first operand: up to the first that no option can have as its value. */
function operandsOf(words: readonly ShellWord[]): { values: string[]; end: number } {
  const values: string[] = []
  for (const [place, { value }] of words.entries()) {
    if (place === 0 || value.startsWith('-')) continue
    values.push(value)
    if (!words[place - 1]?.value.startsWith('-') || place === 1) return { values, end: place }
  }
  return { values, end: words.length }
}

/** True if no word makes the program run or load something that the pattern does not spell. */
function isDirect(words: readonly ShellWord[], pattern: CommandPattern): boolean {
  const program = programOf(words[0]?.value ?? '')
  const { values } = operandsOf(words)
  const of = (name: string): Indirection[] => (Object.hasOwn(indirections, name) ? [indirections[name] ?? {}] : [])
  const known = [program, ...values.map((value) => `${program} ${value}`)].flatMap(of)
  const places = words.flatMap(({ value }, place) => (place > 0 && !value.startsWith('-') ? place : []))
  const isReached = (name: string, place: number | undefined): boolean =>
    place !== undefined &&
    !isSpelled(pattern, place) &&
    of(name).some(({ operand }) => operand?.(words[place]?.value ?? '') === false)
  if (isReached(program, places[0])) return false
  if (places.some((place, at) => isReached(`${program} ${words[place]?.value}`, places[at + 1]))) return false
  const isSubcommand = (value: string): boolean =>
    values.includes(value) &&
    known.some(({ first = [], shortened = false }) =>
      first.some((name) => name === value || (shortened && value.length > 1 && name.startsWith(value))),
    )
  return words.every(
    ({ value }, place) =>
      place === 0 ||
      isSpelled(pattern, place) ||
      !(isSubcommand(value) || known.some((each) => each.words?.test(value))),
  )
}

interface Script {
  text: string
  /** Where it stands; null if it is several words. */
  place: number | null
}

/** The script that a shell or `eval` gets in words; null: a file; undefined: it cannot be told. */
function scriptOf(words: readonly ShellWord[], program: string): Script | null | undefined {
  if (program === 'eval') {
    const [, ...rest] = words
    const isPlain = rest.every(({ kind }) => kind === 'plain')
    return isPlain ? { place: null, text: rest.map(({ value }) => value).join(' ') } : undefined
  }
  const option = words.findIndex(({ value }, place) => place > 0 && /^-[a-zA-Z]*c$/.test(value))
  if (option < 0) return words.some(({ value }, place) => place > 0 && !value.startsWith('-')) ? null : undefined
  const place = words.findIndex(({ value }, at) => at > option && !value.startsWith('-'))
  const script = words[place]
  return script?.kind === 'plain' ? { place, text: script.value } : undefined
}

function allowsScript(words: readonly ShellWord[], program: string, pattern: CommandPattern, all: Allowed): boolean {
  const script = scriptOf(words, program)
  if (script === undefined) return !pattern.open && pattern.words.length === words.length
  if (script === null || (script.place !== null && isSpelled(pattern, script.place))) return true
  return allowsText(script.text, all)
}

/** Where the command begins that a program only runs; it is looked at by itself. Null: there is none that can be told. */
function innerOf(words: readonly ShellWord[]): number | null {
  const program = programOf(words[0]?.value ?? '')
  if (!Object.hasOwn(wrappers, program)) return null
  return (
    innerStart(
      words.map(({ value }) => value),
      wrappers[program] ?? {},
    ) ?? null
  )
}

function allowsInner(words: readonly ShellWord[], at: number, pattern: CommandPattern, all: Allowed): boolean {
  // What xargs reads becomes words of the inner command.
  const read: ShellWord[] =
    programOf(words[0]?.value ?? '') === 'xargs' ? [{ value: '', text: '', kind: 'open', texts: null, parts: [] }] : []
  const inner = [...words.slice(at), ...read]
  if (isSpelled(pattern, at)) return covers(inner, fromWord(pattern, at), all)
  return allowsCommand({ words: inner, assignments: [], redirects: [], fed: [] }, all)
}

/** Without a word `cd` leads to the home folder, which no star means. */
const leadsHome = ([name, ...rest]: readonly ShellWord[], { open }: CommandPattern): boolean =>
  open && name?.value === 'cd' && rest.every(({ value }) => /^-/.test(value))

/** True if a pattern covers the words of a command and what they run. */
function covers(words: readonly ShellWord[], pattern: CommandPattern, all: Allowed): boolean {
  if (words.length < pattern.words.length || leadsHome(words, pattern)) return false
  const program = programOf(words[0]?.value ?? '')
  const inner = innerOf(words)
  // A script that is allowed by itself may hold anything that a shell reads.
  const script = shells.has(program) && pattern.open ? (scriptOf(words, program)?.place ?? null) : null
  const own = words.slice(0, inner ?? words.length)
  if (!own.every((word, place) => place === script || coversWord(word, pattern, place))) return false
  if (inner !== null) return (pattern.open || isSpelled(pattern, inner)) && allowsInner(words, inner, pattern, all)
  if (!isDirect(words, pattern)) return false
  if (shells.has(program) || program === 'eval') return allowsScript(words, program, pattern, all)
  if (Object.hasOwn(wrappers, program)) return words.length === 1
  if (!carriers.has(program)) return true
  if (!runners.has(program)) return isSpelled(pattern, 1)
  const { end } = operandsOf(words)
  return isDirect(words.slice(end), fromWord(pattern, end))
}

function allowsCommand({ words, assignments, redirects }: ShellCommand, all: Allowed): boolean {
  if (words[0]?.kind !== 'plain') return false
  return all.patterns.some((pattern) => {
    const isSpelledOut =
      assignments.every((assignment) => pattern.assignments.includes(assignment)) &&
      redirects.every(
        (redirect) => isHarmless(redirect) || pattern.redirects.some(({ text }) => text === redirect.text),
      )
    return isSpelledOut && covers(words, pattern, all)
  })
}

function allowsText(text: string, all: Allowed): boolean {
  if (all.depth >= deepest) return false
  const { commands, loops, understood } = readLine(text)
  if (!loops.every(({ name }) => counters.test(name))) return false
  const inside = { ...all, depth: all.depth + 1 }
  return understood && commands.length > 0 && commands.every((command) => allowsCommand(command, inside))
}

/** True if a pattern covers one command of a line. */
export const allowsOne = (command: ShellCommand, patterns: readonly CommandPattern[]): boolean =>
  allowsCommand(command, { patterns, depth: 1 })

export function allowsLine(text: string, patterns: readonly CommandPattern[]): boolean {
  return allowsText(text, { patterns, depth: 0 })
}
