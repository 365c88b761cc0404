import { programOf } from '../../core/operators/shell/wrapper.ts'
import type { ShellCommand, ShellWord } from '../../core/operators/shell/line.ts'
import { pathsInCode } from './code/code.ts'
import { type Given, isGlob, unknown, wordFor } from './path.ts'
import { few } from './word.ts'

/** Names under which some systems have a program that others call differently. */
const otherNames: Readonly<Record<string, string>> = {
  bfs: 'find',
  fdfind: 'fd',
  gsed: 'sed',
  gfind: 'find',
  gxargs: 'xargs',
}

/** How a program is called here, whatever its folder, ending, version or system. */
export function calledBy(name: string): string {
  const program = programOf(name)
  return Object.hasOwn(otherNames, program) ? (otherNames[program] ?? program) : program
}

const runsFiles = /^(?:node|bun|deno|tsx|ts-node|python|ruby|perl|php|lua)$/

/** Options of node whose value is loaded before the file that it runs, or is a place to write to. */
const loading =
  /^(?:-r|--require|--import|--(?:experimental-)?loader|--diagnostic-dir|--(?:cpu|heap)-prof-(?:dir|name)|--report-(?:dir|directory|filename)|--redirect-warnings|--test-reporter-destination|--trace-event-file-pattern)$/

/** What bun does that is not to run a file. */
const managing =
  /^(?:add|a|i|install|rm|remove|update|up|upgrade|link|unlink|patch|pm|publish|outdated|create|init|exec)$/

/** The file that an interpreter runs is read alone. */
export function withoutScript(program: string, given: Given[]): Given[] {
  if (!runsFiles.test(program)) return given
  if (program === 'bun' && managing.test(given[0]?.word.value ?? '')) return given
  const at = given.findIndex(
    ({ word }, place) =>
      !word.value.startsWith('-') && word.value !== 'run' && !loading.test(given[place - 1]?.word.value ?? ''),
  )
  const hasCode = given.slice(0, at).some(({ word }) => /^-$|^-[a-zA-Z]*[ceEpr]|^--(?:eval|print)/.test(word.value))
  return at < 0 || hasCode || given[at]?.word.value === 'eval' ? given : given.filter((_, place) => place !== at)
}

/** What xargs and the like are given as words. */
export const fromPipe = (printed: readonly string[], command: ShellCommand): ShellWord[] => {
  const from = [...printed, ...command.fed.flatMap((text) => text.trim().split(/\s+/))]
  return few(from.length > 0 ? from : [unknown]).map(wordFor)
}

/** The name of an option that says what is left alone; empty for any other word. */
function sparing(value: string): string {
  const [name = ''] = value.slice(0, 100).split('=')
  return /^--(?!no-)/.test(name) && /exclude|ignore|skip|omit/i.test(name) ? name : ''
}
/** Those behind which a value always stands. */
const valued = /exclude|(?:patterns?|glob|path)$/i

/** The words without those that only say what is left alone. */
export function withoutSpared(given: readonly Given[]): Given[] {
  return given.filter(({ word }, at) => {
    if (sparing(word.value) !== '') return false
    const before = given[at - 1]?.word.value ?? ''
    const name = before.includes('=') ? '' : sparing(before)
    return name === '' || !(isGlob(word.value) || valued.test(name))
  })
}

export const looksLikePath = (value: string): boolean =>
  value.includes('/') || value.startsWith('.') || /\.\w+$/.test(value)

export function namedIn({ forms }: Given): string[] {
  return forms.flatMap((form) => {
    const value = valueIn(form)
      .replace(/^(?:.*@)?file:\/\/(?:localhost)?/, '')
      .replace(/^@/, '')
    if (value === '' || value.includes('://')) return []
    return /[\s'"`(]/.test(value) ? pathsInCode(value) : [value]
  })
}

/** An option's value, or the word itself. */
export function valueIn(form: string): string {
  const attached = /^-[A-Za-z]([./~].*)$/.exec(form)
  if (attached !== null) return attached[1] ?? ''
  const equal = form.indexOf('=')
  if (form.startsWith('-')) return equal > 0 ? form.slice(equal + 1) : ''
  return /^\w+=/.test(form) ? form.slice(equal + 1) : form
}
