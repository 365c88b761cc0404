import { operators } from '../../../core/operators/table.ts'
import { listNames, suggest } from '../../problems/suggest.ts'
import { type Check, type Finding, forRule, type LintContext } from '../context.ts'
import { isOperator } from '../type-of.ts'
import type { Call } from '../visit.ts'

const banned: Record<string, string> = {
  '==': 'use ===, which does not turn one type into another',
  '!=': 'use !==, which does not turn one type into another',
  some: 'use glob, runs or in: params cannot be read inside it',
  all: 'use globOnly or runsOnly: params cannot be read inside it',
  none: 'use "!" with glob, runs or in',
  filter: 'use pick: params cannot be read inside it',
  map: 'use pick or first',
  reduce: 'use count, min or max',
  not: 'use "!"',
  missing: 'use "!!"',
  substr: 'use matches',
  cat: 'use a text with {{ }}',
}

/** Each map has exactly one known operator, with as many arguments as it takes. */
export const expressionShape: Check = {
  code: 'expression',
  run: (context) => [...oddMaps(context), ...context.calls.flatMap((call) => callProblems(call, context))],
}

function oddMaps({ odd, problem }: LintContext): Finding[] {
  return odd.map(({ value, path }) => {
    const names = Object.keys(value)
    const why = names.length === 0 ? 'it is empty' : `it has ${names.length}: ${listNames(names)}; join them with and`
    return problem(path, `A map in a condition has exactly one operator, but ${why}`)
  })
}

function callProblems(call: Call, { problem }: LintContext): Finding[] {
  const { operator, given, path, scope } = call
  const at = [...path, operator]
  if (!isOperator(operator)) {
    const why = banned[operator] ?? `there are ${listNames(Object.keys(operators))}`
    const hint = banned[operator] ? '' : suggest(operator, Object.keys(operators))
    return [problem(at, `Unknown operator "${operator}"${hint || `: ${why}`}`, { key: true })]
  }
  const { min, max } = operators[operator]
  if (given.length >= min && given.length <= (max ?? given.length)) {
    const odd = operator === 'if' && given.length % 2 === 0
    return odd
      ? [
          problem(at, 'The operator "if" wants pairs of condition and value, and one last value for otherwise', {
            key: true,
          }),
        ]
      : []
  }
  const count = max === null ? `${min} or more arguments` : min === max ? amount(min) : `${min} to ${max} arguments`
  return [
    problem(at, `The operator "${operator}" takes ${count}, not ${given.length}`, {
      key: true,
      ...forRule(scope, path),
    }),
  ]
}

const amount = (count: number): string => (count === 1 ? '1 argument' : `${count} arguments`)
