import { namedIn } from './given.ts'
import { staysInTables } from './code/sql.ts'
import { type Given, isOption } from './path.ts'

const printers = /^(?:echo|printf)$/
const searchers = /^(?:[ef]?grep|rg|ag|ack)$/
/** By these a search has its pattern, or none: then each word is a file. They may be shortened. */
const patterned = /^(?:-[a-zA-Z]*[ef]|--reg|--file)/
const counted = /^-[a-zA-Z]*[ABCm]$/
/** Options whose value is a text, by program and subcommand. */
const said: readonly { program: RegExp; subcommand: RegExp; option: RegExp }[] = [
  { program: /^git$/, subcommand: /^(?:commit|tag|stash|notes|merge)$/, option: /^(?:-[a-zA-Z]*m|--message)$/ },
  { program: /^git$/, subcommand: /^(?:log|shortlog|rev-list)$/, option: /^(?:-[SG]|--grep|--author)$/ },
  {
    program: /^(?:gh|glab)$/,
    subcommand: /^(?:issue|pr|mr|release|search)$/,
    option: /^(?:-[tb]|--(?:title|body|notes|description))$/,
  },
]

/** Paths that the words of a command may name: a text that is printed, searched for or told to people is none. */
export const namedBy = (program: string, given: readonly Given[]): string[] =>
  withoutTexts(program, given).flatMap(namedIn)

function withoutTexts(program: string, given: readonly Given[]): readonly Given[] {
  if (printers.test(program)) return []
  if (searchers.test(program)) return withoutPattern(program, given)
  const [first, ...rest] = given
  if (first === undefined) return given
  if (program === 'git' && first.word.value === 'grep') return [first, ...withoutPattern(program, rest)]
  return withoutSaid(program, given)
}

/** The words without those that are told to people, or looked for, and without SQL that stays in its tables. */
export function withoutSaid(program: string, given: readonly Given[]): readonly Given[] {
  const first = given[0]?.word.value ?? ''
  const known = said.find((one) => one.program.test(program) && one.subcommand.test(first))
  const isSaid = (at: number): boolean => known?.option.test(given[at - 1]?.word.value ?? '') ?? false
  const isSql = ({ forms }: Given): boolean => forms.every((form) => /\s/.test(form) && staysInTables(program, form))
  return given.filter((each, at) => !isSaid(at) && !isSql(each))
}

/** Behind `--` a word that begins with a dash is the pattern too. */
function withoutPattern(program: string, given: readonly Given[]): readonly Given[] {
  if (given.some(({ word }) => patterned.test(word.value))) return given
  const bare = given.findIndex(({ word }) => word.value === '--')
  const at = given.findIndex((each, place) => {
    if (bare >= 0 && place > bare) return true
    if (isOption(each) && each.word.value !== '-') return false
    const before = given[place - 1]?.word.value ?? ''
    const isCount = counted.test(before) && /^\d+$/.test(each.word.value)
    return !isCount && !(program === 'rg' && /^-[gt]$/.test(before))
  })
  return given.filter((_, place) => place !== at)
}
