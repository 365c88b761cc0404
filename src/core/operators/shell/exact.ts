import { allowsLine, allowsOne, isHarmless } from './allow.ts'
import { readLine, type ShellCommand } from './line.ts'
import { checkCommand, compilePattern, star } from './pattern.ts'
import { interpreters, programOf, shells } from './wrapper.ts'

/** A command as a pattern that spells it; null where a word of it is not known before it runs. */
export function spelledOut({ words, assignments, redirects }: ShellCommand): string | null {
  if (words.some(({ value, texts }) => texts === null || star.test(value))) return null
  const files = redirects.filter((redirect) => !isHarmless(redirect))
  return [...assignments, ...words.map(({ text }) => text), ...files.map(({ text }) => text)].join(' ')
}

export type ExactPatterns =
  | { is: 'patterns'; patterns: readonly string[] }
  /** A word is a glob, which as a pattern would be a star. */
  | { is: 'star' }
  /** The line holds more than commands that are known word by word. */
  | { is: 'open' }

/**
 * Patterns that let a line through and no other: one for each command that those given do not cover. What a command is
 * fed with is in no pattern, so a line that feeds one has none.
 */
export function exactPatterns(text: string, given: readonly string[]): ExactPatterns {
  const all = given.map(compilePattern)
  const { commands, understood } = readLine(text)
  if (!understood || commands.length === 0) return { is: 'open' }
  const patterns: string[] = []
  const isPiped = pipe.test(text)
  for (const command of commands) {
    if (allowsOne(command, all)) continue
    // What comes through a pipe, or what a shell reads when it is given no file, is in no pattern.
    if (isPiped || readsItsInput(command)) return { is: 'open' }
    if (command.words.some(({ kind, value }) => kind === 'glob' || star.test(value))) return { is: 'star' }
    const pattern = spelledOut(command)
    if (pattern === null || command.fed.length > 0 || !isExact(pattern)) return { is: 'open' }
    if (!patterns.includes(pattern)) patterns.push(pattern)
  }
  return allowsLine(text, [...all, ...patterns.map(compilePattern)]) ? { is: 'patterns', patterns } : { is: 'open' }
}

/** Also one within quotes: then there is a pattern fewer. */
const pipe = /(?<!\|)\|(?!\|)/

/** A shell or an interpreter without a file of its own, and what runs a line that it is given. */
function readsItsInput({ words }: ShellCommand): boolean {
  const [program, ...rest] = words.map(({ value }) => value)
  const name = programOf(program ?? '')
  if (name === 'xargs' || name === 'parallel') return true
  return (shells.has(name) || interpreters.test(name)) && rest.every((word) => word.startsWith('-'))
}

/** What in a pattern may stand for something else than itself. */
const several = /[{(\\]/

function isExact(pattern: string): boolean {
  if (checkCommand(pattern) !== null) return false
  const { words, open } = compilePattern(pattern)
  return !open && words.every(({ value, literal, isStar }) => literal || (!isStar && !several.test(value)))
}
