import type { RuleDocument } from '../../schema/rule.ts'
import { specOfStep } from '../../compile/step-name.ts'
import type { Check } from '../context.ts'
import { partsOf } from '../parts.ts'

interface Asked {
  rule: RuleDocument
  /** What must all hold, each in a form that can be compared; empty without a condition. */
  parts: ReadonlySet<string>
  /** True for a rule in force whose match ends the search. */
  ends: boolean
}

/** Rules behind one that answers whenever they would match: it wants no more than they do. */
export const shadowedRule: Check = {
  code: 'shadowed-rule',
  run: ({ document, problem }) => {
    const asked = document.rules.map((rule): Asked => {
      const isInForce = (rule.mode ?? 'enforce') === 'enforce' && rule.limit === undefined
      return { rule, parts: new Set(partsOf(rule.when)), ends: isInForce && rule.then.some(isAnswer) }
    })
    return asked.flatMap((second, index) => {
      if (second.parts.size === 0 || second.rule.mode === 'disabled' || second.rule.mode === 'observe') return []
      const first = asked.findIndex((each, before) => before < index && shadows(each, second))
      if (first < 0 || asked.slice(first + 1, index).some(({ rule }) => !rule.then.every(isAnswer))) return []
      const id = asked[first]?.rule.id
      const message = `Never reached: rule "${id}" answers in every case in which this one would match; put this one before it, or narrow "${id}"`
      return [problem(['rules', index, 'id'], message, { severity: 'warning' })]
    })
  },
}

function shadows(first: Asked, second: Asked): boolean {
  if (!first.ends || first.parts.size === 0 || first.parts.size > second.parts.size) return false
  for (const part of first.parts) if (!second.parts.has(part)) return false
  const isAskedBefore = first.rule.fallback !== true || second.rule.fallback === true
  return isAskedBefore && second.rule.events.every((event) => first.rule.events.includes(event))
}

const isAnswer = (step: RuleDocument['then'][number]): boolean => specOfStep(step).answers
