import type { RuleDocument } from '../../schema/rule.ts'
import { specOfStep } from '../../compile/step-name.ts'
import type { Check } from '../context.ts'

/** Rules behind one that always answers. */
export const unreachableRule: Check = {
  code: 'unreachable-rule',
  run: ({ document, problem }) =>
    document.rules.flatMap((rule, index) => {
      if (rule.mode === 'disabled') return []
      const before = document.rules
        .slice(0, index)
        .filter((each) => alwaysEnds(each) && (rule.fallback === true || each.fallback !== true))
      return rule.events.flatMap((event, place) => {
        const ends = before.find((each) => each.events.includes(event))
        return ends
          ? [
              problem(
                ['rules', index, 'events', place],
                `Never reached for ${event}: rule "${ends.id}" always answers before it`,
              ),
            ]
          : []
      })
    }),
}

function alwaysEnds({ when, limit, mode, then }: RuleDocument): boolean {
  return (
    when === undefined &&
    limit === undefined &&
    (mode ?? 'enforce') === 'enforce' &&
    then.some((step) => specOfStep(step).answers)
  )
}
