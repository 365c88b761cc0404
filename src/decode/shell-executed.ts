import type { ShellWord } from '../core/operators/shell-line.ts'
import { wordFor } from './shell-given.ts'
import type { Given } from './shell-manner.ts'

const executing = /^-(?:exec|execdir|ok|okdir)$/

/** Stands for a file that is found: what find's own manner tells of need not be told again. */
const found: readonly ShellWord[] = [wordFor('/dev/null')]

/** Each command that find runs. */
export function commandsOfFind(words: readonly ShellWord[]): ShellWord[][] {
  return words.flatMap(({ value }, at) => {
    if (!executing.test(value)) return []
    const behind = words.slice(at + 1)
    const end = behind.findIndex((word) => word.value === ';' || word.value === '+' || executing.test(word.value))
    return [(end < 0 ? behind : behind.slice(0, end)).flatMap((word) => filled(word, found))]
  })
}

/** A word of xargs with what it is given in place of `{}`. */
export const filled = (word: ShellWord, fed: readonly ShellWord[]): ShellWord[] =>
  word.value.includes('{}') && fed.length > 0
    ? fed.map(({ value }) => wordFor(word.value.replaceAll('{}', value)))
    : [word]

/** True for a name that is made of variables, which may hold a whole command; a substitution is looked at by itself. */
export const isOfVariables = ({ kind, parts }: ShellWord): boolean =>
  kind === 'open' &&
  parts.every(({ type }) => type === 'Literal' || type === 'SimpleExpansion' || type === 'ParameterExpansion')

/** Lines that rsync gives to a shell. */
export function linesOfSync(program: string, given: readonly Given[]): string[] {
  if (program !== 'rsync') return []
  return given.flatMap(({ forms }, at) =>
    forms.flatMap((form) => {
      if (form.startsWith('--rsh=')) return [form.slice('--rsh='.length)]
      return /^(?:-[a-zA-Z]*e|--rsh)$/.test(given[at - 1]?.word.value ?? '') ? [form] : []
    }),
  )
}
