import { allowsLine, allowsOne, coversWord, isHarmless } from './allow.ts'
import { spelledOut } from './exact.ts'
import { readLine, type ShellCommand } from './line.ts'
import { checkCommand, type CommandPattern, compilePattern, star } from './pattern.ts'
import { innerStart, programOf, wrappers } from './wrapper.ts'

const longest = 300

/**
 * Why no pattern covers a line: the first word that is not covered, and a pattern that would cover it where one can be
 * written. Null if the line is covered.
 */
export function uncoveredWords(text: string, patterns: readonly string[]): string | null {
  const all = patterns.map(compilePattern)
  if (all.length > 0 && allowsLine(text, all)) return null
  const { commands, understood } = readLine(text)
  if (!understood) return 'the line holds more than plain commands, which no pattern covers'
  const outer = commands.find((command) => !allowsOne(command, all))
  if (outer === undefined) return null
  const command = innermost(outer, all)
  const near = nearestTo(command, all)
  const { place, pattern } = proposal(command, near, (written) => allowsOne(outer, [...all, compilePattern(written)]))
  const reason = near === null ? unknownProgram(command, all) : whyNot(command, near, place)
  if (pattern === null) return reason
  const whole = allowsLine(text, [...all, compilePattern(pattern)]) ? 'line' : 'command'
  return `${reason}; ${JSON.stringify(pattern)} as a pattern would cover this ${whole}`
}

/** The command that a program such as timeout runs, if the program's own words are covered. */
function innermost(command: ShellCommand, all: readonly CommandPattern[]): ShellCommand {
  const { words } = command
  const program = programOf(words[0]?.value ?? '')
  const values = words.map(({ value }) => value)
  const at = Object.hasOwn(wrappers, program) ? (innerStart(values, wrappers[program] ?? {}) ?? 0) : 0
  const isCovered = all.some(
    (pattern) => pattern.open && words.slice(0, at).every((word, place) => coversWord(word, pattern, place)),
  )
  const inner = { words: words.slice(at), assignments: [], redirects: [], fed: [] }
  return at > 0 && isCovered && !allowsOne(inner, all) ? innermost(inner, all) : command
}

interface Near {
  pattern: CommandPattern
  /** How many words it covers, from the first on. */
  covered: number
}

/** The pattern that covers most words; null if none covers the first. */
function nearestTo({ words }: ShellCommand, all: readonly CommandPattern[]): Near | null {
  let nearest: Near | null = null
  for (const pattern of all) {
    const stop = words.findIndex((word, place) => !coversWord(word, pattern, place))
    const covered = stop < 0 ? words.length : stop
    if (covered > (nearest?.covered ?? 0)) nearest = { pattern, covered }
  }
  return nearest
}

interface Proposal {
  /** The word that is not covered; the number of words if it is none of them. */
  place: number
  pattern: string | null
}

/** A pattern with the word as it stands, and all behind it; the nearest pattern's own words before it. */
function proposal(command: ShellCommand, near: Near | null, fits: (pattern: string) => boolean): Proposal {
  const covered = near?.covered ?? 0
  const isFit = (pattern: string | null): pattern is string =>
    pattern !== null && pattern.length <= longest && checkCommand(pattern) === null && fits(pattern)
  // Where each word is covered, it is the last one that must be written out.
  const isWhole = covered >= (near?.pattern.words.length ?? 0)
  for (let place = covered; place > 0 && (isWhole || place < command.words.length); place -= 1) {
    const pattern = written(command, near, place)
    if (isFit(pattern)) return { place, pattern }
    if (!isWhole || covered < command.words.length) break
  }
  const exact = spelledOut(command)
  return { place: covered, pattern: isFit(exact) ? exact : null }
}

function written({ words, assignments, redirects }: ShellCommand, near: Near | null, place: number): string | null {
  const rest = words.slice(place)
  if (rest.some(({ value, texts }) => texts === null || star.test(value))) return null
  const before = words.slice(0, place).map(({ value }, at) => near?.pattern.words[at]?.text ?? starFor(value))
  const head = place === words.length && near !== null ? [patternText(near.pattern)] : before
  const files = redirects.filter((redirect) => !isHarmless(redirect))
  return [...assignments, ...head, ...rest.map(({ text }) => text), ...files.map(({ text }) => text)].join(' ')
}

const starFor = (value: string): string => (value === '--' ? value : '*')

const patternText = ({ words, open }: CommandPattern): string =>
  [...words.map(({ text }) => text), ...(open ? ['*'] : [])].join(' ')

const unknownProgram = ({ words }: ShellCommand, all: readonly CommandPattern[]): string =>
  all.length === 0 ? 'there is no pattern' : `no pattern begins with ${JSON.stringify(words[0]?.text ?? '')}`

function whyNot({ words, assignments, redirects }: ShellCommand, { pattern }: Near, place: number): string {
  const whole = JSON.stringify(patternText(pattern))
  const word = words[place]
  const wanted = pattern.words[place]
  if (word !== undefined) {
    const given = JSON.stringify(word.text)
    if (wanted?.literal === true) return `${given} is not ${JSON.stringify(wanted.text)}`
    if (wanted === undefined && !pattern.open) return `${given} is one word more than ${whole}`
    return `${given} is no word for ${wanted?.text ?? '*'}`
  }
  if (wanted !== undefined) return `${JSON.stringify(wanted.text)} of ${whole} is missing`
  const added =
    assignments.find((assignment) => !pattern.assignments.includes(assignment)) ??
    redirects.find((each) => !isHarmless(each) && !pattern.redirects.some(({ text }) => text === each.text))?.text
  return added === undefined
    ? `it may run more than ${whole} spells`
    : `${JSON.stringify(added)} does not stand in ${whole}`
}
