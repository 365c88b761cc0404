import type { Json } from '../../core/event.ts'
import { type ArgumentKind, matchModes, operators } from '../../core/operators/table.ts'
import { listNames, suggest } from '../suggest.ts'
import { type Check, type Finding, forRule, type LintContext } from './context.ts'
import { isOperator, typeOf } from './type-of.ts'
import { nameOfType, type Type } from './types.ts'
import type { Call } from './visit.ts'

const wanted: Record<ArgumentKind, { bases: readonly Type['base'][]; name: string } | null> = {
  any: null,
  boolean: null,
  path: null,
  name: null,
  number: { bases: ['number'], name: 'a number' },
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

/** Arguments whose type the operator cannot work with. */
export const argumentType: Check = {
  code: 'argument-type',
  run: (context) =>
    context.calls.flatMap((call) => call.given.flatMap((value, index) => argument(call, index, value, context))),
}

function argument(call: Call, index: number, value: Json, context: LintContext): Finding[] {
  const kind = kindOf(call.operator, index)
  const fits = kind === null ? null : wanted[kind]
  if (kind === null || fits === null) return []
  const say = (message: string) => [context.problem(call.at(index), `${message}${forRule(call.scope, call.path)}`)]
  const type = typeOf(value, call.scope, context.declared, call.certain)
  if (type.base !== 'any' && !fits.bases.includes(type.base)) {
    const isIn = call.operator === 'in' && type.base === 'string'
    const hint = isIn ? '; for a text use runs, runsOnly, glob or matches' : ''
    return say(`The operator "${call.operator}" wants ${fits.name} here, not ${nameOfType(type)}${hint}`)
  }
  if (kind === 'match' && type.values) {
    const wrong = type.values.find((each) => !matchModes.some((mode) => mode === each))
    if (wrong !== undefined)
      return say(
        `There is no way to match "${wrong}"${suggest(wrong, matchModes)}: allowed are ${listNames(matchModes)}`,
      )
  }
  if (kind === 'clock' && typeof value === 'string' && !/^([01]\d|2[0-3]):[0-5]\d$/.test(value))
    return say(`The operator "${call.operator}" wants a time of day such as "07:00", not "${value}"`)
  return []
}

/** What an operator takes at a place; the last kind stands for all further places. */
export function kindOf(operator: string, index: number): ArgumentKind | null {
  if (!isOperator(operator)) return null
  const takes: readonly ArgumentKind[] = operators[operator].takes
  return takes[Math.min(index, takes.length - 1)] ?? null
}
