import type { ShellWord } from '../../core/operators/shell/line.ts'
import { type Given, wordFor } from './path.ts'

const executing = /^(?:-(?:exec|execdir|ok|okdir)|-[xX]|--exec(?:-batch)?)$/

/** Stands for a file that is found: what find's own manner tells of need not be told again. */
const found: readonly ShellWord[] = [wordFor('/dev/null')]

/** Each command that find or fd runs. */
export function commandsOfFind(words: readonly ShellWord[]): ShellWord[][] {
  return words.flatMap(({ value }, at) => {
    if (!executing.test(value)) return []
    const behind = words.slice(at + 1)
    const end = behind.findIndex((word) => word.value === ';' || word.value === '+' || executing.test(word.value))
    return [(end < 0 ? behind : behind.slice(0, end)).flatMap((word) => filled(word, found))]
  })
}

/** What stands for a name in the words of xargs and parallel. */
export function replacedBy(options: readonly string[]): string {
  const at = options.findIndex((option) => /^(?:-[a-zA-Z0]*I|--replace=)/.test(option))
  const attached = (options[at] ?? '').replace(/^(?:-[a-zA-Z0]*I|--replace=)/, '')
  return attached !== '' ? attached : ((at < 0 ? undefined : options[at + 1]) ?? '{}')
}

/** A word of a command with what it is given in place of a mark. */
export const filled = (word: ShellWord, fed: readonly ShellWord[], mark = '{}'): ShellWord[] =>
  word.value.includes(mark) && fed.length > 0
    ? fed.map(({ value }) => wordFor(word.value.replaceAll(mark, value)))
    : [word]

/** True for a name that is made of variables, which may hold a whole command; a substitution is looked at by itself. */
export const isOfVariables = ({ kind, parts }: ShellWord): boolean => kind === 'open' && parts.every(isOfVariable)

const isOfVariable = (part: ShellWord['parts'][number]): boolean =>
  part.type === 'DoubleQuoted'
    ? part.parts.every(isOfVariable)
    : part.type === 'Literal' || part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion'

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
