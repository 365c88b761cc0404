import type { TextArgument, TextPath } from '../../../core/template/template.ts'
import { listNames, suggest } from '../../problems/suggest.ts'
import { type Check, type Finding, forRule, type LintContext, type TextUse } from '../context.ts'
import { readVariable } from '../scope.ts'
import { nameOfType, type Type } from '../types.ts'

/** Variables of texts that do not exist for every event of the rule, also inside if and each. */
export const templateVariable: Check = {
  code: 'template-variable',
  run: (context) =>
    context.texts.flatMap((use) => [
      ...use.check.paths.flatMap((path) => check(path, use, context)),
      ...use.check.arguments.flatMap((argument) => unfit(argument, use, context)),
    ]),
}

function check(variable: TextPath, use: TextUse, { declared, problem }: LintContext): Finding[] {
  const { path, line, column } = variable
  const say = (why: string) => [
    problem(use.path, `Cannot read ${path}: ${why}`, {
      ...forRule(use.scope, use.path),
      inText: { text: use.source, line, column, word: path },
    }),
  ]
  if (variable.scoped) {
    const why = unknownInItems(path, itemsOf(use, declared))
    return why === null ? [] : say(why)
  }
  if (path === 'this') return say('{{this}} exists only inside {{#each}}')
  const read = readVariable(path, use.scope, declared)
  return read.ok ? [] : say(read.message)
}

interface Wanted {
  bases: readonly Type['base'][]
  name: string
}

const list: Wanted = { bases: ['list'], name: 'a list' }
const moment: Wanted = { bases: ['number'], name: 'a point in time' }
/** What helpers want of their first value; the others take anything. */
const wanted: Readonly<Record<string, Wanted>> = {
  each: { bases: ['list', 'map'], name: 'a list' },
  list,
  join: list,
  count: list,
  time: moment,
  date: moment,
}

/** A value that a helper cannot work with, by its type: the text would not be made, or nothing stand there. */
function unfit({ helper, path, line, column }: TextArgument, use: TextUse, context: LintContext): Finding[] {
  const fits = Object.hasOwn(wanted, helper) ? wanted[helper] : undefined
  const read = readVariable(path, use.scope, context.declared)
  if (fits === undefined || !read.ok || read.value.base === 'any') return []
  const isLength = fits === moment && read.value.unit === 'duration'
  if (fits.bases.includes(read.value.base) && !isLength) return []
  const what = isLength ? 'a length of time' : nameOfType(read.value)
  return [
    context.problem(use.path, `Cannot use ${path} with "${helper}": it is ${what}, and ${fits.name} is wanted`, {
      ...forRule(use.scope, use.path),
      inText: { text: use.source, line, column, word: path },
    }),
  ]
}

/** The entries of all lists that the text reads: those that an each may go through. */
function itemsOf({ check, scope }: TextUse, declared: LintContext['declared']): (Type | null)[] {
  return check.paths
    .filter(({ scoped }) => !scoped)
    .map(({ path }) => readVariable(path, scope, declared))
    .flatMap((read) => (read.ok && ['list', 'map', 'any'].includes(read.value.base) ? [read.value.item] : []))
}

function unknownInItems(path: string, items: readonly (Type | null)[]): string | null {
  const [field = ''] = path.split('.')
  if (field === 'this' || items.length === 0) return null
  const fields = items.map((item) => item?.fields ?? null)
  if (items.some((item) => item === null || item.base === 'any')) return null
  if (fields.some((each) => each !== null && field in each)) return null
  const names = fields.flatMap((each) => Object.keys(each ?? {}))
  return `the entries of the list have no "${field}"${suggest(field, names) || (names.length > 0 ? `; there are ${listNames(names)}` : '; use {{this}}')}`
}
