import type { Json } from '../../core/event.ts'
import { answers } from '../../core/vocabulary.ts'
import type { RuleDocument } from '../schema/rule.ts'
import { callOf } from './certain.ts'
import type { Check } from './context.ts'

/** Rules behind one that answers whenever they would match: it wants no more than they do. */
export const shadowedRule: Check = {
  code: 'shadowed-rule',
  run: ({ document, problem }) =>
    document.rules.flatMap((rule, index) => {
      if (rule.when === undefined || (rule.mode ?? 'enforce') !== 'enforce') return []
      const before = document.rules.slice(0, index)
      const first = before.find((each) => shadows(each, rule) && !changesBetween(before, each))
      if (!first) return []
      const message = `Never reached: rule "${first.id}" answers in every case in which this one would match; put this one before it, or narrow "${first.id}"`
      return [problem(['rules', index, 'id'], message, { severity: 'warning' })]
    }),
}

function shadows(first: RuleDocument, second: RuleDocument): boolean {
  return (
    first.when !== undefined &&
    (first.mode ?? 'enforce') === 'enforce' &&
    first.then.some(isAnswer) &&
    (first.fallback !== true || second.fallback === true) &&
    second.events.every((event) => first.events.includes(event)) &&
    partsOf(first.when).every((part) => partsOf(second.when ?? null).includes(part))
  )
}

/** A rule between the two may change what both read. */
function changesBetween(before: readonly RuleDocument[], first: RuleDocument): boolean {
  const after = before.slice(before.indexOf(first) + 1)
  return after.some(({ then }) => then.some((step) => !isAnswer(step)))
}

function isAnswer(step: RuleDocument['then'][number]): boolean {
  const name = typeof step === 'string' ? step : Object.keys(step)[0]
  return answers.some((answer) => answer === name)
}

/** What must all hold, each in a form that can be compared. */
function partsOf(condition: Json): string[] {
  const [operator, given] = callOf(condition)
  return operator === 'and' ? given.flatMap(partsOf) : [JSON.stringify(condition)]
}
