import { events, stepSpec } from '../../../core/vocabulary.ts'
import { nameOfStep } from '../../compile/step-name.ts'
import type { Check } from '../context.ts'

/** Events that are asked again and again may change nothing. */
export const queryMemory: Check = {
  code: 'query-memory',
  run: ({ document, problem }) =>
    document.rules.flatMap((rule, index) => {
      const query = rule.events.find((event) => 'query' in events[event])
      if (query === undefined) return []
      return rule.then.flatMap((step, at) => {
        const name = nameOfStep(step)
        const path = typeof step === 'string' ? ['rules', index, 'then', at] : ['rules', index, 'then', at, name]
        return stepSpec(name).changes
          ? [
              problem(
                path,
                `${query} is asked at every step and may change nothing: move "${name}" to a rule on another event`,
                { key: true },
              ),
            ]
          : []
      })
    }),
}
