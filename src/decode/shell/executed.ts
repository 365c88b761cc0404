import type { ShellWord } from '../../core/operators/shell/line.ts'
import { type Given, wordFor } from './path.ts'

const executing = /^(?:-(?:exec|execdir|ok|okdir)|-[xX]|--exec(?:-batch)?)$/

/** Stands for a file that is found: what find's own manner tells of need not be told again. */
const found: readonly ShellWord[] = [wordFor('/dev/null')]

/** Each command that find or fd runs. */
export function commandsOfFind(program: string, words: readonly ShellWord[]): ShellWord[][] {
  if (program !== 'find' && program !== 'fd') return []
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

/** Programs that run what stands in their words, somewhere behind words of their own. */
export const launchers =
  /^(?:npx|bunx|pnpx|dlx|busybox|toybox|unbuffer|flock|parallel|rush|chronic|caffeinate|strace|ltrace|watch|uv|poetry|pipenv|pdm|hatch|conda|bundle|mise|direnv|dotenv|systemd-run|unshare|chroot|taskset|chrt|entr|coproc)$/

const mostItems = 20

/** The lines that parallel makes of its words and of what stands behind `:::`, as a shell reads them. */
export function spelledOut(words: readonly string[]): string[] {
  const at = words.findIndex((word) => /^:::\+?$/.test(word))
  if (at < 0) return []
  const items = words.slice(at).filter((word) => !word.startsWith(':::'))
  const line = words.slice(1, at).join(' ')
  return items.slice(0, mostItems).map((item) => line.replace(/\{[\d./#%+-]*\}/g, () => item))
}

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
