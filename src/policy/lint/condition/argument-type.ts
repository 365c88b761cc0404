import type { Json } from '../../../core/event.ts'
import { type ArgumentKind, matchModes, operators } from '../../../core/operators/table.ts'
import { kindsFor } from '../../compile/step.ts'
import { listNames, suggest } from '../../problems/suggest.ts'
import { paramName } from '../../write-out.ts'
import { nothingCertain } from '../certain.ts'
import { type Check, type Finding, forRule, type LintContext } from '../context.ts'
import { writtenAt } from '../param-source.ts'
import { ruleScope } from '../scope.ts'
import { sitesOf } from '../sites.ts'
import { isOperator, typeOf } from '../type-of.ts'
import { nameOfType, type Type } from '../types.ts'
import type { Call } from '../visit.ts'

interface Wanted {
  bases: readonly Type['base'][]
  name: string
  /** What a number must not be: a length of time where a point in time is wanted, or the other way round. */
  not?: NonNullable<Type['unit']>
}

const wanted: Record<ArgumentKind, Wanted | null> = {
  any: null,
  boolean: null,
  path: null,
  name: null,
  number: { bases: ['number'], name: 'a number' },
  time: { bases: ['number'], name: 'a point in time', not: 'duration' },
  duration: { bases: ['number'], name: 'a length of time', not: 'time' },
  string: { bases: ['string'], name: 'a text' },
  list: { bases: ['list'], name: 'a list' },
  map: { bases: ['map'], name: 'a map' },
  texts: { bases: ['string', 'list'], name: 'a text or a list of texts' },
  globs: { bases: ['string', 'list'], name: 'globs' },
  commands: { bases: ['string', 'list'], name: 'shell commands' },
  markers: { bases: ['string', 'list'], name: 'a text or a list of texts' },
  pattern: { bases: ['string'], name: 'a pattern' },
  match: { bases: ['string'], name: 'a way to match' },
  clock: { bases: ['string'], name: 'a time of day' },
}

const unitNames = { time: 'a point in time', duration: 'a length of time' } as const
const ordered = ['<', '<=', '>', '>=']

/** Arguments whose type the operator cannot work with. */
export const argumentType: Check = {
  code: 'argument-type',
  run: (context) => [
    ...context.calls.flatMap((call) => [
      ...call.given.flatMap((value, index) => argument(call, index, value, context)),
      ...mixedUnits(call, context),
    ]),
    ...stepTimes(context),
  ],
}

/** An order between points and lengths of time. */
function mixedUnits(call: Call, { declared, problem }: LintContext): Finding[] {
  if (!ordered.includes(call.operator)) return []
  const units = call.given.map((value) => typeOf(value, call.scope, declared, call.certain).unit)
  const index = units.findIndex((unit) => unit !== null && units[0] !== null && unit !== units[0])
  const [first, other] = [units[0], units[index]]
  if (!first || !other) return []
  const message = `The operator "${call.operator}" compares ${unitNames[first]} with ${unitNames[other]}: subtract two points in time first`
  return [problem(call.at(index), message, forRule(call.scope, call.path))]
}

const stepUnits: Readonly<Record<string, NonNullable<Type['unit']>>> = {
  at: 'time',
  after: 'duration',
  for: 'duration',
}

/** When a step is due: `at` a point in time, `after` and `for` a length of it. */
function stepTimes({ document, declared, problem }: LintContext): Finding[] {
  return document.rules.flatMap((rule, index) =>
    rule.then.flatMap((step, place) =>
      sitesOf(step, ['rules', index, 'then', place], kindsFor(document, rule)).flatMap(
        ({ kind, step: name, value, path }) => {
          const key = String(path.at(-1))
          const fits = kind === 'value' && name !== 'record' && path.length === 6 ? stepUnits[key] : undefined
          const { unit } = typeOf(value, ruleScope(document, rule), declared, nothingCertain)
          if (fits === undefined || unit === null || unit === fits) return []
          const help =
            key === 'at'
              ? 'write after, which takes one'
              : key === 'after'
                ? 'write at, which takes one'
                : 'subtract now from it'
          return [problem(path, `"${key}" wants ${unitNames[fits]}, not ${unitNames[unit]}: ${help}`)]
        },
      ),
    ),
  )
}

function argument(call: Call, index: number, value: Json, context: LintContext): Finding[] {
  const kind = kindOf(call.operator, index)
  const fits = kind === null ? null : wanted[kind]
  if (kind === null || fits === null) return []
  const say = (message: string, path = call.at(index)) => [
    context.problem(path, message, path[0] === 'params' ? {} : forRule(call.scope, call.path)),
  ]
  const type = typeOf(value, call.scope, context.declared, call.certain)
  if (type.base !== 'any' && !fits.bases.includes(type.base)) {
    const isIn = call.operator === 'in' && type.base === 'string'
    const hint = isIn ? '; for a text use runs, runsOnly, glob or matches' : ''
    return say(`The operator "${call.operator}" wants ${fits.name} here, not ${nameOfType(type)}${hint}`)
  }
  if (fits.not !== undefined && type.unit === fits.not) {
    const [first, second] = call.given.map((each) => typeOf(each, call.scope, context.declared, call.certain).unit)
    const isSwapped = call.operator === 'within' && first !== 'time' && second === 'time'
    if (isSwapped && index === 1 && first === 'duration') return []
    const help = isSwapped ? '; the two stand the other way round' : ''
    return say(`The operator "${call.operator}" wants ${fits.name} here, not ${unitNames[type.unit]}${help}`)
  }
  if (kind === 'duration' && typeof value === 'number' && value <= 0)
    return say(`The operator "${call.operator}" wants a length of time above zero here, not ${value}`)
  if (kind === 'match' && type.values) {
    const wrong = type.values.find((each) => !matchModes.some((mode) => mode === each))
    // The values of an enum are declared with the param.
    const name = paramName(value)
    const at = name === null ? call.at(index) : ['params', name, 'values']
    if (wrong !== undefined)
      return say(
        `There is no way to match "${wrong}"${suggest(wrong, matchModes)}: allowed are ${listNames(matchModes)}`,
        at,
      )
  }
  const clock = kind === 'clock' ? writtenAt(value, call.at(index), context.document) : null
  if (typeof clock?.value === 'string' && !isClock(clock.value))
    return say(`The operator "${call.operator}" wants a time of day such as "07:00", not "${clock.value}"`, clock.path)
  return []
}

const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** What an operator takes at a place; the last kind stands for all further places. */
export function kindOf(operator: string, index: number): ArgumentKind | null {
  if (!isOperator(operator)) return null
  const takes: readonly ArgumentKind[] = operators[operator].takes
  return takes[Math.min(index, takes.length - 1)] ?? null
}
