import { everywhere, type Indirection, indirections } from './indirection.ts'
import { readLine, type ShellCommand, type ShellRedirect, type ShellWord } from './shell-line.ts'
import type { CommandPattern } from './shell-pattern.ts'
import { carriers, innerStart, programOf, runners, shells, wrappers } from './wrapper.ts'

const deepest = 3

const isHarmless = ({ operator, target }: ShellRedirect): boolean =>
  target === '/dev/null' || ((operator === '>&' || operator === '<&') && /^(?:\d|-)$/.test(target))

const fromWord = (pattern: CommandPattern, at: number): CommandPattern => ({
  ...pattern,
  words: pattern.words.slice(at),
})

/** True if the pattern writes this very word, so that the author of the policy meant it. */
const isSpelled = (pattern: CommandPattern, place: number): boolean => pattern.words[place]?.literal ?? false

function fitsWord(word: ShellWord, pattern: CommandPattern, place: number): boolean {
  const wanted = pattern.words[place]
  if (wanted === undefined) return pattern.open
  return word.kind === 'plain' ? wanted.narrow(word.value) : word.text === wanted.text
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

const isOption = (word: string, option: string): boolean =>
  word === option || word.startsWith(`${option}=`) || (/^-\w$/.test(option) && word.startsWith(option))

const isInCluster = (word: string, option: string): boolean =>
  /^-\w$/.test(option) && /^-[A-Za-z]/.test(word) && word.includes(option.charAt(1))

function isIndirect(word: string, place: number, end: number, known: readonly Indirection[]): boolean {
  if (everywhere.some((option) => isOption(word, option))) return true
  return known.some(
    ({ before = [], anywhere = [], words }) =>
      anywhere.some((option) => isOption(word, option)) ||
      words?.test(word) ||
      (place < end && before.some((option) => isOption(word, option) || isInCluster(word, option))),
  )
}

/** True if no word makes the program run or load something that the pattern does not spell. */
function isDirect(words: readonly ShellWord[], pattern: CommandPattern): boolean {
  const program = programOf(words[0]?.value ?? '')
  const { values, end } = operandsOf(words)
  const known = [program, ...values.map((value) => `${program} ${value}`)].flatMap((name) =>
    Object.hasOwn(indirections, name) ? (indirections[name] ?? []) : [],
  )
  const isSubcommand = (value: string): boolean => known.some(({ first = [] }) => first.includes(value))
  return words.every((word, place) => {
    if (place === 0 || isSpelled(pattern, place)) return true
    if (word.kind === 'open' && known.length > 0) return word.text === pattern.words[place]?.text
    if (word.kind === 'glob' && known.length > 0 && /^[*?[]/.test(word.value)) return false
    return !isIndirect(word.value, place, end, known) && !(values.includes(word.value) && isSubcommand(word.value))
  })
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

function allowsWrapped(words: readonly ShellWord[], program: string, pattern: CommandPattern, all: Allowed): boolean {
  const at = innerStart(
    words.map(({ value }) => value),
    wrappers[program] ?? {},
  )
  if (at === null) return true
  if (at === undefined) return false
  // What xargs reads becomes words of the inner command.
  const read: ShellWord[] = program === 'xargs' ? [{ value: '', text: '', kind: 'open' }] : []
  const inner = [...words.slice(at), ...read]
  if (isSpelled(pattern, at)) return allowsWords(inner, fromWord(pattern, at), all)
  return allowsCommand({ words: inner, assignments: [], redirects: [] }, all)
}

/** Everything beyond the match of the words themselves. */
function allowsWords(words: readonly ShellWord[], pattern: CommandPattern, all: Allowed): boolean {
  const program = programOf(words[0]?.value ?? '')
  if (!isDirect(words, pattern)) return false
  if (shells.has(program) || program === 'eval') return allowsScript(words, program, pattern, all)
  if (Object.hasOwn(wrappers, program)) return allowsWrapped(words, program, pattern, all)
  if (carriers.has(program) && !runners.has(program)) return isSpelled(pattern, 1)
  if (!runners.has(program)) return true
  const { end } = operandsOf(words)
  return isDirect(words.slice(end), fromWord(pattern, end))
}

interface Allowed {
  patterns: readonly CommandPattern[]
  depth: number
}

function allowsCommand(command: ShellCommand, all: Allowed): boolean {
  const { words, assignments, redirects } = command
  if (words[0]?.kind !== 'plain') return false
  return all.patterns.some((pattern) => {
    const isLength = pattern.open ? words.length >= pattern.words.length : words.length === pattern.words.length
    const isSpelledOut =
      assignments.every((assignment) => pattern.assignments.includes(assignment)) &&
      redirects.every(
        (redirect) => isHarmless(redirect) || pattern.redirects.some(({ text }) => text === redirect.text),
      )
    const fits = isLength && isSpelledOut && words.every((word, place) => fitsWord(word, pattern, place))
    return fits && allowsWords(words, pattern, all)
  })
}

function allowsText(text: string, all: Allowed): boolean {
  if (all.depth >= deepest) return false
  const { commands, understood } = readLine(text)
  const inside = { ...all, depth: all.depth + 1 }
  return understood && commands.length > 0 && commands.every((command) => allowsCommand(command, inside))
}

export function allowsLine(text: string, patterns: readonly CommandPattern[]): boolean {
  return allowsText(text, { patterns, depth: 0 })
}
